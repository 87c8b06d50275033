package tuitest

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/tui/screen"
)

// Frame returns the text of the window, without trailing spaces.
func (d *Deck) Frame() string { return plainText(d.Model.Lines()) }

// Body returns the text of the visible screen and the overlay on it, without header and footer.
func (d *Deck) Body() string { return plainText(d.Model.Body()) }

// Shows requires that the frame contains all of the words.
func (d *Deck) Shows(words ...string) {
	d.Helper()
	frame := d.Frame()
	for _, word := range words {
		require.Contains(d, frame, word)
	}
}

// Hides requires that the frame contains none of the words.
func (d *Deck) Hides(words ...string) {
	d.Helper()
	frame := d.Frame()
	for _, word := range words {
		require.NotContains(d, frame, word)
	}
}

// LineWith returns the first line of the frame that contains the words.
func (d *Deck) LineWith(words string) string {
	d.Helper()
	return strings.Split(d.Frame(), "\n")[d.LineOf(words)]
}

// LineOf returns the index of the first line of the frame that contains the words.
func (d *Deck) LineOf(words string) int {
	d.Helper()
	for i, line := range strings.Split(d.Frame(), "\n") {
		if strings.Contains(line, words) {
			return i
		}
	}
	require.Fail(d, "no line contains "+words, d.Frame())
	return 0
}

// FrameAboveKeys returns the frame without the key row.
func (d *Deck) FrameAboveKeys() string {
	frame := d.Frame()
	return frame[:max(strings.LastIndex(frame, "\n"), 0)]
}

// Crumb returns the last part of the breadcrumb.
func (d *Deck) Crumb() string {
	crumbs := strings.Split(strings.Split(d.Frame(), "\n")[1], " › ")
	return crumbs[len(crumbs)-1]
}

// SelectedRow returns the first four words of the selected row.
func (d *Deck) SelectedRow() string {
	d.Helper()
	_, row, found := strings.Cut(d.Frame(), "▸ ")
	require.True(d, found, "no row is selected")
	words := strings.Fields(row)
	return strings.Join(words[:min(len(words), 4)], " ")
}

// Click clicks the first character of the words.
func (d *Deck) Click(words string) {
	d.Helper()
	d.ClickAt(words, 0)
}

// ClickAt clicks the column at this offset from the start of the words.
func (d *Deck) ClickAt(words string, columns int) {
	d.Helper()
	d.click(words, columns, 0)
}

// ClickBelow clicks the cell one row below the start of the words.
func (d *Deck) ClickBelow(words string) {
	d.Helper()
	d.click(words, 0, 1)
}

func (d *Deck) click(words string, right, down int) {
	d.Helper()
	y := d.LineOf(words)
	line := strings.Split(d.Frame(), "\n")[y]
	x := utf8.RuneCountInString(line[:strings.Index(line, words)]) + right
	d.Send(tea.MouseMsg{X: x, Y: y + down, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
}

// Wheel turns the mouse wheel over the body.
func (d *Deck) Wheel(button tea.MouseButton) {
	d.Send(tea.MouseMsg{X: 10, Y: 12, Action: tea.MouseActionPress, Button: button})
}

// Clipboard returns the text that was copied last.
func (d *Deck) Clipboard() string {
	d.Helper()
	sequences := strings.Split(strings.TrimSuffix(d.Terminal.String(), "\a"), "\a")
	encoded, ok := strings.CutPrefix(sequences[len(sequences)-1], "\x1b]52;c;")
	require.True(d, ok, "nothing was copied")
	copied, err := base64.StdEncoding.DecodeString(encoded)
	require.NoError(d, err)
	return string(copied)
}

// Quit quits the deck.
func (d *Deck) Quit() { d.Press("ctrl+c") }

// Exported returns the name and the lines of the only file in the deck's directory.
func (d *Deck) Exported() (name string, lines []string) {
	d.Helper()
	files, err := filepath.Glob(filepath.Join(d.Deps().Directory, "*"))
	require.NoError(d, err)
	require.Len(d, files, 1)
	content, err := os.ReadFile(files[0])
	require.NoError(d, err)
	return filepath.Base(files[0]), strings.Split(strings.TrimSpace(string(content)), "\n")
}

// CopyForms returns the values that the screen offers to copy, by form.
func (d *Deck) CopyForms() map[string]string {
	forms := map[string]string{}
	if copier, ok := d.Screen().(screen.Copier); ok {
		for _, form := range copier.Copies() {
			forms[form.Form.String()] = form.Value()
		}
	}
	if link, ok := screen.LinkOf(d.Screen()); ok {
		forms["link"] = link.String()
	}
	return forms
}
