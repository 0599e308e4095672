package mimebase

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/resolve"
)

// again returns messages for one Parser: small ones, and some that need more
// memory of some kind than the Parser keeps.
func again() []string {
	params := ""
	for i := range maxParams + 1 {
		params += fmt.Sprintf("; a%d=b", i)
	}
	texts := []string{
		nested,
		manyParts(maxTrees + 1),
		strings.Repeat("A: b\n", maxFields+1) + "\na",
		"Content-Type: text/html; boundary=x" + params + "\n\na",
		strings.Repeat("A", maxName+1) + ": b\n\na",
		"Content-Transfer-Encoding: quoted-printable\n\n" + strings.Repeat("=3D", 200_000),
		"Content-Transfer-Encoding: base64\n\n" + strings.Repeat("YWJj", 200_000),
		mixed("x", "", "Content-Transfer-Encoding: quoted-printable\n\na=3D", "Content-Transfer-Encoding: base64\n\nYWI=", "Content-Transfer-Encoding: x-yenc\n\na"),
	}
	for _, c := range structure {
		texts = append(texts, c.text)
	}
	for _, c := range encodedMessages {
		texts = append(texts, c.text)
	}
	for _, c := range mediaTypes {
		texts = append(texts, "Content-Type: "+c.value+"\n\n--x\n\na\n--x--")
	}
	return texts
}

// show returns the exported fields of all entities, and their decoded bodies.
func show(top *Entity) string {
	var b strings.Builder
	top.Walk(func(e *Entity) {
		text, err := e.Decode()
		fmt.Fprintln(&b, e.Part, e.Whole, e.Header, e.Body, e.Fields, e.MediaType, e.Params, e.TransferEncoding, e.ReadOnly, e.Notes, e.Context().Base(), string(text), err)
	})
	return b.String()
}

// TestParser: messages parsed before do not change the result, and a Parser
// keeps no more memory than its limits allow.
func TestParser(t *testing.T) {
	texts, p := again(), NewParser(Options{})
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 3 {
		rnd.Shuffle(len(texts), func(i, k int) { texts[i], texts[k] = texts[k], texts[i] })
		for _, text := range texts {
			want := show(Parse([]byte(text), nil, Options{}))
			require.Equal(t, want, show(p.Parse([]byte(text), 0, nil)))
		}
	}
	p.Reset()
	require.Len(t, p.trees, maxTrees)
	for _, e := range p.trees {
		require.Nil(t, e.Text)
		require.LessOrEqual(t, cap(e.Fields), maxFields)
		require.LessOrEqual(t, cap(e.Parts), maxTrees)
		require.LessOrEqual(t, len(e.spare), maxParams)
	}
	for _, name := range p.names {
		require.LessOrEqual(t, len(name), maxName)
	}
}

// TestRetrieval: a header field with the URL that the message was retrieved
// from counts if the caller gives no such URL.
func TestRetrieval(t *testing.T) {
	const text = "X-Url: http://url/\nX-Other: <http://other/>\nContent-Type: message/rfc822\n\nX-Url: http://inner/\nBase: <URL:a/>\n\nb"
	given := base.NewContext(resolve.RFC1808, base.Source{From: "-b", Value: "http://given/"})
	for _, c := range []struct {
		fields string
		outer  *base.Context
		want   string
	}{
		{"", nil, ", "},
		{"X-None", nil, ", "},
		{"X-Url", nil, "http://url/, http://url/a/"},
		{"X-Other X-Url", nil, "http://other/, http://other/a/"},
		{"Content-Type X-Url", nil, "http://url/, http://url/a/"},
		{"X-Url", given, "http://given/, http://given/a/"},
	} {
		top := Parse([]byte(text), c.outer, Options{RetrievalFields: strings.Fields(c.fields)})
		inner := top.Parts[0].Context().Establish()
		require.Equal(t, c.want, top.Context().Base().String()+", "+inner.String(), c.fields)
		require.Equal(t, c.outer == nil && c.want != ", ", inner.Hint, c.fields)
	}
	// A part is not a message.
	top := Parse([]byte(mixed("x", "", "X-Url: http://part/\n\na")), nil, Options{RetrievalFields: []string{"X-Url"}})
	require.Empty(t, top.Parts[0].Context().Base().String())
}

// TestSealed: with KeepDKIM, a message that a header field signs is read-only.
func TestSealed(t *testing.T) {
	for field, sealed := range map[string]bool{"DKIM-Signature": true, "arc-message-signature": true, "ARC-Seal": true, "ARC-Authentication-Results": false,
		"DomainKey-Signature": true, "X-Google-DKIM-Signature": true, "X-SES-DKIM-Signature": true, "X-DomainKeys": false, "DKIM-Signature-X": false, "Authentication-Results": false} {
		text := field + ": a\n" + mixed("x", "", field+": b\n\na")
		for _, dkim := range []bool{false, true} {
			top := parse(t, text, Options{KeepDKIM: dkim})
			require.Equal(t, sealed && dkim, top.ReadOnly != "", field)
			if top.ReadOnly != "" {
				require.True(t, strings.EqualFold("signed ("+field+")", top.ReadOnly), top.ReadOnly)
			}
		}
		top := parse(t, mixed("x", "", field+": b\n\na"), Options{KeepDKIM: true})
		require.Empty(t, top.Parts[0].ReadOnly, "a part is no message")
	}
}

func TestSpan(t *testing.T) {
	require.Equal(t, 3, Span{2, 5}.Len())
	require.Zero(t, Span{2, 2}.Len())
}
