package filekind

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
)

// A Group is a set of kinds that are counted together.
type Group uint8

// The groups.
const (
	// Unknown is for bytes that are neither text nor a known format.
	Unknown Group = iota
	Archive
	WebArchive
	Compressed
	Image
	Audio
	Video
	Font
	Office
	Program
	Database
	MailStore
	Data
	// VersionControl is for directories of version control systems, such as .git.
	VersionControl
	// BackupDirectory is for directories of backups that the command made.
	BackupDirectory
	// Encoding is for text in an encoding that hrefix cannot read.
	Encoding
	// Markup is for text in a markup language that is not HTML or XML.
	Markup
	// Text is for text that nothing identifies as a document.
	Text
	// Empty is for files of 0 bytes.
	Empty
	// SymbolicLink is for symbolic links in directories.
	SymbolicLink
	// Special is for named pipes, sockets and devices.
	Special
	// Backup is for backups of files in the same directory.
	Backup
	// Unselected is for files that the user did not select.
	Unselected
	// Report is for pages that the command wrote about other files.
	Report
	// Groups is the number of groups.
	Groups = int(iota)
)

// groups has the singular and the plural name of each group, and the advice for a file of
// the group, if there is any.
var groups = [...]struct{ one, many, advice string }{
	Unknown:         {"unknown", "unknown", ""},
	Archive:         {"archive", "archives", "unpack it first"},
	WebArchive:      {"web archive", "web archives", "extract its pages first"},
	Compressed:      {"compressed file", "compressed files", "decompress it first"},
	Image:           {"image", "images", ""},
	Audio:           {"audio file", "audio files", ""},
	Video:           {"video", "videos", ""},
	Font:            {"font", "fonts", ""},
	Office:          {"office file", "office files", "export it as HTML first"},
	Program:         {"program", "programs", ""},
	Database:        {"database", "databases", ""},
	MailStore:       {"mail store", "mail stores", "convert it to mbox or to single messages first"},
	Data:            {"data file", "data files", ""},
	VersionControl:  {"version control directory", "version control directories", ""},
	BackupDirectory: {"backup directory", "backup directories", ""},
	Encoding:        {"text in another encoding", "texts in other encodings", "convert it to UTF-8 first"},
	Markup:          {"text in Markdown or the like", "texts in Markdown or the like", "make HTML of it first, or give -t html to read only the HTML in it"},
	Text:            {"text file", "text files", ""},
	Empty:           {"empty file", "empty files", ""},
	SymbolicLink:    {"symbolic link", "symbolic links", ""},
	Special:         {"special file", "special files", ""},
	Backup:          {"backup", "backups", ""},
	Unselected:      {"file that is not selected", "files that are not selected", ""},
	Report:          {"report", "reports", ""},
}

// String returns the singular of the group, such as "image".
func (g Group) String() string {
	if int(g) >= len(groups) {
		return fmt.Sprintf("Group(%d)", uint8(g))
	}
	return groups[g].one
}

// Count returns the group's name for n files: the singular for one, else the plural.
func (g Group) Count(n int) string {
	if n == 1 {
		return groups[g].one
	}
	return groups[g].many
}

// MayHoldDocuments reports whether files of the group may contain documents, or can be converted to documents.
func (g Group) MayHoldDocuments() bool { return groups[g].advice != "" }

// A Kind is a kind of file that is not a document.
type Kind struct {
	// Group is the group that the kind is counted in.
	Group Group
	// Name names the kind with its article, such as "a tar archive".
	Name string
}

// The kinds of zip files that may have pages, and of JSON.
var (
	Zip      = Kind{Archive, "a zip archive"}
	EmptyZip = Kind{Archive, "an empty zip archive"}
	EPUB     = Kind{Office, "an EPUB book"}
	WACZ     = Kind{WebArchive, "a WACZ file"} // a WACZ file holds web archives
	JSON     = Kind{Data, "JSON data"}
)

// The kinds of mail that a command converts.
var (
	babyl   = Kind{MailStore, "a mailbox of Rmail (Babyl)"}
	mmdf    = Kind{MailStore, "an MMDF mailbox"}
	outlook = Kind{MailStore, "an Outlook message"}
)

// advice is what to do with files of kinds that need another advice than their group.
var advice = map[Kind]string{
	WACZ:    "links, base, check, report and extract read it; to change links, unzip it, and give the files in its directory archive",
	JSON:    "give --json-field NAME=html for the fields that have documents",
	babyl:   "convert it to mbox first: emacs -batch -f batch-unrmail FILE",
	outlook: "convert it to .eml first: msgconvert FILE (libemail-outlook-message-perl)",
	mmdf:    `convert it to mbox first: python3 -c 'from mailbox import *; i, o = MMDF("FILE"), mbox("NEW"); [o.add(i.get_bytes(k, True)) for k in i.keys()]; o.flush()'`,
}

// Advice returns what to do with a file of the kind to get the documents in it, or "" if
// such files hold no documents.
func (k Kind) Advice() string {
	if charset := k.Charset(); charset != "" {
		return "give its charset, " + charset
	}
	return cmp.Or(advice[k], groups[k.Group].advice)
}

// The names of text in UTF-16 that readers do not recognise.
const (
	littleEndian = "text in UTF-16, little-endian, without a byte order mark"
	bigEndian    = "text in UTF-16, big-endian, without a byte order mark"
)

// Charset returns the charset that a user has to give so that a file of the kind is read, or "".
func (k Kind) Charset() string {
	switch k.Name {
	case littleEndian:
		return "utf-16le"
	case bigEndian:
		return "utf-16be"
	}
	return ""
}

// Of returns the kind of a file that is not a document, by its name and head. If the kind
// is not known, the group of the result is [Text], [Unknown] or [Empty].
func Of(name string, head []byte) Kind {
	if k, ok := Magic(head); ok {
		if k.Group == Archive && strings.EqualFold(path.Ext(name), ".wacz") && hasAt(head, 0, zipMagic) {
			return WACZ
		}
		if strings.EqualFold(path.Ext(name), ".msg") && hasAt(head, 0, oleMagic) { // the head may not have the names of its streams
			return outlook
		}
		if named, ok := Package(name); ok && (k == Zip || k == EmptyZip && named != WACZ) {
			return named
		}
		return k
	}
	if IsUTF16(head) && !hasBOM(head) {
		if head[0] == 0 {
			return Kind{Encoding, bigEndian}
		}
		return Kind{Encoding, littleEndian}
	}
	if !IsText(head, false) {
		return Kind{Unknown, "neither text nor a known kind of file"}
	}
	if k, ok := Script(name, head); ok {
		return k
	}
	if len(head) == 0 {
		return Kind{Empty, "an empty file"}
	}
	return Kind{Text, "a text file"}
}

// Magic returns the kind of the file that begins with head, by its magic. ok is false if
// no magic in the table matches.
func Magic(head []byte) (k Kind, ok bool) {
	for i := range magics {
		m := &magics[i]
		matches := func(pattern string) bool { return hasAt(head, m.at, pattern) }
		if slices.ContainsFunc(m.patterns, matches) && (m.check == nil || m.check(head)) {
			return m.Kind, true
		}
	}
	return Kind{}, false
}

// hasAt reports whether the bytes of head at the offset at match the pattern, in which
// "?" matches any byte.
func hasAt(head []byte, at int, pattern string) bool {
	if len(head) < at+len(pattern) {
		return false
	}
	for i := range len(pattern) {
		if c := pattern[i]; c != head[at+i] && c != '?' {
			return false
		}
	}
	return true
}
