package screen_test

import (
	"path/filepath"
	"strconv"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"foredeck/config"
	"foredeck/tui/lookup"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/text"
)

// An author is cut between characters: a byte of its last ones, such as 0x9B of U+041C, is a command on some terminals.
func TestAuthorIsCutBetweenCharacters(t *testing.T) {
	t.Parallel()
	saved, err := store.Open(filepath.Join(t.TempDir(), "store.json"))
	require.NoError(t, err)
	names := lookup.NewNames(saved, "testnet", func() *config.Settings { return &config.Settings{} }, nil)
	cases := 0
	deps := &screen.Deps{Env: &screen.Env{}, Names: names}
	for _, end := range []string{"\u041c", "\u1740", "\n", "\u009b", "\u4e16", "e\u0301\u0302", "\x9b"} {
		for _, author := range []string{end, "0x" + end, "0x12" + end + "34" + end, "0x" + "0123456789abcdef" + end, end + end + end + end + end + end + end} {
			cases++
			named := author + " "
			require.NoError(t, saved.SetName(store.AuthorSubject(named), "mine-"+strconv.Itoa(cases)))
			for width := range 14 {
				for _, sent := range []string{author, named} {
					drawn := deps.Author(sent, width).Text
					require.True(t, utf8.ValidString(drawn.String()), "%q is drawn as %q", sent, drawn)
					require.Equal(t, text.Clean(drawn.String()), drawn, "of %q", sent)
					require.LessOrEqual(t, text.Width(drawn), width, "of %q", sent)
				}
			}
		}
	}
}
