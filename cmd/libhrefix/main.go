package main

// #include "call.h"
import "C"

import (
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/hrefix/hrefix/cmd/libhrefix/internal/options"
	"github.com/hrefix/hrefix/resolve"
	"github.com/hrefix/hrefix/rewrite"
)

func main() {} // a library needs no main, but its package must be main

//export hrefixGoRewrite
func hrefixGoRewrite(c *C.hrefix_call) C.int { return answer(c, rewriteSource) }

//export hrefixGoLinks
func hrefixGoLinks(c *C.hrefix_call) C.int { return answer(c, listLinks) }

//export hrefixGoResolve
func hrefixGoResolve(c *C.hrefix_call) C.int { return answer(c, resolveReference) }

//export hrefixGoVersion
func hrefixGoVersion() *C.char { return versionText }

var versionText = C.CString(version())

// Errors of a call, each with the code that C gets.
var (
	errUnresolved = errors.New("no target: the base cannot be used with this dialect, or the rules for resolution make no URL of the reference")
	errStopped    = errors.New("stopped by the callback")
	errAnswer     = errors.New("the callback gave text that is not a URL: empty, with spaces around it, with control characters, or not UTF-8")
	errMemory     = errors.New("no memory for the result")
)

// code returns the code of an error.
func code(err error) C.int {
	for _, one := range []struct {
		err  error
		code C.int
	}{
		{rewrite.ErrOptions, C.HREFIX_ERROR_OPTIONS},
		{errUnresolved, C.HREFIX_ERROR_UNRESOLVED},
		{errStopped, C.HREFIX_ERROR_STOPPED},
		{errAnswer, C.HREFIX_ERROR_ARGUMENT},
		{errMemory, C.HREFIX_ERROR_MEMORY},
	} {
		if errors.Is(err, one.err) {
			return one.code
		}
	}
	return C.HREFIX_ERROR_INTERNAL
}

// answer calls f, and gives its error to C.
func answer(c *C.hrefix_call, f func(*C.hrefix_call) error) C.int {
	if err := protect(func() error { return f(c) }); err != nil {
		return fail(c.result, err)
	}
	return C.HREFIX_OK
}

// protect calls f, and returns its error, or an error that describes its panic. A panic is a bug, and must
// not end the program that uses the library.
func protect(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("a bug: %v\n%s", r, debug.Stack())
		}
	}()
	return f()
}

// fail stores the message of an error in a result, and returns its code.
func fail(result *C.hrefix_result, err error) C.int {
	message := "hrefix: " + err.Error()
	release(result)
	text, err2 := newText(result, len(message))
	if err2 != nil {
		return code(err2)
	}
	copy(text, message)
	return code(err)
}

// rewriteSource is hrefix_rewrite.
func rewriteSource(c *C.hrefix_call) error {
	base, text := stringOf(c.base), stringOf(c.options)
	asker := asker{call: c}
	defer asker.chars.release()
	var rw *rewrite.Rewriter
	var err error
	if c.decide == nil {
		rw, err = known.get(base, text)
	} else { // the Rewriter asks the callback of this call only
		var o rewrite.Options
		if o, err = readOptions(base, text); err == nil {
			o.Decide = asker.decide
			rw, err = rewrite.New(o)
		}
	}
	if err != nil {
		return err
	}
	src := bytesOf(c.in)
	plan := rw.Plan(src)
	if asker.err != nil {
		return asker.err
	}
	size := len(src)
	for e := range plan.Edits() {
		size += len(e.New) - (e.End - e.Start)
	}
	result, err := newText(c.result, size)
	if err != nil {
		return err
	}
	_, err = plan.WriteTo(&sink{result})
	return err
}

// readOptions returns the options of a call.
func readOptions(base, text string) (rewrite.Options, error) {
	o, err := options.Parse([]byte(text))
	if err != nil {
		return o, fmt.Errorf("%w: %w", rewrite.ErrOptions, err)
	}
	o.Base = base
	return o, nil
}

// resolveReference is hrefix_resolve.
func resolveReference(c *C.hrefix_call) error {
	o, err := readOptions("", stringOf(c.options))
	if err != nil {
		return err
	}
	base := stringOf(c.base)
	target, outcome := o.Dialect.Base(base).Resolve(stringOf(c.in))
	if outcome == resolve.Unresolved {
		if _, err := rewrite.New(rewrite.Options{Base: base}); err != nil {
			return fmt.Errorf("%w: %v", errUnresolved, err)
		}
		return errUnresolved
	}
	text, err := newText(c.result, len(target))
	copy(text, target)
	return err
}
