package main

import (
	"errors"
	"fmt"
	"strings"

	"foredeck/client/move"
	"foredeck/tui/render"
	"foredeck/tui/text"
)

func listPackages(in *invocation) error {
	if in.format == "raw" {
		resource, err := in.s.node.Resource(in.ctx(), in.address, move.PackageRegistryType)
		if err != nil {
			return err
		}
		return in.printOne(nil, record{raw: resource.Raw})
	}
	packages, err := in.s.node.Packages(in.ctx(), in.address)
	if err != nil {
		return err
	}
	printer := newPrinter(in.out(), in.format, packageColumns(in.format), false)
	for i := range packages {
		if err := printer.print(record{value: &packages[i], cells: packageCells(in.format, &packages[i])}); err != nil {
			return err
		}
	}
	return printer.end()
}

func packageColumns(format string) []column {
	if format == "csv" {
		return csvColumns("name", "upgrade_policy", "upgrade_number", "source_digest", "modules", "with_source", "dependencies")
	}
	columns := []column{
		{title: text.Const("PACKAGE"), width: 24}, {title: text.Const("POLICY"), width: 10}, {title: text.Const("UPGRADES"), width: 8, right: true},
		{title: text.Const("MODULES"), width: 7, right: true}, {title: text.Const("SOURCE"), width: 6}, {title: text.Const("DEPENDENCIES"), width: 24},
	}
	if format == "wide" {
		columns = append(columns, column{title: text.Const("DIGEST"), width: 64}, column{title: text.Const("MODULE NAMES")})
	}
	return columns
}

func packageCells(format string, p *move.Package) []text.Safe {
	names := make([]string, len(p.Modules))
	for i := range p.Modules {
		names[i] = p.Modules[i].Name
	}
	modules, digest := text.Clean(strings.Join(names, " ")), text.Clean(p.SourceDigest)
	policy, upgrades := text.Clean(p.Policy.String()), text.Integer(p.UpgradeNumber)
	if format == "csv" {
		return []text.Safe{text.Clean(p.Name), policy, text.Clean(fmt.Sprint(p.UpgradeNumber)), digest, modules, text.Clean(fmt.Sprint(p.Sources())), render.Dependencies(p)}
	}
	cells := []text.Safe{text.Clean(p.Name), policy, upgrades, text.Integer(uint64(len(p.Modules))), render.Sources(p), orNone(render.Dependencies(p))}
	if format == "wide" {
		cells = append(cells, orNone(digest), orNone(modules))
	}
	return cells
}

// printPublished prints the source that was published with a module, made safe.
func (in *invocation) printPublished(id move.ModuleID) error {
	source, err := in.s.node.ModuleSource(in.ctx(), id)
	if errors.Is(err, move.ErrNoSource) {
		return fmt.Errorf("%w; --source prints its interface", err)
	}
	if err != nil {
		return err
	}
	printer := newPrinter(in.out(), in.format, nil, true)
	for line := range source.Len() {
		if err := printer.write(text.Format("%s\n", render.SourceLine(source.Line(line)))); err != nil {
			return err
		}
	}
	return nil
}
