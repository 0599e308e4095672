package httrack

import (
	"iter"
	"path"
	"strings"

	"github.com/hrefix/hrefix/internal/urltext"
)

// A Record is a file of a mirror, or a redirect.
type Record struct {
	URL  string // in ASCII, without a fragment
	Path string // as HTTrack writes it, with slashes
	// Decoded is Path with its escapes decoded, if it may have some. Which of the two is the
	// name of the file can be seen only from the files.
	Decoded string
	Failed  bool   // the file has what the server answered instead of a page that it lacks
	To      string // the URL that a redirect leads to; it has no file

	guesses []string // the paths that a file may have in the mirror if the record has no path
}

// Records are the records of a cache.
type Records iter.Seq[Record]

// sample is the number of records from which Files finds out how many directories to cut off.
const sample = 100

// Files yields the records of the files that exist, each with its path in the mirror, and the
// redirects. isFile reports whether the mirror has a regular file at a path, which is local and
// clean.
//
// The same number of directories is cut off from all paths: the one with which most of the first
// 100 files exist, and of equal ones the least.
func (r Records) Files(isFile func(path string) bool) iter.Seq[Record] {
	return func(yield func(Record) bool) {
		var first []Record
		cut := -1
		for rec := range r {
			if cut < 0 {
				if first = append(first, rec); len(first) < sample {
					continue
				}
				cut = bestCut(first, isFile)
				if !files(first, cut, isFile, yield) {
					return
				}
				continue
			}
			if !files([]Record{rec}, cut, isFile, yield) {
				return
			}
		}
		if cut < 0 {
			files(first, bestCut(first, isFile), isFile, yield)
		}
	}
}

// files yields the records whose files exist once cut directories are cut off, and the redirects.
// It reports whether to continue.
func files(records []Record, cut int, isFile func(string) bool, yield func(Record) bool) bool {
	for _, rec := range records {
		p, ok := rec.file(cut, isFile)
		if !ok && rec.To == "" {
			continue
		}
		if !yield(Record{URL: rec.URL, Path: p, Failed: rec.Failed, To: rec.To}) {
			return false
		}
	}
	return true
}

// bestCut returns the number of directories to cut off.
func bestCut(records []Record, isFile func(string) bool) (best int) {
	const deepest = 64
	depth := 0
	for _, rec := range records {
		depth = max(depth, min(strings.Count(rec.Path, "/"), deepest))
	}
	most := 0
	for cut := range depth + 1 {
		n := 0
		for _, rec := range records {
			if _, ok := rec.file(cut, isFile); ok && rec.guesses == nil {
				n++
			}
		}
		if n > most {
			best, most = cut, n
		}
	}
	return best
}

// file returns the path of the record's file in the mirror once cut directories are cut off.
func (r *Record) file(cut int, isFile func(string) bool) (string, bool) {
	for _, p := range []string{r.Decoded, r.Path} {
		for range cut {
			_, p, _ = strings.Cut(p, "/")
		}
		if isLocal(p) && isFile(p) {
			return p, true
		}
	}
	for _, p := range r.guesses {
		if isLocal(p) && isFile(p) {
			return p, true
		}
	}
	return "", false
}

// isLocal reports whether p is a clean path that leads to no other place than below its start.
func isLocal(p string) bool {
	return p != "" && p[0] != '/' && p != "." && p != ".." && !strings.HasPrefix(p, "../") &&
		path.Clean(p) == p && strings.IndexByte(p, 0) < 0
}

// makeURL returns a URL with spaces, control characters, delimiters and other characters than
// those of ASCII escaped. ok is false if it is not one of the web.
func makeURL(s string) (url string, ok bool) {
	s, _, _ = strings.Cut(s, "#")
	scheme, rest, found := strings.Cut(s, "://")
	if !found || rest == "" || rest[0] == '/' || scheme != "http" && scheme != "https" && scheme != "ftp" {
		return "", false
	}
	return urltext.Encode(s, func(c byte) bool {
		return c <= ' ' || c >= 0x7f || strings.IndexByte(`"<>`, c) >= 0
	}), true
}
