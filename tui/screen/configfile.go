package screen

import "foredeck/config"

// ConfigFile is the config file as the settings screen shows it.
type ConfigFile struct {
	Path     string // empty if there is no directory for it
	Fields   func() []config.Field
	Problems []config.Problem
	// CheckKeys returns an error if the keys cannot be bound to the action.
	CheckKeys func(action string, keys []string) error
}

// ConfigMsg reports that the config file was reloaded.
type ConfigMsg struct{}

// PreviewThemeMsg asks the deck to apply a theme while the user chooses one. An empty name restores the previous theme.
type PreviewThemeMsg struct {
	Name string
}

// WriteSettingMsg asks the deck to change the config file.
type WriteSettingMsg struct {
	Edit   config.Edit
	Status string // status message on success
}
