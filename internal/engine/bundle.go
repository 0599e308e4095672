package engine

// The members of a bundle are the files of a tree. They are documents by the same rules as files in
// a directory: their name or their content has to show that.

// isDocument reports whether a file of a bundle is a document. The defect of a bundle in a bundle
// is why the documents in it stay.
func (o *Options) isDocument(name string, head func() []byte) (is bool, defect string) {
	if o.Skips != nil && o.Skips(name) {
		return false, ""
	}
	found := Detect(o.Charset, name, head())
	if found.Type.IsBundle() {
		return false, "an archive in an archive: " + found.Type.String()
	}
	return found.Known && found.Type != Other, ""
}
