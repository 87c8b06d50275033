package command

// Access says whether visitors, who use the program over SSH, have a command or an option. The zero value is not decided: they do not.
type Access struct {
	IsAllowed bool
	Except    string // the argument of an allowed command that visitors do not have, empty if none
	Why       string // visitors do not have it, and what to do instead
	Usage     string // one line of help for visitors, if an allowed option means less for them
}

// Allowed is the access to what visitors have.
var Allowed = Access{IsAllowed: true}

// Refused is the access to what visitors do not have, and why.
func Refused(why string) Access { return Access{Why: why} }
