package theme

import (
	"maps"
	"strings"
	"sync"
)

// palettes are the colors of the built-in themes. A theme with a dark background is followed by its partner with a light one.
//
// The palettes of catppuccin (mocha, latte), gruvbox, nord, solarized, tokyo-night (night, day) and rose-pine (main, dawn) are the published
// ones, with these exceptions, each by as little as possible: colors that are hard to read on the background are lighter, or darker on a
// light one, as required by the test of contrast. These are border and hint, most colors of the light palettes, and bad of gruvbox, nord and
// solarized. good, warn and bad differ for people who confuse red and green, as required by the test of differences. faint of nord,
// selected_background of nord-light and solarized, and strong of tokyo-night-day are between two published colors.
const palettes = `
theme               background surface border  hint    faint   text    strong  accent  open_tab plot    good    warn    bad     link    match   selected selected_background curve1  curve2  curve3  curve4  curve5  curve6
dark                #15181e    #262b34 #5e6674 #7a8190 #959fae #d3d8e0 #ffffff #56c8d8 #10262a  #5f9fb3 #85d65b #e7c179 #e37f89 #7ab8ff #ffd75f #ffffff  #1f3d5a             #ffb454 #7ab8ff #f28fd0 #e8e07a #b080f0 #4fd6b8
light               #fafafa    #e6e8eb #8b919b #6d737e #59606b #20242b #000000 #00606e #ffffff  #2c6e7c #176815 #795201 #c54859 #0b4fb3 #8a3b00 #000000  #b5d5ff             #9a4a00 #0b4fb3 #a3158a #625a00 #6a35c9 #00695c
high-contrast       #000000    #303030 #ffffff #c8c8c8 #e0e0e0 #ffffff #ffffff #00ffff #000000  #00d7d7 #00ff00 #ffff00 #ff9090 #00ffff #ffff00 #ffffff  #00308f             #ffb347 #5fafff #ff87d7 #ffff80 #d7afff #40ffd0
high-contrast-light #ffffff    #e0e0e0 #000000 #4a4a4a #2b2b2b #000000 #000000 #004a80 #ffffff  #00504e #004600 #4f3300 #aa1e48 #003e9c #6e2c00 #000000  #b8d8ff             #6e2c00 #003e9c #8a0a78 #4a4600 #5a20b0 #00504a
color-blind         #15181e    #262b34 #5e6674 #7a8190 #959fae #d3d8e0 #ffffff #b8a7ff #17132a  #8f88c8 #56b4e9 #f9ec44 #e99136 #b8a7ff #f0e442 #ffffff  #1f3d5a             #f0e442 #d98cb9 #2fb58c #f4dcc0 #8f8cff #a0c0c8
color-blind-light   #fafafa    #e6e8eb #8b919b #6d737e #59606b #20242b #000000 #5b3fb0 #ffffff  #6a63a8 #0b5c9e #433900 #b15311 #5b3fb0 #6b5d00 #000000  #b5d5ff             #6b5d00 #a0407c #00705a #4a3520 #4a45d0 #686870
catppuccin          #1e1e2e    #313244 #66697e #82869c #9399b2 #bac2de #cdd6f4 #cba6f7 #11111b  #89b4fa #a7e4a1 #f9e2af #f08aab #89b4fa #f9e2af #cdd6f4  #45475a             #fab387 #89b4fa #f5c2e7 #f9e2af #cba6f7 #94e2d5
catppuccin-latte    #eff1f5    #ccd0da #868a9a #6a6d7e #5f6278 #4c4f69 #4c4f69 #8839ef #eff1f5  #1363f1 #147f00 #a35c00 #bb4365 #1363f1 #cb3800 #4a4d67  #bcc0cc             #cb3800 #1363f1 #b24197 #a35c00 #8839ef #007a81
gruvbox             #282828    #3c3836 #7a7067 #9b8c7d #a89984 #ebdbb2 #fbf1c7 #fabd2f #282828  #83a598 #b8bb26 #ff8018 #d77167 #83a598 #fabd2f #fbf1c7  #504945             #fe8019 #83a598 #d3869b #fabd2f #ebdbb2 #8ec07c
gruvbox-light       #fbf1c7    #ebdbb2 #978874 #786b60 #665c54 #3c3836 #282828 #9b6000 #fbf1c7  #076678 #757007 #b74500 #80000e #076678 #9b6000 #282828  #d5c4a1             #bd4800 #076678 #8f3f71 #9b6000 #504945 #757007
nord                #2e3440    #3b4252 #717e98 #8c9db7 #9aa9c2 #d8dee9 #eceff4 #88c0d0 #2e3440  #81a1c1 #acc685 #ebcb8b #d5859a #81a1c1 #ebcb8b #eceff4  #434c5e             #d48a73 #81a1c1 #b690af #ebcb8b #a3be8c #8fbcbb
nord-light          #eceff4    #d8dee9 #7e899e #606d86 #4c566a #3b4252 #2e3440 #4b6f99 #eceff4  #4b6f99 #587234 #82692f #9f556d #4b6f99 #9d5a45 #2e3440  #c9d3e2             #9d5a45 #4b6f99 #85617f #82692f #4c566a #497474
solarized           #002b36    #073642 #5e747b #7a9199 #88999b #93a1a1 #eee8d5 #3593db #002b36  #2aa198 #849900 #b58900 #f88384 #3593db #b58900 #eee8d5  #0b4a5a             #ea652f #3593db #ee5299 #b58900 #8285db #2aa198
solarized-light     #fdf6e3    #eee8d5 #839191 #647476 #546a72 #435a62 #073642 #0076bb #fdf6e3  #007f77 #647900 #916b00 #ae5563 #0076bb #926b00 #073642  #ddd6c1             #c64711 #0076bb #cd2f7d #926b00 #6369bb #007f77
tokyo-night         #1a1b26    #292e42 #5e6688 #7981ad #868db6 #a9b1d6 #c0caf5 #7aa2f7 #16161e  #7dcfff #9ecf6a #e0af68 #ef7692 #7dcfff #ff9e64 #c0caf5  #283457             #ff9e64 #7aa2f7 #ff9fd0 #e0af68 #bb9af7 #73daca
tokyo-night-day     #e1e2e7    #c4c8da #787fa1 #5a638a #455894 #0e4ca7 #343b58 #0062c9 #e1e2e7  #006c92 #4d6d26 #805e2c #b82a68 #006c92 #a04e00 #343b58  #b7c1e3             #a04e00 #0062c9 #7f3ed9 #666838 #7847bd #00735c
rose-pine           #191724    #26233a #66637c #827e9a #908caa #e0def4 #e0def4 #c4a7e7 #191724  #4989a5 #9ccfd8 #f6c177 #eb6f92 #c4a7e7 #f6c177 #e0def4  #403d52             #f6c177 #4989a5 #ebbcba #eb6f92 #c4a7e7 #9ccfd8
rose-pine-dawn      #faf4ed    #f2e9e1 #8f8a9c #726e7f #666280 #575279 #575279 #7c6795 #faf4ed  #3a7984 #256984 #a26100 #a65863 #7c6795 #a26100 #575279  #dfdad9             #a26100 #286983 #a95957 #26233a #7c6795 #557671
`

// sixteenOnDark and sixteenOnLight replace the colors of palettes on terminals with sixteen colors.
var (
	sixteenOnDark = map[string]string{
		"background": "0", "surface": "0", "border": "8", "hint": "8", "faint": "7", "text": "7", "strong": "15", "accent": "14", "open_tab": "0", "plot": "6",
		"good": "10", "warn": "11", "bad": "9", "link": "14", "match": "11", "selected": "0", "selected_background": "7",
		"curve1": "3", "curve2": "12", "curve3": "13", "curve4": "11", "curve5": "5", "curve6": "6",
	}
	sixteenOnLight = map[string]string{
		"background": "15", "surface": "15", "border": "8", "hint": "8", "faint": "0", "text": "0", "strong": "0", "accent": "4", "open_tab": "15", "plot": "6",
		"good": "2", "warn": "3", "bad": "1", "link": "4", "match": "3", "selected": "0", "selected_background": "7",
		"curve1": "3", "curve2": "4", "curve3": "5", "curve4": "8", "curve5": "12", "curve6": "6",
	}
	sixteenOf = map[string]map[string]string{
		"high-contrast":       {"border": "15", "hint": "7", "text": "15", "plot": "14"},
		"high-contrast-light": {"border": "0", "hint": "0"},
		// Cyan replaces blue, which many terminals draw too dark to read on black.
		"color-blind": {
			"accent": "13", "link": "13", "plot": "13", "good": "14", "warn": "11", "bad": "3",
			"curve1": "11", "curve2": "13", "curve3": "6", "curve4": "15", "curve5": "12", "curve6": "7",
		},
		"color-blind-light": {
			"accent": "5", "link": "5", "plot": "5", "good": "4", "warn": "8", "bad": "3",
			"curve1": "3", "curve2": "5", "curve3": "6", "curve4": "0", "curve5": "4", "curve6": "8",
		},
	}
)

// indexedOf has the colors of 256 where the nearest one is that of another meaning, or looks like it to people who confuse red and green.
var indexedOf = map[string]map[string]string{
	"dark":           {"warn": "222"},
	"light":          {"warn": "94", "bad": "95"},
	"gruvbox":        {"bad": "174"},
	"gruvbox-light":  {"good": "58", "warn": "130", "bad": "52"},
	"solarized":      {"bad": "174"},
	"rose-pine":      {"bad": "204"},
	"rose-pine-dawn": {"text": "239", "strong": "239", "surface": "254"},
}

// builtIn returns the built-in themes with colors of their own by name, and their names in the order of the palettes.
var builtIn = sync.OnceValues(func() (sets map[string]set, names []string) {
	lines := strings.Split(strings.TrimSpace(palettes), "\n")
	keys := strings.Fields(lines[0])[1:]
	sets = make(map[string]set, len(lines))
	for _, line := range lines[1:] {
		values := strings.Fields(line)
		name := values[0]
		s := set{colors: make(map[string]color, len(keys)+2)}
		for i, key := range keys {
			s.colors[key] = color{hex: values[i+1]}
		}
		sixteen := maps.Clone(sixteenOnDark)
		if s.isLight() {
			sixteen = maps.Clone(sixteenOnLight)
		}
		maps.Copy(sixteen, sixteenOf[name])
		for key, c := range s.colors {
			s.colors[key] = color{c.hex, sixteen[key], indexedOf[name][key]}
		}
		s.colors["up"], s.colors["down"] = s.colors["good"], s.colors["bad"]
		sets[name], names = s, append(names, name)
	}
	for i, name := range names {
		s := sets[name]
		s.partner = names[i^1]
		sets[name] = s
	}
	return sets, names
})
