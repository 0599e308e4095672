package main

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// A wget peer is wget -k, which gets a page and makes the links absolute of what
// it does not get besides. It is measured against a server on the loopback
// interface, run twice over as many copies of the page, with and without -k: the
// difference in processor time is what -k takes.
type wget struct {
	shop    *workshop
	docs    []document
	server  *http.Server
	address string
	version string
}

func newWget(shop *workshop) peer { return &wget{shop: shop} }

// leastCopies are fetched at least, so that the difference is large enough.
const leastCopies = 3

func (p *wget) about() about {
	return about{"wget -k", p.version, "processor time with -k less that without; no srcdoc, no formaction; makes #x lead to the saved file; reads and writes files"}
}

func (p *wget) start(docs []document) error {
	if err := p.shop.need(debian("wget", command("wget"))); err != nil {
		return err
	}
	if out, err := exec.Command("wget", "--version").Output(); err == nil && len(strings.Fields(string(out))) > 2 {
		p.version = "wget " + strings.Fields(string(out))[2]
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	p.docs, p.address = docs, listener.Addr().String()
	p.server = &http.Server{Handler: http.HandlerFunc(p.serve), ReadHeaderTimeout: time.Minute}
	go p.server.Serve(listener)
	return nil
}

// serve answers /dir/DOC/COPY.html with the document.
func (p *wget) serve(w http.ResponseWriter, r *http.Request) {
	doc, err := strconv.Atoi(filepath.Base(filepath.Dir(r.URL.Path)))
	if err != nil || doc < 0 || doc >= len(p.docs) {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/html")
	w.Header().Set("Content-Length", strconv.Itoa(len(p.docs[doc].data)))
	_, _ = w.Write(p.docs[doc].data)
}

func (p *wget) check(doc int) (links int, err error) {
	_, err = p.fetch(doc, 1, func(dir string) error {
		data, err := os.ReadFile(filepath.Join(dir, "0.html"))
		links = strings.Count(string(data), "http://"+p.address)
		return err
	}, "-k")
	return links, err
}

func (p *wget) round(doc, times int) (time.Duration, error) {
	copies := max(times, leastCopies)
	plain, err := p.fetch(doc, copies, nil)
	if err != nil {
		return 0, err
	}
	converting, err := p.fetch(doc, copies, nil, "-k")
	took := max(converting-plain, time.Nanosecond)
	return took * time.Duration(times) / time.Duration(copies), err
}

// fetch runs wget, and returns its processor time.
func (p *wget) fetch(doc, copies int, look func(dir string) error, flags ...string) (time.Duration, error) {
	dir, err := os.MkdirTemp(p.shop.scratch, "wget-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	var urls strings.Builder
	for i := range copies {
		fmt.Fprintf(&urls, "http://%s/dir/%d/%d.html\n", p.address, doc, i)
	}
	cmd := exec.Command("wget", append([]string{"--no-config", "--no-hsts", "-q", "-P", dir, "-i", "-"}, flags...)...)
	cmd.Stdin = strings.NewReader(urls.String())
	if out, err := cmd.CombinedOutput(); err != nil {
		return 0, fmt.Errorf("wget: %w: %s", err, out)
	}
	took := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	if look != nil {
		err = look(dir)
	}
	return took, err
}

func (p *wget) stop() {
	if p.server == nil {
		return
	}
	if err := p.server.Close(); err != nil && !errors.Is(err, http.ErrServerClosed) {
		fmt.Fprintln(p.shop.log, err)
	}
}
