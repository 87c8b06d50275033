package move

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNamesInSamples reads every address-led name in the sample bodies, where they
// are at hand, as a module, a function or a type.
func TestNamesInSamples(t *testing.T) {
	files, err := filepath.Glob("../../../shared/contract/samples/*.json")
	require.NoError(t, err)
	if len(files) == 0 {
		t.Skip("no sample bodies here")
	}
	name := regexp.MustCompile(`^(0x)?[0-9a-f]+::`)
	typeParameter := regexp.MustCompile(`\bT[0-9]+\b`)
	read := 0
	for _, file := range files {
		for _, text := range stringsIn(t, file) {
			if !name.MatchString(text) || typeParameter.MatchString(text) {
				continue
			}
			_, notModule := ParseModuleID(text)
			_, notFunction := ParseFunctionID(text)
			tag, notType := ParseTypeTag(text)
			require.True(t, notModule == nil || notFunction == nil || notType == nil, "%s: %q", file, text)
			if notType == nil {
				again, err := ParseTypeTag(tag.String())
				require.NoError(t, err)
				require.True(t, again.Equal(tag), text)
			}
			read++
		}
	}
	require.Greater(t, read, 50)
}

// stringsIn gives all strings of a JSON file, keys included.
func stringsIn(t *testing.T, file string) []string {
	t.Helper()
	opened, err := os.Open(file)
	require.NoError(t, err)
	defer opened.Close()
	decoder := json.NewDecoder(opened)
	decoder.UseNumber()
	var texts []string
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			return texts
		}
		require.NoError(t, err, file)
		if text, ok := token.(string); ok {
			texts = append(texts, text)
		}
	}
}
