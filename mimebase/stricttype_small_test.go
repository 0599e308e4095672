//go:build hrefix_noarchives

package mimebase

import (
	"errors"
	"testing"

	"github.com/emersion/go-message"
	"github.com/stretchr/testify/require"
)

// TestStrictType compares parseStrict of a small build with the method that other builds call.
func TestStrictType(t *testing.T) {
	values := []string{"text/html; a*0*=utf-8''%41; a*1=b", `a/b; c="=?iso-8859-1?q?=e9?=" ; d="=?x-none?b?AAAA?="`, "a/b; c==?utf-8?b?w6k=?=", "a", "/", "a/b;c", "a/b; c=d; c=e"}
	for _, m := range mediaTypes {
		values = append(values, m.value)
	}
	strict := 0
	for _, value := range values {
		var h message.Header
		h.AddRaw([]byte("Content-Type: " + value + "\r\n"))
		wantKind, wantParams, wantErr := h.ContentType()
		kind, params, err := parseStrict(value)
		if value == "" || wantErr != nil { // parseStrict is not called for an empty value
			require.True(t, value == "" || errors.Is(err, wantErr), value)
			continue
		}
		require.NoError(t, err, value)
		require.Equal(t, wantKind, kind, value)
		require.Equal(t, wantParams, params, value)
		strict++
	}
	require.Greater(t, strict, 9)
}
