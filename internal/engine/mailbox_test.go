package engine

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/mbox"
	"github.com/hrefix/hrefix/internal/engine/detect"
)

// TestQuoted: whatever a policy writes, no line of a message in a mailbox begins
// with "From " that did not, and lengths go on telling the truth.
func TestQuoted(t *testing.T) {
	const from = "From a@b.example Thu Jan  1 00:00:00 2004\n"
	const head = "Content-Type: text/html\n"
	rw, err := New(Options{Type: detect.Mbox})
	require.NoError(t, err)
	for _, c := range []struct{ source, target, want string }{
		{head + "\n<a href=\"\nx\">", "From x", head + "\n<a href=\"\n>From x\">"},
		{head + "\n<a href=\"\nx\">", "from x", head + "\n<a href=\"\nfrom x\">"},
		{head + "\n<a href=\"\n x\">", "From x", head + "\n<a href=\"\n From x\">"},
		{head + "\n<a href=\"\nFrom x\">", "From y", head + "\n<a href=\"\nFrom y\">"},
		{head + "\n<a href=\"\nx/From m\">", "From m", head + "\n<a href=\"\n>From m\">"},
		{head + "\n<a href=\"\nxrom m\">", "From m", head + "\n<a href=\"\n>From m\">"},
		{head + "\n<a href=\"\nx\n y\">", "From", head + "\n<a href=\"\nFrom\">"},
		{
			head + "Content-Length: 14\nLines: 1\n\n<a href=\"\nx\">\n", "From x",
			head + "Content-Length: 20\nLines: 1\n\n<a href=\"\n>From x\">\n",
		},
	} {
		policy := func(dst []byte, r *Reference) []byte {
			r.Status = Resolved
			return append(dst, c.target...)
		}
		plan := rw.run(Piece{Source: []byte(from + c.source)}, purpose{policy: policy})
		out, err := plan.Bytes()
		require.NoError(t, err)
		require.Equal(t, from+c.want, string(out))
	}
}

// TestBrokenPieces: an error comes after the messages that were read, and says
// where.
func TestBrokenPieces(t *testing.T) {
	const message = "From a@b.example Thu Jan  1 00:00:00 2004\nSubject: x\n\n"
	r := io.MultiReader(strings.NewReader(message+message), iotest.ErrReader(errors.New("bad sector")))
	var last Piece
	var sources string
	for p, err := range Pieces(r, detect.Mbox) {
		require.Equal(t, p.Message == 3, err != nil)
		sources += string(p.Source)
		last = p
	}
	require.Equal(t, message+message, sources)
	require.Equal(t, Piece{Message: 3, Offset: int64(2 * len(message))}, last)
}

// TestPieces: a mailbox comes message by message, and each message is rewritten
// as it is in the whole.
func TestPieces(t *testing.T) {
	box := strings.Repeat("From a@b.example Thu Jan  1 00:00:00 2004\nContent-Type: text/html\n\n<a href=x>\n\n", 3)
	rw, err := New(Options{Type: detect.Mbox, Base: "http://a/"})
	require.NoError(t, err)
	whole, err := rw.Bytes([]byte(box))
	require.NoError(t, err)
	require.Equal(t, 3, strings.Count(string(whole), "http://a/x"))
	var pieces, out string
	for p, err := range Pieces(strings.NewReader(box), detect.Mbox) {
		require.NoError(t, err)
		require.Equal(t, len(pieces), int(p.Offset))
		one, err := rw.Bytes(p.Source)
		require.NoError(t, err)
		plan := rw.VisitPiece(p, Visitor{})
		require.Equal(t, rw.Plan(p.Source).Edits(), plan.Edits())
		p.Source = bytes.Clone(p.Source) // whose it is makes no difference
		again := rw.VisitPiece(p, Visitor{})
		require.Equal(t, plan.Edits(), again.Edits())
		part := p
		part.Source = p.Source[:len(p.Source)/2] // it is what counts
		require.Equal(t, rw.Plan(part.Source).Edits(), rw.VisitPiece(part, Visitor{}).Edits())
		plan.Release()
		again.Release()
		again.Release()
		pieces += string(p.Source)
		out += string(one)
		require.Equal(t, strings.Count(pieces, "href"), p.Message)
	}
	require.Equal(t, box, pieces)
	require.Equal(t, string(whole), out)

	var copied strings.Builder
	auto, err := New(Options{Base: "http://a/"})
	require.NoError(t, err)
	_, err = auto.Copy(context.Background(), &copied, strings.NewReader(box), nil)
	require.NoError(t, err)
	require.Equal(t, string(whole), copied.String())
	require.True(t, mbox.Detect([]byte(box)))
}

// TestWrongLength: a Content-Length that is wrong does not come to say that a
// message goes on into the next.
func TestWrongLength(t *testing.T) {
	const from = "From a@b.example Thu Jan  1 00:00:00 2004\n"
	rw, err := New(Options{Type: detect.Mbox, Base: "http://a/"})
	require.NoError(t, err)
	count := func(b []byte) (n int) {
		for range mbox.Messages(b) {
			n++
		}
		return n
	}
	for n := range 200 {
		box := from + "Content-Type: text/html\nContent-Length: " + strconv.Itoa(n) + "\n\n<a href=x>\n\n" +
			strings.Repeat(from+"Content-Type: text/html\n\n<a href=http://a/y>\n\n", 2)
		before := count([]byte(box))
		out, err := rw.Bytes([]byte(box))
		require.NoError(t, err)
		require.Equal(t, before, count(out), "%d", n)
	}
}

// TestLengthTwice: a Content-Length that is there twice still says where the message
// ends.
func TestLengthTwice(t *testing.T) {
	const from = "From a@b.example Thu Jan  1 00:00:00 2004\n"
	const html = "Content-Type: text/html\n\n"
	rw, err := New(Options{Type: detect.Mbox, Base: "http://a/"})
	require.NoError(t, err)
	body := "<a href=x>\n" + from + "Subject: within\n\n<a href=y>\n"
	length := "Content-Length: " + strconv.Itoa(len(body)) + "\n"
	out, err := rw.Bytes([]byte(from + length + "Content-LENGTH:\n " + strconv.Itoa(len(body)) + "\n" + html + body + "\n" + from + html))
	require.NoError(t, err)
	length = strconv.Itoa(len(body) + 2*len("http://a/"))
	require.Contains(t, string(out), "Content-Length: "+length+"\nContent-LENGTH:\n "+length+"\n")
	var counted []bool
	for m := range mbox.Messages(out) {
		counted = append(counted, m.Counted)
	}
	require.Equal(t, []bool{true, false}, counted)
}
