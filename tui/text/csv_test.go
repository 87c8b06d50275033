package text_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/text"
)

func TestCSVCell(t *testing.T) {
	t.Parallel()
	for cell, want := range map[string]string{
		"":    "",
		"=1":  "'=1",
		"-5":  "-5",
		"+5":  "+5",
		"-":   "'-",
		"0x1": "0x1",

		"-0.5":                    "-0.5",
		"-1.5e-7":                 "-1.5e-7",
		"18446744073709551615":    "18446744073709551615",
		"-1+cmd|' /C calc'!A0":    "'-1+cmd|' /C calc'!A0",
		"-1e":                     "'-1e",
		"--1":                     "'--1",
		"-1.":                     "'-1.",
		`=HYPERLINK("http://x")`:  `'=HYPERLINK("http://x")`,
		"@SUM(A1)":                "'@SUM(A1)",
		"\t=1":                    "'\t=1",
		"\r=1":                    "'\r=1",
		"\n=1":                    "'\n=1",
		"＝1":                      "'＝1",
		"a=1":                     "a=1",
		"'=1":                     "'=1",
		"0x1::coin::Coin<0x1::a>": "0x1::coin::Coin<0x1::a>",
		"\xff=1":                  "\xff=1",
	} {
		require.Equal(t, want, text.CSVCell(cell), "%q", cell)
	}
}
