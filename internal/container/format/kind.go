package format

// A Kind is what the members of a file are.
type Kind uint8

const (
	// Documents are documents of any type.
	Documents Kind = iota
	// Messages are messages of mail.
	Messages
	// Lines are lines of JSON text, in which only the strings that the user names are read.
	// Without such names, a file of the format is no document, whatever its extension is.
	Lines
	// Records are the records of a web archive: each [Member] that is not broken has a Record, whose
	// URL stays when links move.
	Records
	// Resources are what a saved page is made of. They find each other by their URLs, which
	// stay when links move.
	Resources
	// Files are the files of a bundle, which is a tree: the Name of a Member is the path of the
	// file.
	Files
)

// nouns are what members are called.
var nouns = [...]string{Messages: "message", Lines: "line", Resources: "resource", Files: ""}

// Noun returns what a member with a document is called in reports, such as "line". It is empty if the
// names of members, or their records, say more than their numbers.
func (k Kind) Noun() string { return nouns[k] }
