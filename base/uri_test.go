package base_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/resolve"
)

func TestWithURI(t *testing.T) {
	for _, c := range []struct{ iri, uri string }{
		{"http://e.org/x/", "http://e.org/x/"},
		{"http://e.org/é/?ü", "http://e.org/%C3%A9/?%C3%BC"},
		{"http://bücher.example/", "http://xn--bcher-kva.example/"},
		{"http://e.org/\xe9/", "http://e.org/\xe9/"},
		{"http://e.org/" + strings.Repeat("é", 4000), "http://e.org/" + strings.Repeat("é", 4000)},
	} {
		ctx := base.NewContext(resolve.RFC1808, base.Source{From: "the options", Value: c.iri}).WithURI()
		require.Equal(t, c.uri, ctx.Establish().String())
		require.Equal(t, base.Retrieval, ctx.Establish().Layer)
		require.Equal(t, "the options", ctx.Establish().From)
		inner := ctx.Establish(base.Source{Layer: base.Embedded, From: "BASE element", Value: "d/"})
		require.Equal(t, resolve.Resolve(c.uri, "d/"), inner.String())
	}
	require.Equal(t, base.Default, (*base.Context)(nil).WithURI().Establish().Layer)
	require.Equal(t, resolve.WHATWG, base.NewContext(resolve.WHATWG).Dialect())
	require.Equal(t, resolve.RFC1808, (*base.Context)(nil).Dialect())
}
