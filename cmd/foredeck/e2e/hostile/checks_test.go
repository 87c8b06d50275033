package hostile_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"unicode"
	"unicode/utf8"

	"foredeck/cmd/foredeck/e2e/hostile"
	"foredeck/cmd/foredeck/e2e/terminal"
)

const (
	// maxOutput is how much of an output is checked.
	maxOutput = 8 << 20
	// A command may print freeOutput bytes, and outputFactor bytes for each that it received.
	freeOutput   = 1 << 20
	outputFactor = 40
	// maxMarks is the number of combining marks that one character may have.
	maxMarks = 4
)

// outcome is what a command did.
type outcome struct {
	subject        subject
	status         int
	format         string
	stdout, stderr string
	printed        int64 // bytes of both outputs
	rss            int64
	hung           bool
	sent           int64
	active         []string
	verbose        bool
}

// problems lists the rules that the outcome breaks.
func (o *outcome) problems() []string {
	var found []string
	add := func(problem string) {
		if problem != "" {
			found = append(found, problem)
		}
	}
	if o.hung {
		add(fmt.Sprintf("still running after %v", patience))
	} else {
		add(o.subject.statusProblem(o.status))
	}
	if o.format != "raw" { // the body as the node sent it
		add(textProblem("stdout", o.stdout, o.active))
	}
	add(textProblem("stderr", o.stderr, o.active))
	logged := o.stderr
	if o.verbose { // which prints what the libraries log
		logged = strings.ReplaceAll(logged, "Unsolicited response", "")
	}
	add(noise("stderr", logged))
	add(noise("stdout", o.stdout))
	add(secretProblem("stdout", o.stdout))
	add(secretProblem("stderr", o.stderr))
	add(memoryProblem(o.rss))
	if limit := freeOutput + outputFactor*o.sent; o.printed > limit {
		add(fmt.Sprintf("printed %d bytes for %d received, more than %d", o.printed, o.sent, limit))
	}
	if o.printed < maxOutput && !o.hung {
		add(o.formatProblem())
	}
	return found
}

// statusProblem checks that an exit code is a documented one. A wrong argument is one only where the arguments are those of a
// function or a value that the node describes.
func (s subject) statusProblem(status int) string {
	describes := strings.HasPrefix(s.line, "view ") || strings.Contains(s.line, "--path")
	if status < 0 || status > 8 || status == 2 && !describes {
		return fmt.Sprintf("exit code %d", status)
	}
	return ""
}

// formatProblem checks that the output can be read by the programs that it is for.
func (o *outcome) formatProblem() string {
	switch {
	case o.stdout == "":
	case o.format == "json" && !json.Valid([]byte(o.stdout)):
		return "stdout is not JSON"
	case o.format == "jsonl":
		for line := range strings.Lines(o.stdout) {
			if !json.Valid([]byte(line)) {
				return fmt.Sprintf("a line of stdout is not JSON: %.200q", line)
			}
		}
	case o.format == "csv":
		rows, err := csv.NewReader(strings.NewReader(o.stdout)).ReadAll()
		if err != nil {
			return "stdout is not CSV: " + err.Error()
		}
		for _, row := range rows {
			for _, cell := range row {
				if formula.MatchString(cell) && !number.MatchString(cell) {
					return fmt.Sprintf("a spreadsheet reads the cell %.100q as a formula", cell)
				}
			}
		}
	}
	return ""
}

var (
	formula = regexp.MustCompile("^[=+@\t\r-]")
	number  = regexp.MustCompile(`^[+-]?[0-9][0-9,]*(\.[0-9]+)?([eE][+-]?[0-9]+)?%?$|^-$`)
)

// textProblem checks that a text has no characters that control a terminal or hide others.
func textProblem(where, text string, active []string) string {
	marks := 0
	for i, r := range text {
		around := func() string { return fmt.Sprintf("%.160q", text[max(0, i-40):min(len(text), i+40)]) }
		if r == utf8.RuneError && !strings.HasPrefix(text[i:], "\ufffd") {
			return fmt.Sprintf("%s is not UTF-8 at byte %d: %s", where, i, around())
		}
		if r != '\n' && !visible(r) {
			return fmt.Sprintf("%s has %U at byte %d: %s", where, r, i, around())
		}
		if marks++; !unicode.Is(unicode.M, r) {
			marks = 0
		}
		if marks > maxMarks {
			return fmt.Sprintf("%s has a character with many marks at byte %d: %s", where, i, around())
		}
	}
	for _, part := range active {
		if part != "\n" && strings.Contains(text, part) {
			return fmt.Sprintf("%s has %q", where, part)
		}
	}
	return ""
}

// visible reports whether a character is drawn and changes nothing else: no control, no direction, nothing of no width.
func visible(r rune) bool {
	if r == utf8.RuneError {
		return true
	}
	switch {
	case r < ' ', r == 0x7f, r >= 0x80 && r < 0xa0,
		unicode.In(r, unicode.Cf, unicode.Co, unicode.Cs, unicode.Zl, unicode.Zp),
		unicode.Is(unicode.Bidi_Control, r), unicode.Is(unicode.Variation_Selector, r), unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r):
		return false
	}
	return true
}

// dumps are what the Go runtime and its libraries write by themselves.
var dumps = regexp.MustCompile(`(?m)^panic: |goroutine \d+ \[|runtime error: |^fatal error: |^\d{4}/\d\d/\d\d \d\d:\d\d:\d\d |Unsolicited response|http: superfluous|^\tat .*\.go:\d+`)

func noise(where, text string) string {
	if found := dumps.FindStringIndex(text); found != nil {
		return fmt.Sprintf("%s has a message of Go: %.400q", where, text[found[0]:])
	}
	return ""
}

// spelledSecrets are all forms of the secrets, with those in which letters have another case.
var spelledSecrets = sync.OnceValue(func() *strings.Replacer {
	var pairs []string
	for _, secret := range []string{apiKey, token} {
		for _, spelling := range hostile.Spellings(secret) {
			pairs = append(pairs, spelling, found)
		}
	}
	return strings.NewReplacer(pairs...)
})

// found replaces secrets in a text that is searched for them.
const found = "\x00secret\x00"

func secretProblem(where, text string) string {
	replaced := spelledSecrets().Replace(text)
	if i := strings.Index(replaced, found); i >= 0 {
		return fmt.Sprintf("%s shows a secret: %.200q", where, replaced[max(0, i-80):min(len(replaced), i+80)])
	}
	return ""
}

func memoryProblem(rss int64) string {
	if rss > maxRSS {
		return fmt.Sprintf("%d MiB of memory, more than %d", rss>>20, int64(maxRSS)>>20)
	}
	return ""
}

// checkFiles checks that nothing that the program stored has a secret.
func checkFiles(t *testing.T, folder string) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		content, err := os.ReadFile(path)
		if problem := secretProblem("the file "+path, string(content)); problem != "" {
			t.Error(problem)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// cellProblems checks what the screen shows.
func cellProblems(rows [][]terminal.Cell) []string {
	var line bytes.Buffer
	for y, row := range rows {
		line.Reset()
		for x, cell := range row {
			line.WriteString(cell.Text)
			if problem := textProblem(fmt.Sprintf("cell %d,%d", x, y), cell.Text, nil); problem != "" || strings.Contains(cell.Text, "\n") {
				return []string{fmt.Sprintf("cell %d,%d: %q %s", x, y, cell.Text, problem)}
			}
		}
		if problem := secretProblem(fmt.Sprintf("line %d", y), line.String()); problem != "" {
			return []string{problem}
		}
	}
	return nil
}
