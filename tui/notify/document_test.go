package notify_test

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/notify"
)

// The reference of the config file lists every value of a message.
func TestReferenceIsComplete(t *testing.T) {
	t.Parallel()
	reference, err := os.ReadFile("../../config/README.md")
	require.NoError(t, err)
	fields := reflect.VisibleFields(reflect.TypeFor[notify.Message]())
	for _, field := range fields {
		if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name != "" {
			require.Contains(t, string(reference), "`"+name+"`")
		}
	}
}
