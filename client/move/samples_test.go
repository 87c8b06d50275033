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

// TestSampleNames parses every name with an address in the sample bodies, as a module, a function or a type.
func TestSampleNames(t *testing.T) {
	files, err := filepath.Glob("../testdata/samples/*.json")
	require.NoError(t, err)
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

// TestSampleTypes parses and prints every type of the ABIs in the sample bodies.
func TestSampleTypes(t *testing.T) {
	files, err := filepath.Glob("../testdata/samples/*.json")
	require.NoError(t, err)
	lists := regexp.MustCompile(`"(?:params|return)":\s*(\[[^\[\]]*\])`)
	read := 0
	for _, file := range files {
		body, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, list := range lists.FindAllSubmatch(body, -1) {
			var texts []string
			require.NoError(t, json.Unmarshal(list[1], &texts))
			for _, text := range texts {
				parsed, err := ParseType(text)
				require.NoError(t, err, file)
				require.Equal(t, text, parsed.String())
				read++
			}
		}
	}
	require.Greater(t, read, 20)
}

// TestSampleValues unwraps the results of sample view calls: they have no wrappers and are unchanged.
func TestSampleValues(t *testing.T) {
	files, err := filepath.Glob("../testdata/samples/*-view*.json")
	require.NoError(t, err)
	read := 0
	for _, file := range files {
		body, err := os.ReadFile(file)
		require.NoError(t, err)
		var response struct{ Result []json.RawMessage }
		require.NoError(t, json.Unmarshal(body, &response))
		for _, value := range response.Result {
			requireBare(t, string(value), nil)
			read++
		}
	}
	require.Greater(t, read, 15)
}

// stringsIn returns all strings of a JSON file, including keys.
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
