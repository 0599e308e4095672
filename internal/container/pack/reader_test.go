package pack

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"math/rand"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/test/corpus"
)

// threeMembers returns a gzip file of three members, the offsets of their ends, and its text.
func threeMembers(t *testing.T) (file []byte, ends []int, text string) {
	r := strings.NewReplacer("1", "one ", "2", "two ", "3", "three ")
	for _, part := range []string{r.Replace("123321112"), "", r.Replace("333123")} {
		file = append(file, plain(t, part)...)
		ends = append(ends, len(file))
		text += part
	}
	return file, ends, text
}

// requireSameFate changes the text of a file at its start, as a whole and by unit. The result has the
// changed text, and an error where there was one.
func requireSameFate(t *testing.T, file []byte) {
	t.Helper()
	text, err := read(t, file)
	for _, byUnit := range []bool{false, true} {
		same, _, closeErr := rewrite(t, file, byUnit, 1, 0, "")
		require.NoError(t, closeErr)
		require.Equal(t, string(file), string(same), "nothing changes")

		out, again, closeErr := rewrite(t, file, byUnit, 0, 1, "<new>")
		require.Equal(t, err, again)
		switch {
		case closeErr != nil:
			require.ErrorAs(t, closeErr, new(*Error))
			require.Error(t, err)
		case len(text) == 0:
			require.Equal(t, string(file), string(out))
		default:
			changed, outErr := read(t, out)
			require.Equal(t, "<new>"+string(text[1:]), string(changed))
			require.Equal(t, err == nil, outErr == nil, "%v became %v", err, outErr)
		}
	}
}

// TestCut cuts a file at every byte.
func TestCut(t *testing.T) {
	file, ends, text := threeMembers(t)
	for n := range file {
		got, err := read(t, file[:n])
		check := Gzip.Check(bytes.NewReader(file[:n]))
		require.True(t, strings.HasPrefix(text, string(got)))
		if n == 0 || n == ends[0] || n == ends[1] {
			require.NoError(t, err)
			require.NoError(t, check)
		} else {
			require.ErrorIs(t, err, io.ErrUnexpectedEOF)
			require.ErrorIs(t, check, io.ErrUnexpectedEOF)
			var where *Error
			require.ErrorAs(t, err, &where)
			require.Equal(t, int64(n), where.Offset)
			require.NotEmpty(t, where.Advice())
		}
		requireSameFate(t, file[:n])
	}
	require.NoError(t, Gzip.Check(bytes.NewReader(append(file, "no member"...))))
	require.ErrorIs(t, Gzip.Check(iotest.ErrReader(errBoom)), errBoom)

	// A text longer than the window comes out up to the fault.
	long := bytes.Repeat([]byte("0123456789abcdef"), 1<<14)
	file = compress(t, plainHeader, long, 0)
	got, err := read(t, file[:len(file)-100])
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	require.Greater(t, len(got), len(long)-100)
	requireSameFate(t, file[:len(file)-100])
}

// TestFlipped flips bits of a file.
func TestFlipped(t *testing.T) {
	file, _, _ := threeMembers(t)
	for i := 0; i < len(file); i += corpus.Step(5) {
		for _, bits := range []byte{1 << (i % 8), 1 << ((i + 3) % 8)} {
			broken := bytes.Clone(file)
			broken[i] ^= bits
			requireSameFate(t, broken)
		}
	}
}

// TestFaults checks the errors of a broken member between two others.
func TestFaults(t *testing.T) {
	good, data := plain(t, "good"), plain(t, "text")
	for name, c := range map[string]struct {
		at   int
		want error
	}{
		"data":     {10, errCorrupt},
		"checksum": {len(data) - 8, errChecksum},
		"length":   {len(data) - 1, errChecksum},
	} {
		broken := bytes.Clone(data)
		broken[c.at] |= 6
		broken[c.at] ^= 8
		file := slices.Concat(good, broken, good)
		text, err := read(t, file)
		require.ErrorIs(t, err, c.want, name)
		require.ErrorContains(t, err, "gzip member at byte 28: ", name)
		require.True(t, strings.HasPrefix("goodtext", string(text)), name)
		requireSameFate(t, file)
		if len(text) > 4 {
			_, _, err := rewrite(t, file, true, 4, 1, "T")
			require.ErrorIs(t, err, c.want, name)
			require.ErrorAs(t, err, new(format.Broken), name)
		}
	}
}

// TestReaderError checks that the error of a file that cannot be read is returned, after what was read of it.
func TestReaderError(t *testing.T) {
	file, _, text := threeMembers(t)
	for n := range file {
		for _, edited := range []bool{false, true} {
			src := io.MultiReader(bytes.NewReader(file[:n]), iotest.ErrReader(errBoom))
			r := open(iotest.OneByteReader(src), format.Limits{})
			var out bytes.Buffer
			w := r.Rewrite(&out)
			got, err := io.ReadAll(r)
			require.ErrorIs(t, err, errBoom)
			require.ErrorContains(t, err, "gzip member at byte ")
			require.True(t, strings.HasPrefix(text, string(got)))
			edited = edited && len(got) > 0
			if edited {
				require.NoError(t, w.Replace(1, []byte("O")))
			}
			require.ErrorIs(t, w.Close(), errBoom)
			if !edited {
				require.Equal(t, string(file[:n]), out.String())
			}
		}
	}
	_, err := io.ReadAll(open(idle{}, format.Limits{}))
	require.ErrorIs(t, err, io.ErrNoProgress)
}

func TestLimitsText(t *testing.T) {
	for _, c := range []struct {
		limits     format.Limits
		file, want int64
	}{
		{format.Limits{}, 0, 64 << 20},
		{format.Limits{}, 67108, 64 << 20},
		{format.Limits{}, 67109, 67109000},
		{format.Limits{Ratio: 10}, 100 << 20, 1000 << 20},
		{format.Limits{Above: 5}, 1, 1000},
		{format.Limits{Above: 5, Ratio: 2}, 2, 5},
		{format.Limits{Above: 5, Ratio: 2}, 3, 6},
		{format.Limits{Above: 5, Ratio: 2, Size: 4}, 3, 4},
		{format.Limits{}, math.MaxInt64 / 2, math.MaxInt64},
		{format.Limits{Ratio: -1, Above: -1, Size: -1}, 0, 64 << 20},
	} {
		require.Equal(t, c.want, c.limits.WithDefaults().Text(c.file), "%+v", c)
	}
}

// requireLimit reads with a limit, and checks whether all text was read. What is
// allowed comes in any case, whatever the lengths of the reads.
func requireLimit(t *testing.T, file []byte, limits format.Limits, text, want int) {
	t.Helper()
	for _, n := range []int{1, 1000, 1 << 20} {
		r := open(bytes.NewReader(file), limits)
		got, err := io.Copy(io.Discard, struct{ io.Reader }{&shortReader{r, n}})
		require.Equal(t, int64(want), got)
		if want == text {
			require.NoError(t, err)
		} else {
			require.ErrorIs(t, err, format.ErrTooLarge)
		}
	}
}

type shortReader struct {
	r io.Reader
	n int
}

func (s *shortReader) Read(p []byte) (int, error) { return s.r.Read(p[:min(s.n, len(p))]) }

// TestLimitSize checks a limit of the text.
func TestLimitSize(t *testing.T) {
	for _, file := range [][]byte{
		plain(t, strings.Repeat("a", 100_000)),
		bytes.Repeat(plain(t, strings.Repeat("a", 1000)), 100),
		append(plain(t, strings.Repeat("a", 100_000)), plain(t, "")...),
	} {
		requireLimit(t, file, format.Limits{Size: 100_000}, 100_000, 100_000)
		requireLimit(t, file, format.Limits{Size: 100_001, Ratio: 1, Above: 1}, 100_000, 100_000)
		requireLimit(t, file, format.Limits{Size: 99_999}, 100_000, 99_999)
		requireLimit(t, file, format.Limits{Size: 1}, 100_000, 1)
	}
}

// TestLimitRatio checks a limit of the text for each byte of the file: fifty, to the byte.
func TestLimitRatio(t *testing.T) {
	const size = 100_000
	file := append(compress(t, plainHeader, nil, 9), compress(t, plainHeader, bytes.Repeat([]byte("a"), size), 9)...)
	header := append(bytes.Clone(plainHeader), byte(2000-len(file)-2), byte((2000-len(file)-2)>>8))
	header = append(header, make([]byte, 2000-len(file)-2)...)
	header[3] = flagExtra
	file = append(compress(t, plainHeader, nil, 9), compress(t, header, bytes.Repeat([]byte("a"), size), 9)...)
	require.Len(t, file, 2000)
	file = append(file, plain(t, "")...)

	requireLimit(t, file, format.Limits{Ratio: 51, Above: 1}, size, size)
	requireLimit(t, file, format.Limits{Ratio: 1, Above: size}, size, size)
	requireLimit(t, file, format.Limits{Ratio: 1, Above: size - 1}, size, size-1)
}

// TestBomb checks the default, and that a file with too much text is copied if nothing changes.
func TestBomb(t *testing.T) {
	const most = 64 << 20
	zeros := bytes.Repeat(compress(t, plainHeader, make([]byte, most/8), 9), 8)
	for _, n := range []int{most, most + 1} {
		file := zeros
		if n > most {
			file = append(file, compress(t, plainHeader, []byte{0}, 9)...)
		}
		var out bytes.Buffer
		r := open(bytes.NewReader(file), format.Limits{})
		w := r.Rewrite(&out)
		got, err := io.Copy(io.Discard, r)
		require.Equal(t, int64(most), got)
		if n == most {
			require.NoError(t, err)
		} else {
			require.ErrorIs(t, err, format.ErrTooLarge)
			require.ErrorContains(t, err, "too much text: more than 67108864 bytes, and more than 1000 for each byte of the file")
		}
		require.NoError(t, w.Keep(int(got)))
		require.NoError(t, w.Close())
		require.Equal(t, file, out.Bytes())
	}
}

// TestTooLargeAnew checks that a new member continues beyond the limit.
func TestTooLargeAnew(t *testing.T) {
	text := strings.Repeat("a", 1_000_000) + "b"
	file := append(plain(t, text), "garbage"...)
	for _, byUnit := range []bool{false, true} {
		out, err, closeErr := opener(open).rewrite(t, file, format.Limits{Size: 1000}, byUnit, 5, 1, "x")
		require.ErrorIs(t, err, format.ErrTooLarge)
		require.ErrorContains(t, err, "too much text: more than 1000 bytes")
		require.NoError(t, closeErr)
		require.True(t, bytes.HasSuffix(out, []byte("garbage")))
		got, err := read(t, out)
		require.NoError(t, err)
		require.True(t, "aaaaax"+text[6:] == string(got))
	}
}

// TestUnit checks the offsets of units: those of all text that was read, and of its end.
func TestUnit(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range 100 {
		s := randomSample(r)
		z := openZstd(strings.NewReader(s.file), format.Limits{})
		want := make(map[int64]int64)
		for _, m := range s.begin {
			want[m.text] = m.start
		}
		step := 1 + r.Intn(1<<r.Intn(12))
		for pos := int64(0); ; {
			got, ok := z.Unit(pos)
			file, begins := want[pos]
			require.Equal(t, begins, ok, "%d of %d", pos, len(s.text))
			if ok {
				require.Equal(t, file, got)
			}
			again, _ := z.Unit(pos)
			require.Equal(t, got, again)
			_, ok = z.Unit(pos + 1)
			require.False(t, ok, "not read yet")
			n, err := z.Read(make([]byte, step))
			if err != nil {
				require.Equal(t, io.EOF, err)
				require.Len(t, s.text, int(pos))
				break
			}
			pos += int64(n)
		}
		for pos, file := range want {
			got, ok := z.Unit(pos)
			require.True(t, ok)
			require.Equal(t, file, got)
		}
		for i, m := range s.begin {
			next, ok := z.NextUnit(m.text - 1)
			last := i == len(s.begin)-1
			require.Equal(t, !last, ok)
			if !last {
				require.Equal(t, m.text, next)
			}
		}
		require.NoError(t, z.Close())
	}
}

// TestUnitLatest checks that only the latest units are kept, of a file of 100,000 units.
func TestUnitLatest(t *testing.T) {
	const n = 100_000
	pair := plain(t, "a")
	size := int64(len(pair) + len(plain(t, "")))
	pair = append(pair, plain(t, "")...)
	z := open(bytes.NewReader(bytes.Repeat(pair, n)), format.Limits{})
	_, err := io.Copy(io.Discard, z)
	require.NoError(t, err)
	require.LessOrEqual(t, cap(z.units), 2*maxUnits)
	for pos := int64(n); pos > n-maxUnits; pos-- {
		file, ok := z.Unit(pos)
		require.True(t, ok)
		require.Equal(t, pos*size, file)
	}
	_, ok := z.Unit(0)
	require.False(t, ok)
}

// TestUnitBroken checks that the units before a fault are known, and where it ends is not.
func TestUnitBroken(t *testing.T) {
	file := append(plain(t, "ab"), compress(t, plainHeader, []byte("xy"), 0)...)
	file[len(file)-1]++
	z := open(bytes.NewReader(file), format.Limits{})
	_, err := io.ReadAll(z)
	require.ErrorIs(t, err, errChecksum)
	for pos, begins := range []bool{true, false, true, false, false} {
		_, ok := z.Unit(int64(pos))
		require.Equal(t, begins, ok, pos)
	}
}

// TestStopAt checks that a file can end before each of its members, and what is written then.
func TestStopAt(t *testing.T) {
	one, two := plain(t, "one"), plain(t, "two")
	for stop, text := range map[int]string{0: "onetwoone", len(one): "one", len(one) + len(two): "onetwo"} {
		var out bytes.Buffer
		r := open(bytes.NewReader(slices.Concat(one, two, one)), format.Limits{})
		var seen []int
		r.StopAt(func(member int64) bool {
			seen = append(seen, int(member))
			return int(member) == stop
		})
		w := r.Rewrite(&out)
		w.ByUnit()
		got, err := io.ReadAll(r)
		require.NoError(t, err)
		require.Equal(t, text, string(got))
		require.Equal(t, []int{len(one), len(one) + len(two), 2*len(one) + len(two)}[:len(seen)], seen)
		require.NoError(t, w.Keep(len(text)))
		require.NoError(t, w.Insert([]byte("<new>")))
		require.NoError(t, w.Close())
		now, err := read(t, out.Bytes())
		require.NoError(t, err)
		require.Equal(t, text+"<new>", string(now))
	}
}

// TestBeginsRecord checks the texts with which the units of a web archive begin.
func TestBeginsRecord(t *testing.T) {
	for text, want := range map[string]bool{
		"WARC/1.0\r\nWARC-Type: response\r\n":                     true,
		"\r\n\r\nWARC/1.1\r\n":                                    true,
		"filedesc://a.arc 0.0.0.0 20010101000000 text/plain 73\n": true,
		"http://a.example/ 1.2.3.4 20010101000000 text/html 9\n":  true,
		"\nhttps://a.example/ 1.2.3.4 20010101000000 - 9\n":       true,
		"ftp://a.example/":                                        false,
		"<a href=http://a/>":                                      false,
		"text WARC/1.0":                                           false,
		"http:/":                                                  false,
		"\x00http://a.example/":                                   false,
		"":                                                        false,
	} {
		require.Equal(t, want, beginsRecord([]byte(text)), text)
	}
}

// TestResume checks that a bad spot in a web archive hides no members after it, in texts of both formats.
func TestResume(t *testing.T) {
	rnd := rand.New(rand.NewSource(22))
	noise := make([]byte, 200_000)
	_, _ = rnd.Read(noise)
	for _, begin := range []string{"WARC/1.0\r\n", "filedesc:"} {
		next := begin
		if begin == "filedesc:" {
			next = "http://a/ "
		}
		first, second := plain(t, begin+"one "), plain(t, next+"two ")
		long := compress(t, plainHeader, append([]byte(next), noise...), 6)
		sum := bytes.Clone(first)
		sum[len(sum)-8]++
		for name, c := range map[string]struct {
			file []byte
			want string // an error, or ""
			text string // begins the text
		}{
			"zeros":             {append(bytes.Clone(first), make([]byte, 1000)...), "", begin + "one "},
			"other bytes":       {append(bytes.Clone(first), "bytes"...), "not compressed: 5 bytes of the file are left", begin + "one "},
			"false beginnings":  {append(bytes.Clone(first), "\x1f\x8b\x1f\x8b\x08\x1f\x8b\x08\x00"...), "left", begin + "one "},
			"a wrong checksum":  {sum, "the checksum or length does not match", begin + "one "},
			"a cut member":      {append(bytes.Clone(first), first[:20]...), "", begin + "one "},
			"a long cut member": {append(bytes.Clone(first), long[:150_000]...), "", begin + "one "},
			"a broken member":   {append(bytes.Clone(first), "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x00\x07\x07\x07"...), "corrupt", begin + "one "},
		} {
			file := append(bytes.Clone(c.file), second...)
			text, err := read(t, file)
			if c.want != "" {
				require.ErrorContains(t, err, c.want, name)
			} else if name == "zeros" {
				require.NoError(t, err)
			} else {
				require.Error(t, err, name)
			}
			require.True(t, strings.HasPrefix(string(text), c.text), name)
			require.True(t, strings.HasSuffix(string(text), next+"two "), name)

			same, _, err := rewrite(t, file, true, 0, 0, "")
			require.NoError(t, err, name)
			require.True(t, bytes.Equal(file, same), name)
			out, _, err := rewrite(t, file, true, len(text)-4, 3, "THREE")
			require.NoError(t, err, name)
			require.True(t, bytes.HasPrefix(out, c.file), "%s: what comes before stays", name)
			now, _ := read(t, out)
			require.True(t, strings.HasPrefix(string(now), c.text), name)
			require.True(t, strings.HasSuffix(string(now), next+"THREE "), name)

			if _, _, err := rewrite(t, file, false, len(text)-4, 3, "THREE"); name != "zeros" {
				require.ErrorAs(t, err, new(format.Broken), name)
			}
		}
	}
}

// TestResumeOther checks that other files than archives end at the first bad spot.
func TestResumeOther(t *testing.T) {
	file := append(append(plain(t, "From a@b\n"), "bytes"...), plain(t, "WARC/1.0\r\n")...)
	text, err := read(t, file)
	require.NoError(t, err)
	require.Equal(t, "From a@b\n", string(text))
}

// TestResumeHostile checks that many false beginnings take no time.
func TestResumeHostile(t *testing.T) {
	file := append(plain(t, "WARC/1.0\r\n"), bytes.Repeat([]byte("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x00"), 1_000_000)...)
	_, err := read(t, file)
	require.Error(t, err)
}

// TestReplaceBroken changes all text of web archives in which a member is cut, so that its data are inflated past
// the start of the next one.
func TestReplaceBroken(t *testing.T) {
	record := func(n int) []byte { return fmt.Appendf(nil, "WARC/1.0\r\nX: %d %x\r\n\r\n", n, n*7919*7919) }
	one, two := compress(t, plainHeader, record(1), 6), compress(t, plainHeader, record(2), 6)
	for cut := len(plainHeader); cut < len(one); cut++ {
		file := slices.Concat(two, one[:cut], two, two)
		text, err := read(t, file)
		require.Error(t, err)
		for old := 0; old <= len(text); old += 29 {
			_, _, err := rewrite(t, file, true, len(text)-old, old, "<new>")
			require.NoError(t, err)
		}
	}
}
