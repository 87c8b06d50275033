package main

import (
	"errors"
	"fmt"
	"os"

	"foredeck/config"
	"foredeck/tui"
	"foredeck/tui/notify"
	"foredeck/tui/record"
	"foredeck/tui/text"
)

func init() { runners["config"] = &runner{run: runConfig} }

func runConfig(in *invocation) error {
	action := in.args[0]
	if action == "show" {
		return showConfig(in)
	}
	if in.output != "" && in.output != "table" {
		return usagef("-o %s: config %s prints plain text; only config show prints records", in.output, action)
	}
	if in.isSet("try") && action != "check" {
		return usagef("--try: only config check sends test alerts")
	}
	switch action {
	case "init":
		return initConfig(in)
	case "check":
		return checkConfig(in)
	}
	path, _, err := in.configPath()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(in.out(), path)
	return err
}

func initConfig(in *invocation) error {
	path, _, err := in.configPath()
	if err != nil {
		return err
	}
	if _, err := os.Lstat(path); err == nil {
		return &fileError{fmt.Errorf("%s already exists and was not changed", path)}
	}
	if err := config.Create(path); err != nil {
		return err
	}
	_, err = fmt.Fprintln(in.out(), path)
	return err
}

func checkConfig(in *invocation) error {
	settings, err := in.readSettings(in.cmd)
	if err != nil {
		return err
	}
	path, _, err := in.configPath()
	if err != nil {
		return err
	}
	tui.Bindings(settings)
	checkCoins(settings)
	settings.CheckGroups(func(name string) bool { return isSavedAnywhere(settings, name) })
	var lines []text.Safe
	for i := range settings.Receivers {
		r := &settings.Receivers[i]
		if err := notify.CheckBody(r.Body); err != nil {
			settings.AddProblem("receivers."+r.Name+".body", err.Error())
		}
	}
	for _, problem := range settings.Problems {
		lines = append(lines, text.Clean(in.locate(problem)))
	}
	broken := in.checkTheme(settings)
	if broken != nil {
		lines = append(lines, text.Clean(broken.Error()))
	}
	if err := in.printLines(nil, lines...); err != nil {
		return err
	}
	switch count := len(settings.Problems); {
	case broken != nil && count == 0:
		return &fileError{errors.New("the configured theme cannot be used")}
	case count == 0:
		if _, err = fmt.Fprintln(in.out(), path+": no errors"); err != nil || !in.isSet("try") {
			return err
		}
		return in.tryReceivers(settings)
	case count == 1:
		return &fileError{errors.New("1 error in the config file")}
	}
	return &fileError{fmt.Errorf("%d errors in the config file", len(settings.Problems))}
}

// tryReceivers sends a test alert to each receiver, and prints what it answered.
func (in *invocation) tryReceivers(settings *config.Settings) error {
	ctx := in.ctx()
	in.environment.Hide(settings.SecretVariables()...)
	outcomes := notify.New(ctx).Try(ctx, receiversOf(settings, settings.Network.Name, in.getenv))
	if len(outcomes) == 0 {
		return usagef("--try: the config file has no receivers: set alert_command, alert_webhook or [receivers.NAME]")
	}
	var lines []text.Safe
	failed := 0
	for _, outcome := range outcomes {
		line := text.Format("%s: took a test alert", outcome.Receiver)
		if outcome.Err != nil {
			failed++
			line = text.Format("%s: %s", outcome.Receiver, text.Clean(outcome.Err.Error()))
		}
		lines = append(lines, line)
	}
	if err := in.printLines(nil, lines...); err != nil || failed == 0 {
		return err
	}
	return fmt.Errorf("%d of %d receivers did not take a test alert", failed, len(outcomes))
}

// receiversOf returns the receivers of alerts about a network that the settings have.
func receiversOf(settings *config.Settings, network string, environment func(string) string) notify.Receivers {
	return notify.Receivers{
		Command: settings.AlertCommand, Webhook: settings.AlertWebhook, Services: settings.Receivers, Environment: environment, Network: network,
	}
}

func showConfig(in *invocation) error {
	settings, err := in.readSettings(in.cmd)
	if err != nil {
		return err
	}
	if err := in.warn(in.cmd, settings); err != nil {
		return err
	}
	return printRecords(in, entryColumns, settings.Entries(in.environment.Get))
}

var entryColumns = record.Columns[config.Entry]{
	{Name: "key", Title: text.Const("KEY"), Width: 40, Blank: true, Text: func(e *config.Entry) text.Safe { return text.Clean(e.Key) }},
	{Name: "from", Title: text.Const("FROM"), Width: 20, Blank: true, Text: func(e *config.Entry) text.Safe { return text.Clean(e.From) }},
	{Name: "value", Title: text.Const("VALUE"), Blank: true, Text: func(e *config.Entry) text.Safe { return text.Clean(e.Value) }},
}
