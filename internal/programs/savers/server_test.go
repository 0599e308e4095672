//go:build unix

package savers

import (
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// A server is a proxy on the loopback interface that answers for the hosts of the site.
type server struct {
	*httptest.Server
	site *site

	mu   sync.Mutex
	errs []string
}

// serve serves the site until the test ends, which fails if a request came from another
// machine.
func serve(t testing.TB, s *site) *server {
	p := &server{site: s}
	p.Server = httptest.NewServer(p)
	t.Cleanup(func() {
		p.CloseClientConnections()
		p.Close()
		require.Empty(t, p.errs)
	})
	return p
}

// escapes are those of URLs. %c3 and %C3 are equal for servers.
var escapes = regexp.MustCompile(`%[0-9A-Fa-f]{2}`)

// notFound answers that the site lacks a page: with a page, as most servers do, and with plain text
// if the URL has a query.
func notFound(w http.ResponseWriter, r *http.Request) {
	if r.URL.RawQuery != "" {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(http.StatusNotFound)
	_, _ = w.Write([]byte("<!DOCTYPE html><title>Not Found</title><p>Not Found <a href=\"/\">home</a>"))
}

// ServeHTTP answers a request to the proxy.
func (p *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if ip := net.ParseIP(host); err != nil || ip == nil || !ip.IsLoopback() {
		p.mu.Lock()
		p.errs = append(p.errs, "a request from "+r.RemoteAddr)
		p.mu.Unlock()
		w.WriteHeader(http.StatusForbidden)
		return
	}
	at := escapes.ReplaceAllStringFunc(r.URL.String(), strings.ToUpper)
	w.Header().Set("Cache-Control", "no-store")
	if to, ok := p.site.redirects[at]; ok {
		http.Redirect(w, r, to, http.StatusMovedPermanently)
		return
	}
	f, ok := p.site.files[at]
	if !ok {
		notFound(w, r)
		return
	}
	w.Header().Set("Content-Type", f.mediaType)
	if strings.HasPrefix(at, cdn) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
	}
	_, _ = w.Write(f.body)
}
