package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"foredeck/config"
	"foredeck/theme"
	"foredeck/tui/record"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// themeShape is a theme as JSON.
type themeShape struct {
	Name    string            `json:"name"`
	Kind    theme.Kind        `json:"kind"`
	Partner *string           `json:"partner"` // null if the theme adapts to the terminal
	Colors  map[string]string `json:"colors"`  // empty if they are those of the terminal
}

func init() { runners["themes"] = &runner{run: showThemes} }

// showThemes lists the themes, or shows one.
func showThemes(in *invocation) error {
	settings, err := in.readSettings(in.cmd)
	if err != nil {
		return err
	}
	depth := theme.DepthOf(os.Environ())
	if settings.NoColor || !isTerminal(in.out()) {
		depth = theme.NoColors
	}
	on := theme.Display{Depth: depth, Transparent: settings.Background == config.TerminalBackground, QuietBorders: settings.Borders == config.QuietBorders}
	names := in.themeNames()
	if len(in.args) > 0 {
		names = in.args
	}
	themes := make([]theme.Adaptive, len(names))
	for i, name := range names {
		themes[i], err = readTheme(in.themeFolder(), name, on)
		switch _, isUnknown := errors.AsType[*unknownThemeError](err); {
		case isUnknown:
			return &usageError{fmt.Errorf("NAME %q: %w", name, err)}
		case err != nil && len(in.args) > 0:
			return &fileError{fmt.Errorf("theme %s: %w", name, err)}
		case err != nil:
			themes[i] = theme.Adaptive{Name: name, Kind: "broken"}
		}
	}
	switch {
	case !in.prints("table") || depth == theme.NoColors:
		return in.printThemes(themes)
	case len(in.args) > 0:
		_, err = fmt.Fprintln(in.out(), text.RenderIn(themes[0].Unknown.Text, widget.ThemeSample(themes[0].Unknown)))
		return err
	}
	return in.printSwatches(themes)
}

// nameWidth is the width of the longest name of a built-in theme.
const nameWidth = len("high-contrast-light")

// printSwatches prints a line with its colors for each theme.
func (in *invocation) printSwatches(themes []theme.Adaptive) error {
	for _, th := range themes {
		line := append(text.Clean(fmt.Sprintf("%-*s  %-6s  ", nameWidth, th.Name, th.Kind)).Line(), widget.SwatchLine(th.Unknown)...)
		if _, err := fmt.Fprintln(in.out(), text.Render([]text.Line{line})); err != nil {
			return err
		}
	}
	return nil
}

// tableColors are the colors in a table.
var tableColors = []string{"background", "text", "accent", "good", "warn", "bad"}

// themeColumns returns the columns of themes: names and colors, in tables only the most important ones.
func themeColumns() record.Columns[themeShape] {
	columns := record.Columns[themeShape]{
		{Name: "name", Title: text.Const("NAME"), Width: nameWidth, Text: func(t *themeShape) text.Safe { return text.Clean(t.Name) }, Blank: true},
		{Name: "kind", Title: text.Const("KIND"), Width: 6, Text: func(t *themeShape) text.Safe { return text.Clean(string(t.Kind)) }, Blank: true},
		{Name: "partner", Title: text.Const("PARTNER"), Width: nameWidth, Blank: true, Text: func(t *themeShape) text.Safe {
			if t.Partner == nil {
				return text.Safe{}
			}
			return text.Clean(*t.Partner)
		}},
	}
	color := func(key string) record.Column[themeShape] {
		return record.Column[themeShape]{Text: func(t *themeShape) text.Safe { return text.Clean(t.Colors[key]) }, Blank: true}
	}
	for _, key := range tableColors {
		column := color(key)
		column.Title, column.Width = text.Clean(strings.ToUpper(key)), max(len(key), len("#rrggbb"))
		columns = append(columns, column)
	}
	for _, key := range theme.ColorKeys() {
		column := color(key)
		column.Name = key
		columns = append(columns, column)
	}
	return columns
}

// printThemes prints the colors of themes as text.
func (in *invocation) printThemes(themes []theme.Adaptive) error {
	shapes := make([]themeShape, len(themes))
	for i, th := range themes {
		shapes[i] = themeShape{Name: th.Name, Kind: th.Kind, Partner: orNull(th.Partner), Colors: map[string]string{}}
		for _, c := range th.Colors {
			if c.Key != "" {
				shapes[i].Colors[c.Key] = c.Value
			}
		}
	}
	if len(in.args) > 0 {
		return printRecord(in, themeColumns(), &shapes[0])
	}
	return printRecords(in, themeColumns(), shapes)
}
