package bundle

// Origins are the URLs that pages were retrieved from, by their paths.
type Origins struct{}
