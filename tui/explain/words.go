// words.go reads what nodes, compilers and people write in words.

package explain

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"foredeck/client/move"
	"foredeck/tui/render"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// status reads the vm_status of a transaction or the error of a view function.
func (r *reader) status() {
	status := move.ParseVMStatus(r.text)
	switch status.Kind {
	case move.StatusUnknown:
		return
	case move.StatusOther:
		if !strings.Contains(r.text, " ") && !strings.Contains(r.text, "_") { // any word in capitals
			return
		}
	}
	r.add(r.failed(Status, status))
}

// failed returns the reading of a status.
func (r *reader) failed(kind Kind, status move.VMStatus) Reading {
	reading := Reading{Kind: kind, Value: render.ReasonInFull(&status).String(), Failure: &status}
	if status.Kind == move.StatusExecuted {
		reading.Value = "success"
	}
	reading.Facts = statusFacts(&status)
	if status.Module != nil {
		reading.Opens = to(moduleTarget(*status.Module))
		if status.Function != "" && status.Offset >= 0 {
			reading.Opens = toPlace(move.Candidate{Offset: status.Offset, Function: move.FunctionID{
				Address: status.Module.Address, Module: status.Module.Name, Name: status.Function,
			}})
		}
	}
	return reading
}

// statusFacts returns what is known of a status.
func statusFacts(status *move.VMStatus) (facts []Fact) {
	add := func(name, value string) {
		if value != "" {
			facts = append(facts, Fact{Name: name, Value: value})
		}
	}
	if status.Module != nil {
		facts = append(facts, Fact{"module", status.Module.String(), to(moduleTarget(*status.Module))})
	}
	if status.AbortCode != nil {
		facts = append(facts, codeFacts(*status.AbortCode)...)
	}
	add("name", status.Reason)
	add("meaning", status.Description)
	add("error", status.StatusCode)
	add("place", render.Place(status).String())
	if c := status.Candidates; c != nil && len(c.List) > 1 {
		for _, place := range c.List[:min(len(c.List), render.MaxListed)] {
			facts = append(facts, Fact{"candidate", render.Candidate(place).String(), toPlace(place)})
		}
	}
	for _, note := range render.PlaceNotes(status) {
		add("note", note.String())
	}
	return facts
}

// toPlace returns the link to the instruction of a place, or to its function.
func toPlace(place move.Candidate) *target.Link {
	if place.Offset < 0 {
		return toFunction(place.Function)
	}
	return to(target.Target{Kind: target.Code, Function: place.Function, Offset: place.Offset})
}

// codeFacts returns the parts of an abort code.
func codeFacts(code move.AbortCode) []Fact {
	facts := []Fact{{Name: "code", Value: fmt.Sprintf("%s (%s)", code, text.Integer(uint64(code)))}}
	if category := code.Category(); category != "" {
		facts = append(facts, Fact{Name: "category", Value: category + ", by std::error"},
			Fact{Name: "reason", Value: fmt.Sprintf("%d, by the module", code.Reason())})
	}
	return facts
}

// codeIn matches an abort code with the module that defines it.
var codeIn = text.Regexp(`^(?:abort(?:ed)? (?:with )?(?:code )?)?(0[xX][0-9a-fA-F]{1,16}|[0-9]{1,20}) (?:in|at|of) (\S+::\w+)$|^(\S+::\w+)[ ,:]+(?:abort |code )*(0[xX][0-9a-fA-F]{1,16}|[0-9]{1,20})$`)

// codeOnly matches an abort code that says that it is one.
var codeOnly = text.Regexp(`^(?:abort|code|abort code|abort with|aborted with)[ :=]+(0[xX][0-9a-fA-F]{1,16}|[0-9]{1,20})$`)

// abortIn reads an abort code with its module, and one that says that it is one.
func (r *reader) abortIn() {
	written, module := "", ""
	if match := codeIn().FindStringSubmatch(r.text); match != nil {
		written, module = match[1]+match[4], match[2]+match[3]
	} else if match := codeOnly().FindStringSubmatch(strings.ToLower(r.text)); match != nil {
		written = match[1]
	}
	number, err := strconv.ParseUint(written, 0, 64)
	if err != nil {
		return
	}
	code := move.AbortCode(number)
	status := move.VMStatus{Kind: move.StatusAbort, AbortCode: &code, Offset: -1, FunctionIndex: -1}
	if module != "" {
		id, err := move.ParseModuleID(target.Resolve(module, r.Names))
		if err != nil {
			return
		}
		status.Module = &id
	}
	reading := r.failed(AbortCode, status)
	reading.Value = code.String()
	if module == "" {
		reading.Basis = "the module that aborted gives the code its name: add it, such as 0x1::coin " + code.String()
	}
	r.add(reading)
}

// qualified reads what has a module in it: a module, a function, an instruction, or a type.
func (r *reader) qualified() {
	written := target.Resolve(r.text, r.Names)
	if strings.Contains(written, "::") {
		found, err := target.Candidates(written, nil)
		if err == nil {
			kind := map[target.Kind]Kind{target.Module: Module, target.Function: Function, target.Code: Function, target.Type: Type}
			for i, candidate := range found {
				if candidate.Kind == target.Type && i > 0 && found[0].Kind == target.Function {
					continue // by its first letter
				}
				if of, ok := kind[candidate.Kind]; ok {
					r.add(Reading{Kind: of, Value: candidate.String(), Opens: to(candidate), Facts: r.typeFacts(candidate)})
				}
			}
			return
		}
	}
	kind, err := move.ParseType(written)
	if err != nil || r.hasName(written) {
		return
	}
	reading := Reading{Kind: Type, Value: kind.String()}
	for _, tag := range kind.Structs() {
		reading.Facts = append(reading.Facts, Fact{"struct", tag.String(), to(target.Target{Kind: target.Type, Type: tag})})
	}
	if len(reading.Facts) > 0 {
		reading.Opens = reading.Facts[0].Opens
	}
	if kind.IsSigner() {
		reading.Basis = "the node supplies it: calls have no argument for it"
	}
	r.add(reading)
}

// hasName reports whether the user has saved a name.
func (r *reader) hasName(name string) bool { _, ok := target.FindName(name, r.Names); return ok }

// typeFacts returns the parts of a type.
func (r *reader) typeFacts(t target.Target) (facts []Fact) {
	if t.Kind != target.Type {
		return nil
	}
	for i, argument := range t.Type.TypeArguments {
		fact := Fact{Name: fmt.Sprintf("type arg %d", i), Value: argument.String()}
		if argument.Struct != nil {
			fact.Opens = to(target.Target{Kind: target.Type, Type: *argument.Struct})
		}
		facts = append(facts, fact)
	}
	return facts
}

// declared matches the declaration of a function in Move.
var declared = text.Regexp(`(?s)^(?:#\[[^\]]*\]\s*)*((?:(?:public(?:\([a-z]+\))?|entry|native|inline|package|friend)\s+)*)fun\s+([A-Za-z_][A-Za-z0-9_]*)\s*(?:<(.*?)>)?\s*\((.*?)\)\s*(?::\s*([^{;]+?))?\s*(?:acquires [^{;]*)?[{;]?.*$`)

// declaration reads the declaration of a function in Move.
func (r *reader) declaration() {
	match := declared().FindStringSubmatch(r.text)
	if match == nil {
		return
	}
	reading := Reading{Kind: Declaration, Value: match[2], Basis: "a declaration does not say its module: search for the name in the modules of an account"}
	add := func(name, value string) {
		if value = strings.Join(strings.Fields(value), " "); value != "" {
			reading.Facts = append(reading.Facts, Fact{Name: name, Value: value})
		}
	}
	add("is", strings.TrimSpace(match[1]))
	add("generics", match[3])
	for _, parameter := range splitOutside(match[4]) {
		name, kind, _ := strings.Cut(parameter, ":")
		kind = strings.TrimSpace(kind)
		if parsed, err := move.ParseType(kind); err == nil {
			if kind = parsed.String(); parsed.IsSigner() {
				kind += " (the sender; calls have no argument for it)"
			}
		}
		add("parameter", strings.TrimSpace(name)+": "+kind)
	}
	add("returns", match[5])
	r.add(reading)
}

// splitOutside splits a list at commas that are in no brackets.
func splitOutside(list string) (parts []string) {
	depth, start := 0, 0
	for i, c := range list + "," {
		switch {
		case strings.ContainsRune("<([", c):
			depth++
		case strings.ContainsRune(">)]", c):
			depth--
		case c == ',' && depth <= 0:
			if part := strings.TrimSpace(list[start:i]); part != "" {
				parts = append(parts, part)
			}
			start = i + 1
		}
	}
	return parts
}

// ownLink reads a link of the deck.
func (r *reader) ownLink() {
	if !target.IsLink(r.text) || strings.ContainsAny(r.text, "\n {") {
		return
	}
	link, err := target.ParseLink(target.WithAddresses(r.text, r.Names))
	if err != nil {
		return
	}
	r.add(Reading{Kind: Link, Value: link.String(), Opens: &link, Facts: []Fact{{"network", link.Network, nil}, {"shows", link.Target.Kind.String() + " " + link.Target.String(), nil}}})
}

// pageParts are the words of web explorers and of the API before what a page is about.
var pageParts = map[string]target.Kind{
	"tx": target.Transaction, "txn": target.Transaction, "txs": target.Transaction, "transaction": target.Transaction, "transactions": target.Transaction,
	"address": target.Account, "account": target.Account, "accounts": target.Account, "object": target.Account, "validator": target.Account,
	"block": target.Height, "blocks": target.Height, "height": target.Height,
}

// webPage reads the address of a page of a web explorer, or of a request to a node.
func (r *reader) webPage() {
	address, err := url.Parse(r.text)
	if err != nil || address.Scheme != "https" && address.Scheme != "http" || address.Host == "" {
		return
	}
	parts := slices.DeleteFunc(strings.Split(address.Path+"/"+strings.SplitN(strings.TrimPrefix(address.Fragment, "/"), "?", 2)[0], "/"),
		func(part string) bool { return part == "" })
	about := func(t target.Target) {
		reading := Reading{Kind: Page, Value: t.String(), Opens: to(t), Basis: "by its path; nothing was requested", Facts: []Fact{
			{"host", address.Host, nil}, {t.Kind.String(), t.String(), to(t)},
		}}
		if network := address.Query().Get("network"); network != "" {
			reading.Facts = append(reading.Facts, Fact{Name: "network", Value: network})
		}
		r.add(reading)
	}
	for i := range len(parts) - 1 {
		kind, known := pageParts[strings.ToLower(parts[i])]
		if !known || len(r.found) > 0 {
			continue
		}
		found, _ := target.Candidates(parts[i+1], nil)
		at := slices.IndexFunc(found, func(t target.Target) bool { return t.Kind == kind })
		if at < 0 {
			continue
		}
		t := found[at]
		t.OrTransaction = false
		about(deeper(t, parts[i+2:]))
	}
	for _, part := range parts { // a type, a function, or a hash without a word
		if len(r.found) > 0 {
			return
		}
		if found, err := target.Candidates(part, nil); err == nil && (strings.Contains(part, "::") || len(part) >= 64) {
			about(found[0])
		}
	}
}

// deeper returns the module or function of an account that the rest of a path names, or else the account.
func deeper(account target.Target, rest []string) target.Target {
	if account.Kind != target.Account {
		return account
	}
	at := slices.Index(rest, "modules")
	if at < 0 {
		return account
	}
	rest = slices.DeleteFunc(slices.Clone(rest[at+1:]), func(part string) bool { return slices.Contains([]string{"code", "run", "view", "packages"}, part) })
	for count := min(len(rest), 2); count > 0; count-- {
		if found, err := target.Candidates(account.Address.String()+"::"+strings.Join(rest[:count], "::"), nil); err == nil {
			return found[0]
		}
	}
	return account
}

// names reads saved names and pairs, and addresses and hashes.
func (r *reader) names() {
	found, err := target.Candidates(r.text, r.Names)
	if err != nil {
		return
	}
	for _, candidate := range found {
		candidate.OrTransaction = false
		switch candidate.Kind {
		case target.Account:
			if integer().MatchString(r.text) && len(r.text) < 64 && candidate.Name == "" {
				continue // a number
			}
			reading := Reading{Kind: Account, Value: candidate.Address.String(), Opens: to(candidate), IsGuess: true}
			switch {
			case candidate.Name != "":
				reading.Facts = []Fact{{Name: "name", Value: candidate.Name}}
			case len(r.text) >= 64:
				reading.Basis = "64 digits are an address, a hash or a key"
			}
			r.add(reading)
		case target.Transaction:
			r.add(Reading{Kind: Hash, Value: candidate.Hash, Opens: to(candidate), IsGuess: true, Basis: "64 digits are an address, a hash or a key"})
		case target.Pair:
			r.add(Reading{Kind: Pair, Value: candidate.Pair, Opens: to(candidate)})
		}
	}
}
