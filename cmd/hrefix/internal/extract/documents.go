package extract

import (
	"strings"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/crawl"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/filekind"
)

// A rewriterKey has the options in which rewriters differ.
type rewriterKey struct {
	t       detect.Type
	charset string
}

// typeOf returns the type of a document.
func typeOf(k crawl.Kind) detect.Type {
	switch k {
	case crawl.HTML:
		return detect.HTML
	case crawl.CSS:
		return detect.CSS
	}
	return detect.XML
}

// rewriter returns a rewriter for documents like the document of a file, whose record gives it a charset.
func (r *Run) rewriter(f *crawl.File, charset string) (*engine.Rewriter, error) {
	if charset = strings.ToLower(charset); !engine.IsCharset(charset) {
		charset = ""
	}
	key := rewriterKey{typeOf(f.Kind), charset}
	if rw := r.shared[key]; rw != nil {
		return rw, nil
	}
	opts := r.Engine
	opts.Mode, opts.Type, opts.Tree = engine.MakeRelative, key.t, f.Tree(f.URL)
	if charset != "" {
		opts.Charset = charset
	}
	rw, err := engine.New(opts)
	if err == nil {
		r.shared[key] = rw
	}
	return rw, err
}

// isOther reports whether a document is really not a document, but an image for example.
func isOther(text []byte) bool {
	_, other := filekind.Magic(text[:min(len(text), headSize)])
	return other
}
