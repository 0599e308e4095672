package linklist

// The formats.
const (
	Text = "text"
	JSON = "json"
	TSV  = "tsv"
	WAT  = "wat"
)

// Formats returns the names of the formats.
func Formats() []string { return []string{Text, JSON, TSV, WAT} }
