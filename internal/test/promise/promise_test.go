package promise

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/engine"
)

const doc = `<base href=http://b/><a href=x><a href=http://y/><img src="">`

// A failure is a test that fails, and knows why.
type failure struct{ why string }

func (f *failure) Helper()                           {}
func (f *failure) Errorf(format string, args ...any) { f.why = fmt.Sprintf(format, args...) }
func (f *failure) FailNow()                          { panic(f) }

// broken returns why a check fails.
func broken(t *testing.T, check func(T)) string {
	t.Helper()
	f := new(failure)
	require.PanicsWithValue(t, f, func() { check(f) })
	return f.why
}

// reported returns the reports on doc and on its rewritten form.
func reported(t *testing.T, opts engine.Options) (r, r2 *Report) {
	t.Helper()
	rw, err := engine.New(opts)
	require.NoError(t, err)
	r = run(t, rw, []byte(doc))
	return r, run(t, rw, r.Output)
}

func TestCheck(t *testing.T) {
	r := Check(t, []byte(doc), engine.Options{})
	require.Equal(t, `<base href=http://b/><a href=http://b/x><a href=http://y/><img src="">`, string(r.Output))
	require.Len(t, r.References, 4)
	r = Check(t, []byte(doc), engine.Options{DropBase: true})
	require.Equal(t, `<a href=http://b/x><a href=http://y/><img src="">`, string(r.Output))
	Check(t, []byte(`<a href=x>`), engine.Options{})
	require.Contains(t, broken(t, func(t T) { Check(t, nil, engine.Options{Base: "x"}) }), "give an absolute URL")
}

// TestBroken checks that every broken promise is reported.
func TestBroken(t *testing.T) {
	src := []byte(doc)
	for name, c := range map[string]struct {
		breaks func(r, r2 *Report) // break a promise
		check  func(t T, r, r2 *Report)
		want   string
	}{
		"order": {
			func(r, _ *Report) { r.Edits = append(r.Edits, engine.Edit{}) },
			func(t T, r, _ *Report) { locality(t, src, r) }, "edits are not in order",
		},
		"locality": {
			func(r, _ *Report) { r.Output = bytes.Replace(r.Output, []byte("<a"), []byte("<A"), 1) },
			func(t T, r, _ *Report) { locality(t, src, r) }, "bytes changed outside of the edits, at 0",
		},
		"locality behind the edits": {
			func(r, _ *Report) { r.Output = append(bytes.Clone(r.Output), ' ') },
			func(t T, r, _ *Report) { locality(t, src, r) }, "bytes changed outside of the edits, at 29",
		},
		"edit not made": {
			func(r, _ *Report) { r.Edits[0].New = []byte("http://c/") },
			func(t T, r, _ *Report) { locality(t, src, r) }, "edit at 29 is not in the output",
		},
		"edit of nothing": {
			func(r, _ *Report) { r.Edits[0].New, r.Output = nil, src },
			func(t T, r, _ *Report) { locality(t, src, r) }, "an edit that changes nothing, at 29",
		},
		"identity": {
			func(r, _ *Report) { r.References = nil },
			func(t T, r, _ *Report) { identity(t, src, r) }, "edits without a resolved reference",
		},
		"identity without edits": {
			func(r, _ *Report) { r.References, r.Edits = nil, nil },
			func(t T, r, _ *Report) { identity(t, src, r) }, "the output is not the source",
		},
		"no base": {
			func(r, _ *Report) { r.References[1].Layer = base.Default },
			func(t T, r, _ *Report) { identity(t, src, r) }, "resolved without a base",
		},
		"offset": {
			func(r, _ *Report) { r.References[0].Offset = 1000 },
			func(t T, r, _ *Report) { honesty(t, src, r) }, "offset outside of the source",
		},
		"absolute that is not": {
			func(r, _ *Report) { r.References[0].Absolute = false },
			func(t T, r, _ *Report) { honesty(t, src, r) }, "Should be true",
		},
		"absolute that was touched": {
			func(r, _ *Report) { r.References[0].Target = "http://c/" },
			func(t T, r, _ *Report) { honesty(t, src, r) }, "Not equal",
		},
		"resolved that was absolute": {
			func(r, _ *Report) { r.References[1].Absolute = true },
			func(t T, r, _ *Report) { honesty(t, src, r) }, "Should be false",
		},
		"resolved to what is not": {
			func(r, _ *Report) { r.References[1].TargetAbsolute = false },
			func(t T, r, _ *Report) { honesty(t, src, r) }, "Should be true",
		},
		"left without a reason": {
			func(r, _ *Report) { r.References[3].Reason = "" },
			func(t T, r, _ *Report) { honesty(t, src, r) }, "Should NOT be empty",
		},
		"left, but touched": {
			func(r, _ *Report) { r.References[3].Target = "http://c/" },
			func(t T, r, _ *Report) { honesty(t, src, r) }, "Not equal",
		},
		"left, but absolute": {
			func(r, _ *Report) { r.References[3].Absolute = true },
			func(t T, r, _ *Report) { honesty(t, src, r) }, "Should be false",
		},
		"idempotence": {
			func(_, r2 *Report) { r2.Output = src },
			func(t T, r, r2 *Report) { second(t, r2, r) }, "a second run changes the output",
		},
		"other references": {
			func(_, r2 *Report) { r2.References = r2.References[1:] },
			func(t T, r, r2 *Report) { second(t, r2, r) }, "the output has other references",
		},
		"meaning": {
			func(_, r2 *Report) { r2.References[1].Text = "http://c/" },
			func(t T, r, r2 *Report) { second(t, r2, r) }, "reference 1 of the output",
		},
		"another place": {
			func(_, r2 *Report) { r2.References[1].Attr = "src" },
			func(t T, r, r2 *Report) { second(t, r2, r) }, "reference 1 of the output",
		},
		"idempotence without BASE": {
			func(_, r2 *Report) { r2.Output = src },
			func(t T, r, r2 *Report) { without(t, r2, r) }, "a second run changes the output",
		},
		"meaning without BASE": {
			func(_, r2 *Report) { r2.References[1].Text = "http://c/" },
			func(t T, r, r2 *Report) { without(t, r2, r) }, "the references of the output",
		},
	} {
		t.Run(name, func(t *testing.T) {
			r, r2 := reported(t, engine.Options{})
			c.check(t, r, r2)
			c.breaks(r, r2)
			require.Contains(t, broken(t, func(t T) { c.check(t, r, r2) }), c.want)
		})
	}
}
