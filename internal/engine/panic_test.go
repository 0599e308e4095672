package engine_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
)

// TestPanicInDecide: a panic of Options.Decide does not change the results of later calls.
func TestPanicInDecide(t *testing.T) {
	const from = "From a@b Mon Jan  1 00:00:00 2001\n"
	const message = "Subject: x\nContent-Type: text/html\nContent-Length: 300\n\n<a href='\nr'>\nFrom b <a href=r>\nFrom x\n"
	calls := map[string]func(*engine.Rewriter, []byte){
		"Bytes":  func(rw *engine.Rewriter, src []byte) { _, _ = rw.Bytes(src) },
		"Append": func(rw *engine.Rewriter, src []byte) { _, _ = rw.Append(nil, src) },
		"Copy": func(rw *engine.Rewriter, src []byte) {
			_, _ = rw.Copy(context.Background(), new(bytes.Buffer), bytes.NewReader(src), nil)
		},
	}
	for name, call := range calls {
		for _, src := range []string{
			from + "Content-Type: text/html\nContent-Length: 11\n\n<a href=p>\n",
			"Content-Type: text/html\n\n<a href=p>\n",
			"<iframe srcdoc='<a href=p>'>",
			strings.Repeat("<p>", 60_000) + strings.Repeat("<a href=p>", 30_000),
		} {
			fails := true
			rw, err := engine.New(engine.Options{Base: "http://h/", Decide: func(*engine.Reference) engine.Decision {
				if fails {
					panic("in Decide")
				}
				return engine.Decision{}
			}})
			require.NoError(t, err)
			require.Panics(t, func() { call(rw, []byte(src)) }, name)
			fails = false
			for _, next := range []string{message, from + message, "<a href=r>"} {
				want, err := engine.Bytes([]byte(next), engine.Options{Base: "http://h/"})
				require.NoError(t, err)
				got, err := rw.Bytes([]byte(next))
				require.NoError(t, err)
				require.Equal(t, string(want), string(got), "%s after a panic in %.60q", name, src)
			}
		}
	}
}
