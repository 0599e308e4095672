package detect

// A Rule is the way in which the type of a document was found. The values do not change between
// versions.
type Rule string

// The rules of [Of], and of callers that know the type.
const (
	RuleGiven      Rule = "given"       // the type was given
	RuleDirectory  Rule = "directory"   // the directory shows the type, as in a Maildir
	RuleMagic      Rule = "magic"       // the magic of a container
	RuleExtension  Rule = "extension"   // the extension of the name
	RuleQuery      Rule = "query"       // the extension before a query in the name
	RuleMailbox    Rule = "mailbox"     // a "From " line with a date
	RuleHeader     Rule = "header"      // the header of a message
	RuleXML        Rule = "xml"         // an XML declaration or a root element
	RulePage       Rule = "page"        // a document type, or a tag of a whole page
	RuleTag        Rule = "tag"         // another tag of HTML
	RuleComment    Rule = "comment"     // a comment, and then text with a tag of HTML
	RuleStyleSheet Rule = "style-sheet" // an at-rule of CSS
	RuleText       Rule = "text"        // text with a tag, and a name that servers give to pages
	RuleJSONFeed   Rule = "json-feed"   // a JSON Feed
	RuleManifest   Rule = "manifest"    // the manifest of a web application
	RuleJSON       Rule = "json"        // JSON, and its fields are given
	RuleGuess      Rule = "guess"       // nothing shows another type
)

// ruleTexts has the text of each rule that is not about a plain name.
var ruleTexts = map[Rule]string{
	RuleDirectory:  "by its directory",
	RuleMagic:      "by its magic",
	RuleQuery:      "by its name before the query",
	RuleMailbox:    "begins with a From line",
	RuleHeader:     "begins with a header",
	RuleXML:        "begins as XML",
	RulePage:       "begins as a page",
	RuleTag:        "begins with a tag",
	RuleComment:    "begins with a comment",
	RuleStyleSheet: "begins as a style sheet",
	RuleText:       "has a tag after text",
	RuleJSONFeed:   "begins as a JSON Feed",
	RuleManifest:   "begins as a web app manifest",
	RuleJSON:       "begins as JSON",
	RuleGuess:      "a guess",
}

// Text returns the rule in words, or "" if the name shows the type or the type was given.
func (r Rule) Text() string { return ruleTexts[r] }

// A Detection is the type of a document, and how it was found. Known is false if the type is
// a guess, or [Other].
type Detection struct {
	Type  Type
	Known bool
	Rule  Rule // empty if Type is Other
}
