// Package compiler compiles the Move modules of a local network. It accepts the part of Move that their sources need: structs with
// abilities, generic functions, references, vectors and global storage. There are no specifications, inline functions, closures,
// enums or receiver calls, and neither abilities nor borrows are checked: the sources are trusted, and a test checks the types of
// what they compile to.
//
// The output is version 6 of Move's binary format, with an error map in the metadata, and a source map, as the compiler of Aptos
// writes them.
package compiler
