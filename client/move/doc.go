// Package move holds the Move language's own things as a chain's node writes
// them: account addresses, type tags, the names of modules and functions, and the
// bytecode of modules.
//
// Parsing is strict (nothing is trimmed, nothing is guessed) and every failure is
// a *ParseError that says at which character which rule was broken. Printing
// gives one canonical form, so that two texts mean the same thing exactly when
// they parse to equal values.
package move
