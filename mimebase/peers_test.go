package mimebase

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"mime/quotedprintable"
	"strings"
	"testing"

	"github.com/emersion/go-message"
	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/test/corpus"
)

// A builder builds messages that follow the specifications, so every reader
// must find the same content.
type builder struct {
	content []byte // of leaves
	shape   uint64 // source of random choices
	bounds  int    // number of boundaries so far
	leaves  []leaf
}

// draw returns a number below n.
func (b *builder) draw(n uint64) int {
	drawn := b.shape % n
	b.shape /= n
	return int(drawn)
}

// take returns some of the content.
func (b *builder) take() []byte {
	n := min(len(b.content), []int{0, 1, 3, 20, 80, 1000}[b.draw(6)])
	taken := b.content[:n]
	b.content = b.content[n:]
	return taken
}

// entity returns a random entity.
func (b *builder) entity(depth int) string {
	kind := b.draw(4)
	switch {
	case depth == 0 || b.shape == 0 || kind < 2:
		return b.leaf()
	case kind == 2:
		return "Content-Type: message/rfc822\r\n\r\nSubject: x\r\n" + b.entity(depth-1)
	}
	b.bounds++
	bound := fmt.Sprintf("=_b%d'()+_,-./:=?", b.bounds)
	field := []string{"Content-Type: multipart/mixed; boundary=%q", "CONTENT-TYPE: Multipart/Mixed;\r\n\tBOUNDARY=%q", "content-type:multipart/mixed; charset=x; boundary=%q; x=y"}[b.draw(3)]
	text := fmt.Sprintf(field, bound) + "\r\n\r\n" + []string{"", "preamble\r\n", "--\r\n"}[b.draw(3)]
	for range 1 + b.draw(3) {
		text += "--" + bound + []string{"", " ", "\t "}[b.draw(3)] + "\r\n" + b.entity(depth-1) + "\r\n"
	}
	return text + "--" + bound + "--" + []string{"", "\r\n", "\r\nepilogue\r\n"}[b.draw(3)]
}

// leaf returns a random leaf and records its content.
func (b *builder) leaf() string {
	kind, body := []string{"text/plain", "text/html", "application/octet-stream"}[b.draw(3)], b.take()
	b.leaves = append(b.leaves, leaf{kind, sha256.Sum256(body)})
	header := "Content-Type: " + kind + "\r\n"
	switch b.draw(4) {
	case 0:
		return header + "Content-Transfer-Encoding: base64\r\n\r\n" + wrapped(base64.StdEncoding.EncodeToString(body))
	case 1:
		var text bytes.Buffer
		w := quotedprintable.NewWriter(&text)
		w.Binary = true
		_, _ = w.Write(body)
		_ = w.Close()
		return header + "Content-Transfer-Encoding: Quoted-Printable\r\n\r\n" + text.String()
	case 2:
		return header + "Content-Transfer-Encoding: binary\r\n\r\n" + string(body)
	}
	return header + "\r\n" + string(body)
}

// wrapped returns text in lines of at most 76 characters.
func wrapped(text string) string {
	var b strings.Builder
	for len(text) > 76 {
		b.WriteString(text[:76] + "\r\n")
		text = text[76:]
	}
	return b.String() + text
}

// goMessageLeaves reads a message with go-message.
func goMessageLeaves(source io.Reader) (all []leaf, err error) {
	e, err := message.Read(source)
	if err != nil {
		return nil, err
	}
	return appendGoMessage(nil, e)
}

func appendGoMessage(all []leaf, e *message.Entity) (_ []leaf, err error) {
	kind, _, err := e.Header.ContentType()
	if err != nil {
		return nil, err
	}
	if r := e.MultipartReader(); r != nil {
		for {
			part, err := r.NextPart()
			if errors.Is(err, io.EOF) {
				return all, nil
			}
			if err != nil {
				return nil, err
			}
			if all, err = appendGoMessage(all, part); err != nil {
				return nil, err
			}
		}
	}
	if isMessageType(kind) {
		inner, err := goMessageLeaves(e.Body)
		return append(all, inner...), err
	}
	text, err := io.ReadAll(e.Body)
	return append(all, leaf{kind, sha256.Sum256(text)}), err
}

// FuzzReaders: in a message that follows the specifications, this package,
// go-message and the standard library find the same content.
func FuzzReaders(f *testing.F) {
	f.Add([]byte("<a href=x>"), uint64(0))
	f.Add([]byte("one\r\ntwo=3D\x00\xff three\n"), uint64(3+4*(3*(2+3*3))))
	for i, text := range corpus.Seeds(f, 1000, "mail") {
		f.Add(text, uint64(i)*0x9E3779B97F4A7C15)
	}
	for i := range uint64(50) {
		f.Add(bytes.Repeat([]byte("a =\r\n.\r\r\n--"), int(i)), (i+1)*0x9E3779B97F4A7C15)
	}
	f.Fuzz(func(t *testing.T, content []byte, shape uint64) {
		if bytes.Contains(content, []byte("--=_b")) {
			return // the line could be a delimiter
		}
		b := builder{content: content, shape: shape}
		source := []byte("MIME-Version: 1.0\r\n" + b.entity(4))
		invariant(t, source, Parse(source, nil, Options{}))
		require.Empty(t, difference(ourLeaves(source), b.leaves), "%q", source)
		theirs, err := goMessageLeaves(bytes.NewReader(source))
		require.NoError(t, err, "%q", source)
		require.Empty(t, difference(theirs, b.leaves), "go-message: %q", source)
		theirs, err = readLeaves(source)
		require.NoError(t, err, "%q", source)
		require.Empty(t, difference(theirs, b.leaves), "the standard library: %q", source)
	})
}

// FuzzHeader: this package finds the fields that go-message finds in a header,
// with the same bodies except for white space.
func FuzzHeader(f *testing.F) {
	f.Add([]byte("Subject: x\r\nContent-Type: text/html;\r\n\tcharset=x\r\n\r\n"))
	f.Add([]byte("A:\n b\n\tc\nD : e\n\n"))
	for _, c := range structure {
		f.Add([]byte(c.text))
	}
	for _, text := range corpus.Seeds(f, 2000, "mail") {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, source []byte) {
		theirs, err := message.Read(bytes.NewReader(source))
		if err != nil || bytes.HasPrefix(source, []byte("From ")) {
			return // "From :" could be a field; this package takes it for a line of a mailbox
		}
		if hasBareEnds(source) {
			return // go-message reads one line only
		}
		var want, got []string
		for fields := theirs.Header.Fields(); fields.Next(); {
			want = append(want, strings.ToLower(fields.Key())+":"+squeezed(fields.Value()))
		}
		top := Parse(source, nil, Options{})
		for _, field := range top.Fields {
			got = append(got, strings.ToLower(field.Name)+":"+squeezed(string(top.Text[field.Body.Start:field.Body.End])))
		}
		require.Equal(t, want, got, "%q", source)
	})
}

// squeezed returns text without white space, because readers unfold and trim
// fields in different ways.
func squeezed(text string) string {
	return strings.NewReplacer(" ", "", "\t", "", "\r", "", "\n", "", "\v", "", "\f", "", "\u0085", "", "\u00a0", "").Replace(text)
}
