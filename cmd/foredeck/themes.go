package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"foredeck/config"
	"foredeck/theme"
	"foredeck/tui/text"
	"foredeck/tui/widget/swatch"
)

// themeShape is a theme as JSON.
type themeShape struct {
	Name    string            `json:"name"`
	Kind    theme.Kind        `json:"kind"`
	Partner *string           `json:"partner"` // null if the theme adapts to the terminal
	Colors  map[string]string `json:"colors"`  // empty if they are those of the terminal
}

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
	on := theme.Display{Depth: depth, Transparent: settings.Background == config.TerminalBackground}
	names := slices.Concat(config.Themes, userThemes(in.themeFolder()))
	if len(in.args) > 0 {
		names = in.args
	}
	themes := make([]theme.Adaptive, len(names))
	for i, name := range names {
		themes[i], err = readTheme(in.themeFolder(), name, on)
		var unknown *unknownThemeError
		switch {
		case errors.As(err, &unknown):
			return &usageError{fmt.Errorf("NAME %q: %w", name, err)}
		case err != nil && len(in.args) > 0:
			return &fileError{fmt.Errorf("theme %s: %w", name, err)}
		case err != nil:
			themes[i] = theme.Adaptive{Name: name, Kind: "broken"}
		}
	}
	switch {
	case in.format == "table" && depth != theme.NoColors && len(in.args) > 0:
		_, err = fmt.Fprintln(in.out(), text.RenderIn(themes[0].Unknown.Text, swatch.Sample(themes[0].Unknown)))
		return err
	case in.format == "table" && depth != theme.NoColors:
		return in.printSwatches(themes)
	}
	return in.printThemes(themes)
}

// nameWidth is the width of the longest name of a built-in theme.
const nameWidth = len("high-contrast-light")

// printSwatches prints a line with its colors for each theme.
func (in *invocation) printSwatches(themes []theme.Adaptive) error {
	for _, th := range themes {
		line := append(text.Clean(fmt.Sprintf("%-*s  %-6s  ", nameWidth, th.Name, th.Kind)).Line(), swatch.Line(th.Unknown)...)
		if _, err := fmt.Fprintln(in.out(), text.Render([]text.Line{line})); err != nil {
			return err
		}
	}
	return nil
}

// tableColors are the colors in a table.
var tableColors = []string{"background", "text", "accent", "good", "warn", "bad"}

// printThemes prints the colors of themes as text.
func (in *invocation) printThemes(themes []theme.Adaptive) error {
	columns := []column{{title: text.Const("NAME"), width: nameWidth}, {title: text.Const("KIND"), width: 6}, {title: text.Const("PARTNER"), width: nameWidth}}
	colors := tableColors
	switch in.format {
	case "csv":
		columns, colors = csvColumns("name", "kind", "partner"), theme.ColorKeys()
		columns = append(columns, csvColumns(colors...)...)
	default:
		for _, key := range colors {
			columns = append(columns, column{title: text.Clean(strings.ToUpper(key)), width: max(len(key), len("#rrggbb"))})
		}
	}
	printer := newPrinter(in.out(), in.format, columns, len(in.args) > 0)
	for _, th := range themes {
		shape := themeShape{Name: th.Name, Kind: th.Kind, Colors: map[string]string{}}
		if th.Partner != "" {
			shape.Partner = &th.Partner
		}
		for _, c := range th.Colors {
			if c.Key != "" {
				shape.Colors[c.Key] = c.Value
			}
		}
		cells := []text.Safe{text.Clean(th.Name), text.Clean(string(th.Kind)), text.Clean(th.Partner)}
		for _, key := range colors {
			cells = append(cells, text.Clean(shape.Colors[key]))
		}
		if err := printer.print(record{value: shape, cells: cells}); err != nil {
			return err
		}
	}
	return printer.end()
}
