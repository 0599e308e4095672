//go:build js && wasm

package main

import (
	"runtime"
	"sync"
	"syscall/js"

	"github.com/hrefix/hrefix/cmd/hrefix-wasm/internal/batch"
	"github.com/hrefix/hrefix/internal/engine"
)

// A rewriter is an engine.Rewriter that JavaScript has opened. One with a function decide is for one call.
type rewriter struct {
	*engine.Rewriter
	decide js.Value
	links  batch.Links
}

var (
	rewriters = make(map[int]*rewriter)
	last      int // the number of the rewriter that was opened last
)

func open(args []js.Value) any {
	opts, err := options(args[0])
	if err != nil {
		return err.Error()
	}
	r := &rewriter{decide: args[1]}
	if r.decide.Truthy() {
		opts.Decide = r.answer
	}
	if r.Rewriter, err = engine.New(opts); err != nil {
		return err.Error()
	}
	last++
	rewriters[last] = r
	return last
}

func forget(args []js.Value) any {
	delete(rewriters, args[0].Int())
	return nil
}

// answer asks JavaScript what becomes of a link: a URL, null to keep it, undefined for the default, or false
// after an exception.
func (r *rewriter) answer(ref *engine.Reference) engine.Decision {
	switch answer := r.decide.Invoke(string(r.links.Append(nil, ref))); answer.Type() {
	case js.TypeString:
		return engine.Decision{Replace: true, URL: answer.String()}
	case js.TypeNull:
		return engine.Decision{Keep: true}
	case js.TypeBoolean:
		panic(interrupt{})
	default:
		return engine.Decision{}
	}
}

// sources are buffers for sources that are not in use.
var sources = sync.Pool{New: func() any { return new([]byte) }}

// maxKept is the size of the largest buffer that is kept for the next call. Memory of WebAssembly never
// shrinks.
const maxKept = 2 << 20

// collectAfter is the number of bytes of sources after which garbage is collected. Go keeps arrays of
// JavaScript alive until then, and does not know their sizes.
const collectAfter = 32 << 20

// copied counts bytes of sources since garbage was collected.
var copied int

// begin returns the rewriter and the source from the first arguments of a call, and a function that must be
// called when the source is no longer needed.
func begin(args []js.Value) (r *rewriter, source []byte, end func()) {
	r, array := rewriters[args[0].Int()], args[1]
	buffer := sources.Get().(*[]byte)
	n := array.Length()
	if cap(*buffer) < n {
		*buffer = make([]byte, n)
	}
	source = (*buffer)[:n]
	js.CopyBytesToGo(source, array)
	r.links.Reset(source) // the links for answer
	return r, source, func() {
		r.links.Reset(nil)
		if cap(*buffer) <= maxKept {
			sources.Put(buffer)
		}
		if copied += n; copied > collectAfter {
			copied = 0
			runtime.GC()
		}
	}
}

func rewrite(args []js.Value) any {
	r, source, end := begin(args)
	defer end()
	plan := r.Plan(source)
	defer plan.Release()
	if plan.Changes() {
		result, err := plan.Bytes()
		if err != nil {
			panic(err)
		}
		js.CopyBytesToJS(args[2].Invoke(len(result)), result)
	}
	args[3].Invoke(string(batch.Plan(plan)))
	return nil
}

func links(args []js.Value) any {
	r, source, end := begin(args)
	defer end()
	var list batch.Links
	list.Reset(source)
	list.List(r.Rewriter, func(json []byte) { args[2].Invoke(string(json)) })
	return nil
}

func documents(args []js.Value) any {
	r, source, end := begin(args)
	defer end()
	batch.Documents(r.Rewriter, source, func(json []byte) { args[2].Invoke(string(json)) })
	return nil
}
