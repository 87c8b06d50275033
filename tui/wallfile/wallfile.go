// Package wallfile reads the files of walls: pages of live panels, arranged in rows. Two walls are built in.
package wallfile

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"foredeck/tui/widget/chart"
)

// Wall is a sequence of pages.
type Wall struct {
	Title     string
	Validator string        // of the committee: its index or name; empty: the user's
	Rotate    time.Duration // time that a page is shown; 0 if pages change only by key
	Pages     []Page
}

// Page is a screen of rows.
type Page struct {
	Title string
	Rows  []Row
}

// Row is a row of panels.
type Row struct {
	Height int // weight among the rows of the page
	Panels []Panel
}

// Kind is what a panel shows.
type Kind string

// The kinds of panels.
const (
	Head      Kind = "head"      // height of the newest block
	Gap       Kind = "gap"       // time since the newest block, and the intervals before it
	Votes     Kind = "votes"     // votes by member
	Validator Kind = "validator" // votes of the user's validator
	Price     Kind = "price"     // latest price of a pair, with its change
	Chart     Kind = "chart"     // price chart of a pair
	Account   Kind = "account"   // balances of accounts
	View      Kind = "view"      // result of a view function
	Saved     Kind = "saved"     // value of a bookmark
	Alerts    Kind = "alerts"    // open alerts
	Nodes     Kind = "nodes"     // states of the nodes
	Query     Kind = "query"     // result of a saved query of the index
)

// Panel is a part of a page. Its kind determines which fields are set.
type Panel struct {
	Kind          Kind
	Title         string       // empty: what the panel shows
	Width         int          // weight among the panels of the row
	Pair          string       // #1 to #9: a pair of the watchlist
	Bar           chart.Period // Chart: size of a bar
	Accounts      []string     // Account: addresses and saved names
	Function      string       // View: may begin with a saved name instead of an address
	TypeArguments []string
	Arguments     []string
	Bookmark      string         // Saved: its name
	Query         string         // its name
	Parameters    map[string]any // Query: int64, float64, bool or string, by name
	Every         time.Duration  // Query: the refresh interval
	TimeLimit     time.Duration  // Query: after which it ends
}

// Names are the built-in walls.
var Names = []string{"validator", "market"}

//go:embed walls/*.toml
var walls embed.FS

// BuiltIn returns a built-in wall. ok is false if there is none of this name.
func BuiltIn(name string) (wall *Wall, ok bool) {
	document, err := walls.ReadFile("walls/" + name + ".toml")
	if err != nil {
		return nil, false
	}
	wall, err = Parse(document)
	return wall, err == nil // a test parses both
}

// MaxSize is the maximum size of a file in bytes.
const MaxSize = 1 << 18

// Limits of a file. They keep the state of a wall small.
const (
	maxPages  = 20
	maxRows   = 12 // of a page
	maxPanels = 12 // of a row
	maxWeight = 100
	minRotate = 2 * time.Second
)

// defaultRotate is the time that a page is shown unless the file has another one.
const defaultRotate = 20 * time.Second

// file is a file as it is written.
type file struct {
	Title     string
	Validator any
	Rotate    *string
	Page      []struct {
		Title string
		Row   []struct {
			Height *int
			Panel  []map[string]any
		}
	}
}

// Parse parses a file. The error names the panel and the field, and the rule.
func Parse(document []byte) (*Wall, error) {
	var written file
	decoder := toml.NewDecoder(bytes.NewReader(document)).DisallowUnknownFields()
	if err := decoder.Decode(&written); err != nil {
		return nil, explain(err)
	}
	wall := &Wall{Title: written.Title, Rotate: defaultRotate}
	if written.Rotate != nil {
		var err error
		if wall.Rotate, err = time.ParseDuration(*written.Rotate); err != nil || wall.Rotate != 0 && wall.Rotate < minRotate {
			return nil, fmt.Errorf("rotate %q: must be a duration from %s, such as 20s, or 0s to change pages only by key", *written.Rotate, minRotate)
		}
	}
	switch validator := written.Validator.(type) {
	case nil:
	case int64:
		wall.Validator = strconv.FormatInt(validator, 10)
	case string:
		wall.Validator = validator
	default:
		return nil, fmt.Errorf("validator %v: must be the index of a committee member, or a name in quotes", validator)
	}
	if count := len(written.Page); count == 0 || count > maxPages {
		return nil, fmt.Errorf("%d pages: must have 1 to %d tables [[page]]", count, maxPages)
	}
	for i, readPage := range written.Page {
		page := Page{Title: readPage.Title}
		if count := len(readPage.Row); count == 0 || count > maxRows {
			return nil, fmt.Errorf("page %d: %d rows: must have 1 to %d tables [[page.row]]", i+1, count, maxRows)
		}
		for j, readRow := range readPage.Row {
			where := fmt.Sprintf("page %d, row %d", i+1, j+1)
			row := Row{Height: 1}
			if readRow.Height != nil {
				row.Height = *readRow.Height
			}
			if row.Height < 1 || row.Height > maxWeight {
				return nil, fmt.Errorf("%s: height %d: must be a weight from 1 to %d", where, row.Height, maxWeight)
			}
			if count := len(readRow.Panel); count == 0 || count > maxPanels {
				return nil, fmt.Errorf("%s: %d panels: must have 1 to %d tables [[page.row.panel]]", where, count, maxPanels)
			}
			for k, fields := range readRow.Panel {
				panel, err := parsePanel(fields)
				if err != nil {
					return nil, fmt.Errorf("%s, panel %d%s: %w", where, k+1, kindIn(fields), err)
				}
				row.Panels = append(row.Panels, panel)
			}
			page.Rows = append(page.Rows, row)
		}
		wall.Pages = append(wall.Pages, page)
	}
	return wall, nil
}

// explain returns an error of the decoder with its line.
func explain(err error) error {
	if strict, ok := errors.AsType[*toml.StrictMissingError](err); ok && len(strict.Errors) > 0 {
		unknown := &strict.Errors[0]
		line, _ := unknown.Position()
		key := unknown.Key()
		return fmt.Errorf("line %d: unknown field %q: a wall has title, rotate, validator and page, a page title and row, a row height and panel", line, key[len(key)-1])
	}
	if wrong, ok := errors.AsType[*toml.DecodeError](err); ok {
		line, _ := wrong.Position()
		if key := wrong.Key(); len(key) > 0 { // the decoder would name types of Go
			return fmt.Errorf("line %d: %s: wrong type: titles and rotate are in quotes, such as \"20s\", height is a whole number, and page, row and panel are tables",
				line, strings.Join(key, "."))
		}
		return fmt.Errorf("line %d: %w", line, wrong)
	}
	return err
}

// Panels yields all panels, page by page.
func (w *Wall) Panels(yield func(*Panel) bool) {
	for i := range w.Pages {
		for j := range w.Pages[i].Rows {
			for k := range w.Pages[i].Rows[j].Panels {
				if !yield(&w.Pages[i].Rows[j].Panels[k]) {
					return
				}
			}
		}
	}
}

// FollowsBlocks reports whether a panel shows blocks.
func (w *Wall) FollowsBlocks() bool {
	for panel := range w.Panels {
		if fields[panel.Kind] == nil {
			return true
		}
	}
	return false
}
