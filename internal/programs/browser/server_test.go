//go:build unix

package browser

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// policy prevents a document from loading anything and running scripts, while the parser
// takes scripting to be on. Style sheets inside it apply. It does not restrict BASE: even
// "base-uri *" would forbid a URL with another scheme than http and the like.
const policy = "default-src 'none'; style-src 'unsafe-inline'"

// hostPath is the path of the host page, on every host.
const hostPath = "/host-page-of-the-test"

// readerFiles are the scripts of the host page.
var readerFiles = []string{"testdata/table.js", "testdata/grammars.js", "testdata/reader.js"}

// A page is a document on the server.
type page struct {
	mediaType string
	body      []byte
	free      bool                      // it may load anything
	reply     func(http.ResponseWriter) // what answers instead of the body; nil for most
}

// server is a proxy that answers for every host: with the pages that it was given, or with
// an empty 404.
type server struct {
	*httptest.Server
	host []byte

	mu       sync.Mutex
	pages    map[string]page
	others   []string // requests for URLs without a page
	requests []string // all requests except those for documents that load nothing
	errs     []string // unexpected events
}

// startServer starts a server on the loopback interface. It stops at the end of the test,
// which fails if a request came from another machine.
func startServer(t testing.TB) *server {
	s := &server{pages: make(map[string]page)}
	var b strings.Builder
	b.WriteString("<!DOCTYPE html><meta charset=utf-8><title>host</title><body>\n")
	for _, f := range readerFiles {
		data, err := os.ReadFile(f)
		require.NoError(t, err)
		fmt.Fprintf(&b, "<script>\n%s</script>\n", data)
	}
	s.host = []byte(b.String())
	s.Server = httptest.NewServer(s)
	t.Cleanup(func() {
		s.CloseClientConnections()
		s.Close()
		require.Empty(t, s.errs)
	})
	return s
}

// put serves a document that may load nothing at url.
func (s *server) put(url, mediaType string, body []byte) {
	s.add(url, page{mediaType: mediaType, body: body})
}

// serve serves a document that may load anything, or a resource, at url.
func (s *server) serve(url, mediaType string, body []byte) {
	s.add(url, page{mediaType: mediaType, body: body, free: true})
}

func (s *server) add(url string, p page) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.pages[url]; ok {
		s.errs = append(s.errs, "two documents at "+url)
	}
	s.pages[url] = p
}

// drop removes all documents.
func (s *server) drop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.pages)
}

// ServeHTTP answers a request to the proxy.
func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !s.fromLoopback(r) {
		w.WriteHeader(http.StatusForbidden)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	if r.URL.Path == hostPath {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write(s.host)
		return
	}
	s.mu.Lock()
	p, ok := s.pages[r.URL.String()]
	if !ok {
		s.others = append(s.others, r.URL.String())
	}
	if !ok || p.free {
		s.requests = append(s.requests, r.URL.String())
	}
	s.mu.Unlock()
	if !ok {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", p.mediaType)
	if p.free {
		w.Header().Set("Access-Control-Allow-Origin", "*") // modules are requested by CORS
	} else {
		w.Header().Set("Content-Security-Policy", policy)
	}
	if p.reply != nil {
		p.reply(w)
		return
	}
	_, _ = w.Write(p.body)
}

// fromLoopback reports whether a request comes from this machine, and records an error if
// not.
func (s *server) fromLoopback(r *http.Request) bool {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if ip := net.ParseIP(host); err == nil && ip != nil && ip.IsLoopback() {
		return true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.errs = append(s.errs, "a request from "+r.RemoteAddr)
	return false
}

// requested returns all requests but those for documents that load nothing.
func (s *server) requested() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// asked returns the requests for URLs without a page.
func (s *server) asked() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.others)
}
