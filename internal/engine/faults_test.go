package engine_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/corpus"
	"github.com/hrefix/hrefix/internal/test/faulty"
)

// sources has a document of each type.
var sources = []struct {
	typ detect.Type
	src string
}{
	{detect.HTML, `<!doctype html><base href=b/><a href="x">`},
	{detect.XML, `<?xml version="1.0"?>` + xhtml + `<a href="x"/></html>`},
	{detect.CSS, `@import 'x';a{b:url(y)}`},
	{detect.Message, "Content-Location: l\nContent-Type: text/html\n\n<a href=x>"},
	{detect.Emlx, "46\nSubject: x\nContent-Type: text/html\n\n<a href=x><plist/>"},
	{detect.Mbox, twoMessages},
}

const twoMessages = fromLine + "Content-Type: text/html\n\n<a href=x>\n\n" + fromLine + "Content-Type: text/html\n\n<a href=y>\n"

const fromLine = "From a@b.example Thu Jan  1 00:00:00 2004\n"

// rewriters returns for each of sources a Rewriter that is given the type, and one
// that is not.
func rewriters(t *testing.T, do func(t *testing.T, typ detect.Type, src, want string, rw *engine.Rewriter)) {
	for _, s := range sources {
		for _, typ := range []detect.Type{s.typ, detect.Auto} {
			if s.typ == detect.CSS && typ == detect.Auto {
				continue // reads as HTML, in which there is no link
			}
			t.Run(fmt.Sprintf("%v as %v", s.typ, typ), func(t *testing.T) {
				rw, err := engine.New(engine.Options{Type: typ, Base: pageURL})
				require.NoError(t, err)
				want, err := rw.Bytes([]byte(s.src))
				require.NoError(t, err)
				require.NotEqual(t, s.src, string(want))
				do(t, s.typ, s.src, string(want), rw)
			})
		}
	}
}

// bytewise reads one byte at a time.
func bytewise(src []byte) io.Reader { return iotest.OneByteReader(bytes.NewReader(src)) }

// A stutterer reads a few bytes or none, and may report the end with the last of them.
type stutterer struct {
	src    string
	random *rand.Rand
}

func (s *stutterer) Read(p []byte) (int, error) {
	n := copy(p, s.src[:min(len(s.src), s.random.IntN(4))])
	s.src = s.src[n:]
	if s.src == "" && s.random.IntN(2) == 0 {
		return n, io.EOF
	}
	return n, nil
}

// TestCopyReaders: the output is the same however the source comes.
func TestCopyReaders(t *testing.T) {
	random := rand.New(rand.NewPCG(18, 8))
	rewriters(t, func(t *testing.T, _ detect.Type, src, want string, rw *engine.Rewriter) {
		readers := map[string]io.Reader{
			"one byte":      bytewise([]byte(src)),
			"half":          iotest.HalfReader(strings.NewReader(src)),
			"data with EOF": iotest.DataErrReader(strings.NewReader(src)),
			"all at once":   iotest.DataErrReader(iotest.HalfReader(strings.NewReader(src))),
		}
		for i := range 30 {
			readers[fmt.Sprint("stutter ", i)] = &stutterer{src, random}
		}
		for name, r := range readers {
			var out bytes.Buffer
			_, err := rw.Copy(context.Background(), &out, r, nil)
			require.NoError(t, err, name)
			require.Equal(t, want, out.String(), name)
		}
	})
}

// TestCopyReadErrors fails after each byte of a source, for good, by giving nothing, or
// once. Of a mailbox, what was read is written as if it ended there; of any other source,
// nothing is. The error says where.
func TestCopyReadErrors(t *testing.T) {
	for _, broken := range []error{errors.New("broken"), fmt.Errorf("net: %w", io.EOF), io.ErrUnexpectedEOF, bufio.ErrBufferFull} {
		t.Run(broken.Error(), func(t *testing.T) { testCopyReadErrors(t, broken) })
	}
}

func testCopyReadErrors(t *testing.T, broken error) {
	step := 3 // odd, so that both readers below occur
	if os.Getenv(corpus.Variable) != "" {
		step = 1
	}
	rewriters(t, func(t *testing.T, typ detect.Type, src, _ string, rw *engine.Rewriter) {
		for n := 0; n <= len(src); n += step {
			for _, fault := range []io.Reader{iotest.ErrReader(broken), idle{}, faulty.Once(broken, strings.NewReader(src[n:]))} {
				cause := broken
				if fault == (idle{}) {
					cause = io.ErrNoProgress
				}
				var in io.Reader = io.MultiReader(strings.NewReader(src[:n]), fault)
				if n%2 == 0 {
					in = bufio.NewReaderSize(in, 128<<10)
				}
				var out bytes.Buffer
				_, err := rw.Copy(context.Background(), &out, in, nil)
				require.ErrorIs(t, err, cause)
				want := ""
				// Too few bytes are not known to be a mailbox.
				if typ == detect.Mbox && strings.Contains(err.Error(), "mbox") {
					require.ErrorContains(t, err, fmt.Sprintf("offset %d:", n))
					want = afresh(t, src[:n])
				} else {
					require.ErrorContains(t, err, fmt.Sprintf("after %d bytes:", n))
				}
				require.Equal(t, want, out.String())
			}
		}
	})
}

// afresh returns what becomes of a mailbox.
func afresh(t *testing.T, box string) string {
	out, err := engine.Bytes([]byte(box), engine.Options{Type: detect.Mbox, Base: pageURL})
	require.NoError(t, err)
	return string(out)
}

// idle reads nothing, and does not say why.
type idle struct{}

func (idle) Read([]byte) (int, error) { return 0, nil }

// full takes so many bytes, and then fails, or else takes less and says nothing.
type full struct {
	bytes.Buffer
	left   int
	silent bool
}

var errFull = errors.New("full")

func (f *full) Write(p []byte) (int, error) {
	n, _ := f.Buffer.Write(p[:min(len(p), f.left)])
	f.left -= n
	if n < len(p) && !f.silent {
		return n, errFull
	}
	return n, nil
}

// TestCopyWriteErrors fails to write after each byte: what was written begins the
// output, and the error says how much that is at most.
func TestCopyWriteErrors(t *testing.T) {
	rewriters(t, func(t *testing.T, _ detect.Type, src, want string, rw *engine.Rewriter) {
		for n := range len(want) {
			for _, w := range []*full{{left: n}, {left: n, silent: true}} {
				cause := errFull
				if w.silent {
					cause = io.ErrShortWrite
				}
				_, err := rw.Copy(context.Background(), w, strings.NewReader(src), nil)
				require.ErrorIs(t, err, cause)
				require.ErrorContains(t, err, fmt.Sprintf("writing, after %d bytes at most", len(want)))
				require.Equal(t, want[:n], w.String())

				w = &full{left: n, silent: w.silent}
				written, err := rw.Plan([]byte(src)).WriteTo(w)
				require.ErrorIs(t, err, cause)
				require.EqualValues(t, n, written)
				require.Equal(t, want[:n], w.String())
			}
		}
		w := &full{left: len(want)}
		_, err := rw.Copy(context.Background(), w, strings.NewReader(src), nil)
		require.NoError(t, err)
	})
}

// TestCopyBothErrors: of a mailbox that can neither be read nor written to the end,
// both are reported.
func TestCopyBothErrors(t *testing.T) {
	rw, err := engine.New(engine.Options{Type: detect.Mbox})
	require.NoError(t, err)
	broken := errors.New("broken")
	_, err = rw.Copy(context.Background(), &full{}, io.MultiReader(strings.NewReader(twoMessages), iotest.ErrReader(broken)), nil)
	require.ErrorIs(t, err, broken)
	require.ErrorIs(t, err, errFull)
}

// TestPiecesStop: who has enough of a source may stop, and no more of it is asked
// for than the pieces hold.
func TestPiecesStop(t *testing.T) {
	for n := 1; n <= 3; n++ {
		inMemory := bytes.NewReader([]byte(twoMessages))
		for _, r := range []io.Reader{strings.NewReader(twoMessages), inMemory} {
			seen, size := 0, 0
			for p, err := range engine.Pieces(r, detect.Mbox) {
				require.NoError(t, err)
				require.Equal(t, twoMessages[size:size+len(p.Source)], string(p.Source))
				require.EqualValues(t, size, p.Offset)
				size += len(p.Source)
				if seen = p.Message; seen == n {
					break
				}
			}
			require.Equal(t, min(n, 2), seen)
			if r == inMemory {
				require.Equal(t, len(twoMessages)-size, inMemory.Len())
			}
		}
	}
}
