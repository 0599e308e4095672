// Package promise checks the promises of hrefix for a document. Tests call it for every
// document that they have.
//
//	identity     if there is nothing to rewrite, the output is the source
//	locality     output and source differ only inside the reported edits
//	idempotence  a second run changes nothing
//	meaning      the references of the output are the targets of the source's references
//	honesty      every reference that stays relative is reported, with the reason
//
// If BASE elements are dropped, identity and meaning apply to everything else.
//
// A check that returns shows the sixth promise, no surprise.
package promise

import (
	"bytes"
	"strings"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/engine"
)

// A Reference is a copy of the parts of an [engine.Reference] that tests need.
type Reference struct {
	Part, Element, Attr, Text, Target, Base, Reason string
	Offset                                          int
	Status                                          engine.Status
	Layer                                           base.Layer
	Absolute, TargetAbsolute                        bool // whether the URLs are absolute by the rules of the dialect
}

// A Report is the result of rewriting a document.
type Report struct {
	Output     []byte
	Plan       *engine.Plan
	Edits      []engine.Edit // the edits of the plan
	References []Reference
}

// T is the part of testing.TB that the checks use.
type T interface {
	require.TestingT
	Helper()
}

// Check rewrites src with opts and checks the promises.
func Check(t T, src []byte, opts engine.Options) *Report {
	t.Helper()
	rw, err := engine.New(opts)
	require.NoError(t, err)
	r := run(t, rw, src)
	locality(t, src, r)
	honesty(t, src, r)
	opts.Type = r.Plan.Type // the content of the output may look like another type
	again, err := engine.New(opts)
	require.NoError(t, err)
	if opts.DropBase {
		without(t, run(t, again, r.Output), r)
		return r
	}
	identity(t, src, r)
	second(t, run(t, again, r.Output), r)
	return r
}

func run(t T, rw *engine.Rewriter, src []byte) *Report {
	t.Helper()
	r := new(Report)
	kept := bytes.Clone(src)
	r.Plan = rw.References(src, func(ref *engine.Reference) { r.References = append(r.References, copyOf(ref)) })
	r.Edits = r.Plan.Edits()
	var plain engine.Plain
	var told []Reference
	for how, v := range map[string]engine.Visitor{
		"nobody is told of the references": {},
		"some references are only counted": {Plain: &plain, Reference: func(ref *engine.Reference) { told = append(told, copyOf(ref)) }},
	} {
		untold := rw.Visit(src, v)
		edits := untold.Edits()
		require.Equal(t, len(r.Edits), len(edits), "other edits when %s", how)
		for i, e := range r.Edits {
			require.Equal(t, e, edits[i], "another edit when %s", how)
		}
		require.Equal(t, r.Plan.Notes, untold.Notes, "other notes when %s", how)
		untold.Release()
	}
	counted(t, r.References, told, plain)
	var err error
	r.Output, err = r.Plan.Bytes()
	require.NoError(t, err)
	require.True(t, bytes.Equal(kept, src), "the source was changed")
	var buf bytes.Buffer
	_, err = r.Plan.WriteTo(&buf)
	require.NoError(t, err)
	require.True(t, bytes.Equal(r.Output, buf.Bytes()), "Bytes and WriteTo differ")
	return r
}

// copyOf returns a copy of a reference.
func copyOf(ref *engine.Reference) Reference {
	return Reference{
		Part: ref.Part, Element: ref.Element, Attr: ref.Attr,
		Text: string(ref.Text), Target: string(ref.Target),
		Base: ref.Base.String(), Layer: ref.Base.Layer,
		Status: ref.Status, Reason: ref.Reason.Text, Offset: ref.Offset(),
		Absolute: ref.Base.IsAbsolute(ref.Text), TargetAbsolute: ref.Base.IsAbsolute(ref.Target),
	}
}

// counted checks that all references are told or counted, each once and with its status.
func counted(t T, all, told []Reference, plain engine.Plain) {
	t.Helper()
	var got engine.Plain
	for _, ref := range all {
		if len(told) > 0 && ref == told[0] {
			told = told[1:]
			continue
		}
		require.Empty(t, ref.Reason, "counted only, though it stays for a reason: %+v", ref)
		require.False(t, strings.HasPrefix(ref.Text, "#") || strings.HasPrefix(strings.ToLower(ref.Text), "file:"), "counted only: %+v", ref)
		switch {
		case ref.Status == engine.Absolute:
			got.Absolute++
		case ref.Status == engine.Resolved && ref.Text != ref.Target:
			got.Resolved++
		default:
			require.Fail(t, "counted only", "%+v", ref)
		}
	}
	require.Empty(t, told, "told again, or in another order")
	require.Equal(t, got, plain)
}

// locality compares source and output byte by byte. It does not use the code that applied
// the edits.
func locality(t T, src []byte, r *Report) {
	t.Helper()
	from, to := 0, 0
	for _, e := range r.Edits {
		require.LessOrEqual(t, from, e.Start, "edits are not in order")
		gap := e.Start - from
		require.True(t, bytes.Equal(src[from:e.Start], r.Output[to:to+gap]), "bytes changed outside of the edits, at %d", from)
		require.True(t, bytes.Equal(e.New, r.Output[to+gap:to+gap+len(e.New)]), "edit at %d is not in the output", e.Start)
		require.NotEqual(t, string(src[e.Start:e.End]), string(e.New), "an edit that changes nothing, at %d", e.Start)
		from, to = e.End, to+gap+len(e.New)
	}
	require.True(t, bytes.Equal(src[from:], r.Output[to:]), "bytes changed outside of the edits, at %d", from)
}

// identity checks that there are edits if and only if a reference was resolved.
func identity(t T, src []byte, r *Report) {
	t.Helper()
	resolved := false
	for _, ref := range r.References {
		resolved = resolved || ref.Status == engine.Resolved
		if ref.Layer == base.Default {
			require.NotEqual(t, engine.Resolved, ref.Status, "resolved without a base: %+v", ref)
		}
	}
	require.Equal(t, resolved, len(r.Edits) > 0, "edits without a resolved reference, or the other way about")
	if !resolved {
		require.True(t, bytes.Equal(src, r.Output), "the output is not the source")
	}
}

// honesty checks that every reference has a consistent status, a reason if it stays
// relative, and its place in the source.
func honesty(t T, src []byte, r *Report) {
	t.Helper()
	for _, ref := range r.References {
		require.True(t, 0 <= ref.Offset && ref.Offset <= len(src), "offset outside of the source: %+v", ref)
		switch ref.Status {
		case engine.Absolute:
			require.True(t, ref.Absolute, "%+v", ref)
			require.Equal(t, ref.Text, ref.Target)
		case engine.Resolved:
			require.False(t, ref.Absolute, "%+v", ref)
			require.True(t, ref.TargetAbsolute, "%+v", ref)
		default:
			require.False(t, ref.Absolute && ref.Reason != "the rules for resolution make no URL of it", "%+v", ref)
			require.NotEmpty(t, ref.Reason, "%+v", ref)
			require.Equal(t, ref.Text, ref.Target)
		}
	}
}

// second checks the report r2 on the output of r: nothing changes, and the references are the
// targets of the references in r.
func second(t T, r2, r *Report) {
	t.Helper()
	require.True(t, bytes.Equal(r.Output, r2.Output), "a second run changes the output: %q to %q", r.Output, r2.Output)
	require.Len(t, r2.References, len(r.References), "the output has other references")
	for i, now := range r2.References {
		was := r.References[i]
		require.Equal(t, was.Target, now.Text, "reference %d of the output", i)
		require.Equal(t,
			[]string{was.Part, was.Element, was.Attr, was.Reason},
			[]string{now.Part, now.Element, now.Attr, now.Reason}, "reference %d of the output", i)
	}
}

// without checks the report r2 on the output of r if BASE elements were to be dropped:
// nothing else is missing.
func without(t T, r2, r *Report) {
	t.Helper()
	require.True(t, bytes.Equal(r.Output, r2.Output), "a second run changes the output: %q to %q", r.Output, r2.Output)
	var was, now []string
	for _, ref := range r.References {
		if ref.Element != "base" {
			was = append(was, ref.Target)
		}
	}
	for _, ref := range r2.References {
		if ref.Element != "base" {
			now = append(now, ref.Text)
		}
	}
	require.Equal(t, was, now, "the references of the output")
}
