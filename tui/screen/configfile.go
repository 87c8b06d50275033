package screen

import "foredeck/config"

// ConfigFile is the file of settings as a form shows it.
type ConfigFile struct {
	Path     string // of the file; empty: there can be none
	Fields   []config.Field
	Problems []config.Problem
	// CheckKeys tells why an action cannot have these keys; nil: it can.
	CheckKeys func(action string, keys []string) error
}

// ConfigMsg tells the screen that the settings were read again.
type ConfigMsg struct{}

// PreviewThemeMsg asks the deck to wear a theme while one chooses; without a name, the one from before again.
type PreviewThemeMsg struct {
	Name string
}

// WriteSettingMsg asks the deck to change the file of settings.
type WriteSettingMsg struct {
	Edit   config.Edit
	Status string // what is told once it is done
}
