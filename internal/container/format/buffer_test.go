package format

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

// TestBuffer looks ahead and skips at random, and compares the bytes with those of the stream.
func TestBuffer(t *testing.T) {
	text := make([]byte, 3<<20)
	random := rand.New(rand.NewPCG(1, 2))
	for i := range text {
		text[i] = byte(random.Uint32())
	}
	pipe := func() io.Reader { return struct{ io.Reader }{bytes.NewReader(text)} }
	for name, source := range map[string]io.Reader{
		"memory": bytes.NewReader(text), "pipe": pipe(), "half": iotest.HalfReader(pipe()), "data and EOF": iotest.DataErrReader(pipe()),
	} {
		b, at := Buffer{Source: source}, 0
		for at < len(text) {
			n := random.IntN(BufferSize >> random.IntN(12))
			switch random.IntN(5) {
			case 0:
				b.Shrink()
			case 1:
				n = min(n*random.IntN(4), len(text)-at)
				b.Pass(int64(n))
				at += n
			case 2:
				require.NotEmpty(t, b.View(), name)
			default:
				ahead := b.Peek(n * random.IntN(8))
				n = min(n, len(ahead))
				require.True(t, bytes.HasPrefix(text[at:], ahead), name)
				b.Skip(n)
				at += n
			}
			require.EqualValues(t, at, b.Offset(), name)
			require.True(t, bytes.HasPrefix(text[at:], b.Held()), name)
		}
		require.Empty(t, b.View(), name)
		require.Equal(t, io.EOF, b.Err(), name)
	}
}

// TestBufferGrowth tests that the buffer takes no more memory than what is looked at needs.
func TestBufferGrowth(t *testing.T) {
	b := Buffer{Source: bytes.NewReader(make([]byte, 100))}
	require.Len(t, b.Peek(1<<30), 100)
	require.Less(t, b.Cap(), 2<<10)

	b = Buffer{Source: bytes.NewReader(make([]byte, 64<<20))}
	require.Len(t, b.Peek(8<<20), 8<<20)
	require.LessOrEqual(t, b.Cap(), 16<<20)
	for range 2 { // as much as the buffer holds is read without it
		large := b.Cap()
		b.Skip(len(b.Held()))
		b.Shrink()
		require.Equal(t, large, b.Cap())
		for range large/BufferSize + 1 {
			b.Skip(len(b.Peek(BufferSize)))
		}
		b.Shrink()
		require.Less(t, b.Cap(), max(large, maxKept+1))
	}
	require.Equal(t, maxKept, b.Cap())
}

// TestBufferErrors tests sources that fail, or return nothing.
func TestBufferErrors(t *testing.T) {
	failed := errors.New("failed")
	b := Buffer{Source: io.MultiReader(bytes.NewReader([]byte("abc")), iotest.ErrReader(failed))}
	require.Equal(t, "abc", string(b.Peek(9)))
	require.Equal(t, failed, b.Err())
	b.Pass(2)
	require.Equal(t, "c", string(b.View()))

	b = Buffer{Source: empty{}}
	require.Empty(t, b.View())
	require.Equal(t, io.ErrNoProgress, b.Err())
}

// empty returns no bytes and no error.
type empty struct{}

func (empty) Read([]byte) (int, error) { return 0, nil }

// TestBufferPass tests that Pass seeks, and that it reads what cannot seek.
func TestBufferPass(t *testing.T) {
	text := make([]byte, 4*BufferSize)
	text[3*BufferSize] = 'x'
	for _, can := range []bool{true, false} {
		s := &seeker{Reader: bytes.NewReader(text), can: can}
		b := Buffer{Source: s}
		require.Len(t, b.Peek(1), 1)
		b.Pass(3 * BufferSize)
		require.Equal(t, can, s.seeks > 0)
		require.Equal(t, "x", string(b.Peek(1)))
		require.EqualValues(t, 3*BufferSize, b.Offset())
	}
}

// A seeker counts the calls of Seek that succeed.
type seeker struct {
	*bytes.Reader
	can   bool
	seeks int
}

func (s *seeker) Seek(offset int64, whence int) (int64, error) {
	if !s.can {
		return 0, errors.New("a pipe")
	}
	s.seeks++
	return s.Reader.Seek(offset, whence)
}
