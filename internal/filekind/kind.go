package filekind

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
	// Text is for text of which nothing says that it is a document.
	Text
	// Empty is for files of 0 bytes.
	Empty
	// Groups is the number of groups.
	Groups = int(iota)
)

// groups has for each group its singular, its plural, and what to do with a file of it,
// if there is something to do.
var groups = [...]struct{ one, many, advice string }{
	Unknown:    {"unknown", "unknown", ""},
	Archive:    {"archive", "archives", "unpack it first"},
	WebArchive: {"web archive", "web archives", "extract its pages first"},
	Compressed: {"compressed file", "compressed files", "decompress it first"},
	Image:      {"image", "images", ""},
	Audio:      {"audio file", "audio files", ""},
	Video:      {"video", "videos", ""},
	Font:       {"font", "fonts", ""},
	Office:     {"office file", "office files", "export it as HTML first"},
	Program:    {"program", "programs", ""},
	Database:   {"database", "databases", ""},
	MailStore:  {"mail store", "mail stores", "convert it to mbox or to single messages first"},
	Data:       {"data file", "data files", ""},
	Text:       {"text file", "text files", ""},
	Empty:      {"empty file", "empty files", ""},
}

// String returns the singular of the group, such as "image".
func (g Group) String() string { return groups[g].one }

// Count returns the group's name for n files: the singular for one, else the plural.
func (g Group) Count(n int) string {
	if n == 1 {
		return groups[g].one
	}
	return groups[g].many
}

// A Kind is a kind of file that is no document.
type Kind struct {
	// Group is what the kind is counted by.
	Group Group
	// Name names the kind with its article, such as "a tar archive".
	Name string
}

// Advice says what to do with a file of the kind to get at documents in it, or returns
// "" if it holds none.
func (k Kind) Advice() string { return groups[k.Group].advice }

// Of returns what a file is that is no document, by its name and head. It returns a kind
// of the group [Text], [Unknown] or [Empty] if it is no kind that is known.
func Of(name string, head []byte) Kind {
	if k, ok := Magic(head); ok {
		return k
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

// Magic returns the kind of file that has head as its beginning, by its magic. ok is false
// if it is none of the table.
func Magic(head []byte) (k Kind, ok bool) {
	for i := range magics {
		if m := &magics[i]; m.mayMatch(head) && m.matches(head) {
			return m.Kind, true
		}
	}
	return Kind{}, false
}

// A magic is what the head of a kind of file has.
type magic struct {
	Kind
	at    int    // the offset of bytes
	bytes string // a "?" matches any byte
	check func(head []byte) bool
}

// mayMatch reports whether the first byte of the pattern matches: it is quick, and false
// for almost all kinds.
func (m *magic) mayMatch(head []byte) bool {
	if m.bytes == "" {
		return true
	}
	return m.at < len(head) && (head[m.at] == m.bytes[0] || m.bytes[0] == '?')
}

// matches reports whether head has the magic.
func (m *magic) matches(head []byte) bool {
	return hasAt(head, m.at, m.bytes) && (m.check == nil || m.check(head))
}

// hasAt reports whether head has the bytes of a pattern at an offset. A "?" in the
// pattern matches any byte.
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
