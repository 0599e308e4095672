package format

// An Archive says what becomes of the records of a web archive whose documents change.
type Archive struct {
	// Changes says how a changed record is written.
	Changes RecordChanges
	// Identity writes the bodies of HTTP responses that are replaced without their
	// codings. Otherwise they get the codings that they had.
	Identity bool
}

// RecordChanges are the ways in which a changed record of a web archive is written.
type RecordChanges uint8

const (
	// ReadRecords is for archives that are only read.
	ReadRecords RecordChanges = iota
	// AddConversions keeps the record, and adds a record "conversion" after it, which
	// has the changed document.
	AddConversions
	// ReplaceRecords writes the changed record instead of the old one.
	ReplaceRecords
)

// A Reporter is a MemberWriter that may have something to report about the file as a
// whole. Report is called after Close, and returns sentences for people.
type Reporter interface {
	MemberWriter
	Report() []string
}
