package main

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/hrefix/hrefix/rewrite"
)

// TestProtect: a panic becomes an error that has its stack.
func TestProtect(t *testing.T) {
	err := protect(func() error { panic("broken") })
	if err == nil || !strings.Contains(err.Error(), "a bug: broken") || !strings.Contains(err.Error(), "TestProtect") {
		t.Error(err)
	}
	if err := protect(func() error { return errStopped }); !errors.Is(err, errStopped) {
		t.Error(err)
	}
	if err := protect(func() error { return nil }); err != nil {
		t.Error(err)
	}
}

// TestCodes: each kind of error has a code of its own.
func TestCodes(t *testing.T) {
	_, optionsErr := readOptions("", "[]")
	_, baseErr := known.get("a/b", "")
	if !errors.Is(optionsErr, rewrite.ErrOptions) || !errors.Is(baseErr, rewrite.ErrOptions) {
		t.Error(optionsErr, baseErr)
	}
	if code(optionsErr) != code(baseErr) {
		t.Error("options and base have different codes")
	}
	seen := make(map[int]error)
	for _, err := range []error{optionsErr, errUnresolved, errStopped, errAnswer, errMemory, errors.New("another")} {
		if other := seen[int(code(err))]; other != nil {
			t.Errorf("%v and %v have one code", err, other)
		}
		seen[int(code(err))] = err
	}
}

// TestRewriters: recent Rewriters are kept, and the others are made again.
func TestRewriters(t *testing.T) {
	var r rewriters
	get := func(base string) *rewrite.Rewriter {
		rw, err := r.get(base, "")
		if err != nil {
			t.Fatal(err)
		}
		return rw
	}
	first := get("http://first/")
	for range maxRecent {
		if get("http://first/") != first {
			t.Fatal("made again")
		}
		get("http://h/" + strings.Repeat("x", len(r.recent)))
	}
	if len(r.recent) != maxRecent || get("http://first/") != first {
		t.Errorf("%d are kept", len(r.recent))
	}
	for i := range maxRecent {
		get("http://other/" + strings.Repeat("x", i))
	}
	if len(r.recent) != maxRecent || get("http://first/") == first {
		t.Errorf("%d are kept, with the oldest", len(r.recent))
	}
	get("http://h/" + strings.Repeat("x", maxRecentText))
	if len(r.recent) != maxRecent || len(r.recent[maxRecent-1].base) > maxRecentText {
		t.Error("a long base is kept")
	}
}

// TestRewritersConcurrent: many goroutines use more Rewriters than are kept.
func TestRewritersConcurrent(t *testing.T) {
	var r rewriters
	var wg sync.WaitGroup
	for g := range 16 {
		wg.Go(func() {
			for i := range 300 {
				base := fmt.Sprintf("http://h%d/", (i*7+g)%(2*maxRecent))
				rw, err := r.get(base, `{"type":"html"}`)
				if err != nil {
					t.Error(err)
				} else if got := string(rw.Bytes([]byte("<a href=x>"))); got != "<a href="+base+"x>" {
					t.Errorf("%s with %s", got, base)
				}
			}
		})
	}
	wg.Wait()
}

// TestIsURL: what a callback may answer.
func TestIsURL(t *testing.T) {
	for _, good := range []string{"x", "http://h/ é", "#", "a b"} {
		if !isURL(good) {
			t.Errorf("%q is refused", good)
		}
	}
	for _, bad := range []string{"", " x", "x ", "a\nb", "a\tb", "x\x7f", "\x00", "\xff", "\xed\xa0\x80"} {
		if isURL(bad) {
			t.Errorf("%q is accepted", bad)
		}
	}
}
