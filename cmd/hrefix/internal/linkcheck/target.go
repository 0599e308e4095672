package linkcheck

// Files are the files of the trees that are checked. They are safe for concurrent use.
type Files interface {
	// Lookup finds what an absolute URL without a fragment names.
	Lookup(url string) Target
	// Size returns the size in bytes of a file, or -1 if it is not known.
	Size(file int) int64
}

// A Target is what a URL names.
type Target struct {
	State State
	File  int    // its number, if State is File
	Name  string // of what the tree has instead, if State is OtherCase
}

// A State says whether the trees have a target.
type State uint8

// The states.
const (
	Outside   State = iota // the URL is that of no tree
	File                   // it is a file
	Directory              // it is a directory without an index
	OtherCase              // the name of a file differs in case only
	Missing                // there is nothing
	Escaped                // it leads above the top of the tree
)

// A Fault is what is wrong with a link, or with a name.
type Fault struct {
	Rule    *Rule
	Text    string // a sentence; that of the rule unless there is more to say
	URL     string // the target; empty if it is not known
	Warning bool
}

// A Rule is what a link has to obey. Its code does not change between versions.
type Rule struct{ Code, Text string }

// The rules.
var (
	missing     = &Rule{"missing-file", "no such file"}
	otherCase   = &Rule{"other-case", "the case of the name differs"}
	noIndex     = &Rule{"no-index", "a directory without an index file"}
	noAnchor    = &Rule{"no-anchor", "nothing in the target has this fragment as its id or name"}
	emptyFile   = &Rule{"empty-file", "the file is empty"}
	outOfTree   = &Rule{"out-of-tree", "leads out of the tree"}
	noPart      = &Rule{"no-part", "no part of the message has this Content-ID"}
	duplicateID = &Rule{"duplicate-id", "an element before has the same id"}
	orphan      = &Rule{"orphan", "no link leads here from a start page"}
)

// Rules returns all rules.
func Rules() []Rule {
	return []Rule{*missing, *otherCase, *noIndex, *noAnchor, *emptyFile, *outOfTree, *noPart, *duplicateID, *orphan}
}

// fault returns the fault of breaking a rule. more is appended to the sentence.
func (r *Rule) fault(url []byte, more string) *Fault {
	return &Fault{Rule: r, Text: r.Text + more, URL: string(url)}
}
