package config

import (
	"cmp"
	"slices"
	"strings"
)

// Receiver is a service that gets alerts.
type Receiver struct {
	Name     string
	URL      string // can contain a secret; empty: that of the service, where there is only one
	Format   string // one of ReceiverFormats
	Body     string // program of jq that makes the body from the JSON of an alert; empty: that of the format
	To       string // topic of ntfy, chat of Telegram
	Severity string // the least severe alerts that it gets: info, warning or critical
	Key      Secret // routing key of PagerDuty, token of the bot of Telegram, else a bearer token
}

// ReceiverFormats are the services whose form of an alert is known.
var ReceiverFormats = []string{"json", "alertmanager", "discord", "ntfy", "pagerduty", "slack", "telegram"}

// receiverOptions are the options of a receiver.
var receiverOptions = []option[Receiver]{
	textOption("url", "Address of a service that gets alerts, beside alert_webhook. It is shown without its path. pagerduty and telegram have one of their own.",
		`"https://alertmanager.example.org"`, func(r *Receiver) *string { return &r.URL }, webhookAddress).hidden(hideWebhook),
	choiceOption("format", "What it expects: the JSON of FOREDECK_ALERT_JSON, or what Alertmanager, Discord, ntfy, PagerDuty (Events v2), Slack or Telegram take.",
		func(r *Receiver) *string { return &r.Format }, ReceiverFormats...),
	textOption("body", "Program of jq that makes the body from the JSON of an alert, for other services.", `"{message: .text}"`, func(r *Receiver) *string { return &r.Body }, anyText),
	textOption("to", "Topic of ntfy, or chat of Telegram.", `"validators"`, func(r *Receiver) *string { return &r.To }, anyText),
	choiceOption("severity", "The least severe alerts that it gets: info, warning or critical.", func(r *Receiver) *string { return &r.Severity }, "info", "warning", "critical").
		withDefault(func(r *Receiver) { r.Severity = "warning" }),
	textOption("key_env", "Environment variable with the routing key of PagerDuty, the token of the bot of Telegram, or a bearer token.", `"PAGER_KEY"`, func(r *Receiver) *string { return &r.Key.Variable }, variableName),
	textOption("key_file", "File with it, readable only by its owner.", `"~/.config/foredeck/pager.key"`, func(r *Receiver) *string { return &r.Key.File }, anyText),
	listOption("key_command", "Command that prints it, run without a shell when an alert is sent.", `["pass", "show", "pager"]`, func(r *Receiver) *[]string { return &r.Key.Command }, anyList),
}

// newReceiver returns a receiver with the default options.
func newReceiver(name string) Receiver {
	r := Receiver{Name: name}
	resetAll(receiverOptions, &r)
	return r
}

// receivers are the receivers of the file, such as [receivers.pager].
var receivers = records[Receiver]{
	list: func(s *Settings) *[]Receiver { return &s.Receivers }, key: func(r *Receiver) string { return "receivers." + r.Name },
	options: receiverOptions,
}

// dropIncompleteReceivers removes receivers that cannot work, and adds their problems.
func (s *Settings) dropIncompleteReceivers() {
	s.Receivers = slices.DeleteFunc(s.Receivers, func(r Receiver) bool {
		hasKey := r.Key.Variable != "" || r.Key.File != "" || len(r.Key.Command) > 0
		var rule string
		switch {
		case r.Format == "pagerduty" && !hasKey:
			rule = "has no routing key (key_env, key_file or key_command)"
		case r.Format == "telegram" && (!hasKey || r.To == ""):
			rule = "has no token of a bot (key_env, key_file or key_command) or no chat (to = …)"
		case r.Format == "ntfy" && r.To == "":
			rule = "has no topic (to = …)"
		case r.Format != "pagerduty" && r.Format != "telegram" && r.URL == "":
			rule = "has no address (url = …)"
		default:
			return false
		}
		s.AddProblem(receivers.key(&r), rule+" and is ignored")
		return true
	})
}

// Address returns the address to which alerts are posted. It contains key where the service wants that.
func (r *Receiver) Address(key string) string {
	base := strings.TrimRight(r.URL, "/")
	switch r.Format {
	case "pagerduty":
		return cmp.Or(r.URL, "https://events.pagerduty.com/v2/enqueue")
	case "telegram":
		return cmp.Or(base, "https://api.telegram.org") + "/bot" + key + "/sendMessage"
	case "alertmanager":
		if strings.HasSuffix(base, "/api/v2/alerts") {
			return base
		}
		return base + "/api/v2/alerts"
	}
	return r.URL
}
