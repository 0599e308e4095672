package pack

import (
	"encoding/binary"
	"fmt"
	"io"
	"math/rand"
	"strings"
	"sync"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/test/corpus"
	"github.com/hrefix/hrefix/internal/test/tempdir"
)

// record returns text that is like a record of a web archive.
func record(n int) string {
	return fmt.Sprintf("WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:%d>\r\nContent-Length: %d\r\n\r\n"+
		"<!DOCTYPE html><title>Page %d</title><a href=%x.html>a link</a>\r\n\r\n", n*7919, n, n, n*104729)
}

// warcDictionary is one for records, with the ID 40,000.
var warcDictionary = sync.OnceValue(func() []byte {
	var samples [][]byte
	for n := range 40 {
		samples = append(samples, []byte(record(n)))
	}
	d, err := zstd.BuildDict(zstd.BuildDictOptions{ID: 40_000, Contents: samples, History: []byte(record(1000)), Offsets: [3]int{1, 4, 8}})
	if err != nil {
		panic(err)
	}
	return d
})

// newEncoder returns an encoder of frames.
func newEncoder(options ...zstd.EOption) *zstd.Encoder {
	w, err := zstd.NewWriter(nil, append(options, zstd.WithEncoderConcurrency(1), zstd.WithZeroFrames(true), zstd.WithSingleSegment(true))...)
	if err != nil {
		panic(err)
	}
	return w
}

var plainEncoder = sync.OnceValue(func() *zstd.Encoder { return newEncoder() })

// zstdFrame returns a frame with the text.
func zstdFrame(text string) string { return string(plainEncoder().EncodeAll([]byte(text), nil)) }

// dictionaryEncoder uses the dictionary.
var dictionaryEncoder = sync.OnceValue(func() *zstd.Encoder { return newEncoder(zstd.WithEncoderDict(warcDictionary())) })

// withDictionary returns a frame that uses the dictionary.
func withDictionary(text string) string {
	return string(dictionaryEncoder().EncodeAll([]byte(text), nil))
}

// skippable returns a skippable frame.
func skippable(id byte, content string) string {
	head := []byte{0x50 | id, 0x2a, 0x4d, 0x18}
	return string(binary.LittleEndian.AppendUint32(head, uint32(len(content)))) + content
}

// dictionaryFrame returns the dictionary in a skippable frame.
func dictionaryFrame(t testing.TB, compressed bool) string {
	content := string(warcDictionary())
	if compressed {
		content = zstdFrame(content)
	}
	return skippable(0xd, content)
}

// readZstd returns the text of a file and the error after it, if any.
func readZstd(t testing.TB, file string) (string, error) {
	t.Helper()
	text, err := opener(openZstd).read(t, []byte(file), format.Limits{})
	return string(text), err
}

// rewriteZstd replaces old bytes of the text of a file at off, by unit. It returns the new file with the error of
// reading.
func rewriteZstd(t testing.TB, file string, off, old int, with string) (out string, readErr error) {
	t.Helper()
	b, readErr, err := opener(openZstd).rewrite(t, []byte(file), format.Limits{}, true, off, old, with)
	if err != nil {
		require.ErrorAs(t, err, new(*Error))
		require.Error(t, readErr)
		return "", readErr
	}
	return string(b), readErr
}

// A zstdSample is a file, frame by frame. Frames without text have an empty text.
type zstdSample struct {
	name   string
	frames []string
	texts  []string
}

func zstdSamples(t testing.TB) []zstdSample {
	long := strings.Repeat(record(1), 3000)
	return []zstdSample{
		{"one frame", []string{zstdFrame("text")}, []string{"text"}},
		{"empty frame", []string{zstdFrame("")}, []string{""}},
		{"several frames", []string{zstdFrame("one"), zstdFrame(""), zstdFrame(long), string(newEncoder(zstd.WithEncoderCRC(false)).EncodeAll([]byte("two"), nil))}, []string{"one", "", long, "two"}},
		{"skippable frames", []string{skippable(0, ""), zstdFrame("one"), skippable(15, "\x28\xb5\x2f\xfd"), zstdFrame("two"), skippable(0xd, "x")}, []string{"", "one", "", "two", ""}},
		{"dictionary", []string{dictionaryFrame(t, false), withDictionary(record(1)), withDictionary(record(2))}, []string{"", record(1), record(2)}},
		{"compressed dictionary", []string{dictionaryFrame(t, true), withDictionary(record(1)), skippable(0, "x"), withDictionary(long)}, []string{"", record(1), "", long}},
		{"no dictionary in its frame", []string{skippable(0xd, "no dictionary"), zstdFrame(record(1))}, []string{"", record(1)}},
	}
}

func TestZstdMagic(t *testing.T) {
	for head, want := range map[string]bool{
		zstdMagic: true, zstdMagic + " and so on": true, "\x50\x2a\x4d\x18": true, "\x5f\x2a\x4d\x18": true,
		"": false, "\x28\xb5\x2f": false, "\x60\x2a\x4d\x18": false, "\x1f\x8b\x08\x00": false, "text": false,
	} {
		require.Equal(t, want, Zstd.Magic([]byte(head)), "%q", head)
	}
}

// TestZstdRead checks the text of the samples, and where their frames begin.
func TestZstdRead(t *testing.T) {
	for _, s := range zstdSamples(t) {
		t.Run(s.name, func(t *testing.T) {
			file, want := strings.Join(s.frames, ""), strings.Join(s.texts, "")
			r := openZstd(strings.NewReader(file), format.Limits{})
			text, err := io.ReadAll(r)
			require.NoError(t, err)
			require.True(t, want == string(text))
			require.Equal(t, int64(-1), r.Trailing())
			offset, pos := 0, 0
			for i, frame := range s.frames {
				if s.texts[i] != "" {
					got, ok := r.Unit(int64(pos))
					require.True(t, ok)
					require.Equal(t, offset, int(got))
				}
				offset += len(frame)
				pos += len(s.texts[i])
			}
			end, ok := r.Unit(int64(pos))
			require.True(t, ok)
			require.Equal(t, len(file), int(end))

			text2, err := readZstd(t, file+"\x00\x00\x00\x00")
			require.NoError(t, err)
			require.True(t, want == text2)
		})
	}
}

// TestZstdRewrite changes one frame after the other: all others stay.
func TestZstdRewrite(t *testing.T) {
	for _, s := range zstdSamples(t) {
		t.Run(s.name, func(t *testing.T) {
			file := strings.Join(s.frames, "") + "\x00\x00\x00\x00"
			same, err := rewriteZstd(t, file, 0, 0, "")
			require.NoError(t, err)
			require.True(t, file == same)
			pos := 0
			for i, frame := range s.frames {
				if s.texts[i] == "" {
					continue
				}
				out, err := rewriteZstd(t, file, pos, 1, "<new>")
				require.NoError(t, err)
				before, after := strings.Join(s.frames[:i], ""), strings.Join(s.frames[i+1:], "")+"\x00\x00\x00\x00"
				require.True(t, strings.HasPrefix(out, before))
				require.True(t, strings.HasSuffix(out, after))
				text, err := readZstd(t, out)
				require.NoError(t, err)
				want := strings.Join(s.texts, "")
				require.True(t, want[:pos]+"<new>"+want[pos+1:] == text)
				requireWARC(t, out[len(before):len(out)-len(after)], len(s.texts[i])+4, frame)
				pos += len(s.texts[i])
			}
		})
	}
}

// requireWARC checks that a new frame has what the specification for WARC files requires.
func requireWARC(t *testing.T, frame string, size int, old string) {
	var h, oldHeader zstd.Header
	require.NoError(t, h.Decode([]byte(frame)))
	require.NoError(t, oldHeader.Decode([]byte(old)))
	require.True(t, h.HasFCS)
	require.Equal(t, size, int(h.FrameContentSize))
	require.True(t, h.HasCheckSum)
	require.Equal(t, oldHeader.DictionaryID, h.DictionaryID)
}

// TestZstdInsert checks that new text between two frames becomes a frame, with the dictionary.
func TestZstdInsert(t *testing.T) {
	for _, s := range zstdSamples(t) {
		t.Run(s.name, func(t *testing.T) {
			pos := 0
			for i := range s.frames {
				pos += len(s.texts[i])
				var out strings.Builder
				r := openZstd(strings.NewReader(strings.Join(s.frames, "")), format.Limits{})
				w := r.Rewrite(&out)
				w.ByUnit()
				_, err := io.ReadFull(r, make([]byte, pos))
				require.NoError(t, err)
				require.NoError(t, w.Keep(pos))
				require.NoError(t, w.Insert([]byte(record(3))))
				require.NoError(t, w.Close())
				want := strings.Join(s.texts, "")
				text, err := readZstd(t, out.String())
				require.NoError(t, err)
				require.True(t, want[:pos]+record(3)+want[pos:] == text)
				rest := out.String()
				for _, frame := range s.frames {
					at := strings.Index(rest, frame)
					require.GreaterOrEqual(t, at, 0)
					rest = rest[at+len(frame):]
				}
			}
		})
	}
}

// TestZstdCut cuts the samples at every byte: the text is the beginning of the text, and the output
// is the input.
func TestZstdCut(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for _, s := range zstdSamples(t) {
		file, want := strings.Join(s.frames, ""), strings.Join(s.texts, "")
		whole := map[int]bool{0: true}
		end := 0
		for _, frame := range s.frames {
			end += len(frame)
			whole[end] = true
		}
		for n := 0; n < len(file); n += 1 + r.Intn(len(file)/60+1) {
			text, err := readZstd(t, file[:n])
			require.True(t, strings.HasPrefix(want, text), s.name)
			if whole[n] {
				require.NoError(t, err)
				continue
			}
			require.ErrorIs(t, err, io.ErrUnexpectedEOF, "%s %d", s.name, n)
			var broken format.Broken
			require.ErrorAs(t, err, &broken)
			require.NotEmpty(t, broken.Advice())
			same, err := rewriteZstd(t, file[:n], 0, 0, "")
			require.Error(t, err)
			require.True(t, file[:n] == same)
			if text == "" {
				continue
			}
			if out, _ := rewriteZstd(t, file[:n], 0, 1, "<new>"); out != "" {
				changed, err := readZstd(t, out)
				require.Error(t, err)
				require.True(t, strings.HasPrefix("<new>"+want[1:], changed))
			}
		}
	}
}

// TestZstdFaults checks the errors of files that are not valid.
func TestZstdFaults(t *testing.T) {
	frame := zstdFrame(record(1))
	window := func(log byte) string { return zstdMagic + "\x00" + string([]byte{(log - 10) << 3}) + "\x01\x00\x00" }
	for name, c := range map[string]struct {
		file string
		want error
	}{
		"no frame":                   {"text", errOther},
		"half the magic":             {"\x28\xb5text", errOther},
		"reserved bit":               {zstdMagic + "\x08" + frame[5:], errHeader},
		"checksum":                   {frame[:len(frame)-1] + "x", errChecksum},
		"reserved block":             {zstdMagic + "\x20\x00\x07\x00\x00", errCorrupt},
		"large block":                {zstdMagic + "\x00\x00\xff\xff\xff", errCorrupt},
		"size of the text":           {zstdMagic + "\x20\x09\x19\x00\x00abc", errCorrupt},
		"no dictionary":              {withDictionary(record(1)), errDictionary},
		"another dictionary":         {dictionaryFrame(t, true) + string(newEncoder(zstd.WithEncoderDictRaw(7, []byte(record(2)))).EncodeAll([]byte(record(1)), nil)), errDictionary},
		"dictionary not at start":    {frame + dictionaryFrame(t, true) + withDictionary(record(1)), errDictionary},
		"dictionary is cut":          {skippable(0xd, string(warcDictionary()[:100])) + withDictionary(record(1)), errDictionary},
		"dictionary is not valid":    {skippable(0xd, zstdMagic+"x") + withDictionary(record(1)), errDictionary},
		"dictionary is too long":     {skippable(0xd, string(warcDictionary())+strings.Repeat("x", maxDictionary)) + withDictionary(record(1)), errDictionary},
		"dictionary is a bomb":       {skippable(0xd, zstdFrame(string(warcDictionary())+strings.Repeat("x", maxDictionary))) + withDictionary(record(1)), errDictionary},
		"window of 256 MiB":          {window(28), errWindow},
		"window of 2 TiB":            {window(41), errWindow},
		"segment of 2^63 bytes":      {zstdMagic + "\xe0\x00\x00\x00\x00\x00\x00\x00\x80\x01\x00\x00", errWindow},
		"segment of 129 MiB":         {zstdMagic + "\xa0\x00\x00\x10\x08\x01\x00\x00", errWindow},
		"skippable, cut":             {skippable(1, "abc")[:9], io.ErrUnexpectedEOF},
		"skippable, 4 GiB":           {"\x50\x2a\x4d\x18\xff\xff\xff\xffabc", io.ErrUnexpectedEOF},
		"dictionary frame, cut":      {dictionaryFrame(t, true)[:100], io.ErrUnexpectedEOF},
		"error after a frame":        {frame + zstdMagic + "\x08", errHeader},
		"header cut after the magic": {zstdMagic, io.ErrUnexpectedEOF},
	} {
		text, err := readZstd(t, c.file)
		require.ErrorIs(t, err, c.want, name)
		require.True(t, strings.HasPrefix(record(1), text) || text == "abc", name)
		var broken format.Broken
		require.ErrorAs(t, err, &broken, name)
		require.NotEmpty(t, broken.Advice(), name)
		require.ErrorContains(t, err, "zstd frame at byte ", name)
		same, _ := rewriteZstd(t, c.file, 0, 0, "")
		require.True(t, c.file == same, name)
	}
	text, err := readZstd(t, window(27))
	require.NoError(t, err, "a window of 128 MiB")
	require.Empty(t, text)
}

// TestZstdLongText checks that long text becomes several frames, each with its size.
func TestZstdLongText(t *testing.T) {
	text := strings.Repeat(record(1)+strings.Repeat("x", 1000), (2*frameText+1000)/1100)
	out, err := rewriteZstd(t, zstdFrame(text), 5, 3, "new")
	require.NoError(t, err)
	r := openZstd(strings.NewReader(out), format.Limits{})
	got, err := io.ReadAll(r)
	require.NoError(t, err)
	require.True(t, text[:5]+"new"+text[8:] == string(got))
	next, ok := r.NextUnit(0)
	require.True(t, ok)
	require.Equal(t, frameText, int(next))
	var h zstd.Header
	require.NoError(t, h.Decode([]byte(out)))
	require.Equal(t, frameText, int(h.FrameContentSize))
}

// TestZstdLimits checks that a bomb ends at the limit.
func TestZstdLimits(t *testing.T) {
	bomb := zstdFrame(strings.Repeat("\x00", 4<<20))
	r := openZstd(strings.NewReader(bomb+bomb), format.Limits{Above: 1 << 20, Ratio: 2})
	n, err := io.Copy(io.Discard, r)
	require.ErrorIs(t, err, format.ErrTooLarge)
	require.Equal(t, int64(1<<20), n)
}

// TestZstdWhole checks that a file that is no web archive is encoded again as a whole, after its dictionary.
func TestZstdWhole(t *testing.T) {
	for _, s := range zstdSamples(t) {
		file, text := strings.Join(s.frames, ""), strings.Join(s.texts, "")
		for _, end := range []string{"", "\x00\x00\x00\x00"} {
			same, _, err := opener(openZstd).rewrite(t, []byte(file+end), format.Limits{}, false, 0, 0, "")
			require.NoError(t, err)
			require.True(t, file+end == string(same))
			if text == "" {
				continue
			}
			out, _, err := opener(openZstd).rewrite(t, []byte(file+end), format.Limits{}, false, 0, 1, "<new>")
			require.NoError(t, err)
			require.True(t, strings.HasSuffix(string(out), end))
			require.Equal(t, "<new>"+text[1:], strings.Join(opener(openZstd).units(t, out), ""))
			rest := string(out)
			for i, frame := range s.frames {
				if s.texts[i] == "" && frame != zstdFrame("") {
					require.Contains(t, rest, frame)
					_, rest, _ = strings.Cut(rest, frame)
				}
			}
		}
	}
	file := zstdFrame("text")
	require.NoError(t, Zstd.Check(strings.NewReader(file)))
	require.Error(t, Zstd.Check(strings.NewReader(file[:len(file)-1])))
}

// TestZstdRandom makes random changes of files with random frames.
func TestZstdRandom(t *testing.T) {
	tempdir.Empty(t)
	r := rand.New(rand.NewSource(1))
	for range corpus.Rounds(10) {
		var file, text strings.Builder
		file.WriteString(dictionaryFrame(t, r.Intn(2) == 0))
		for range r.Intn(20) {
			part := strings.Repeat(record(r.Intn(1000)), 1<<r.Intn(10))[r.Intn(100):]
			switch r.Intn(4) {
			case 0:
				file.WriteString(skippable(byte(r.Intn(16)), part))
				continue
			case 1:
				part = ""
			}
			file.WriteString(withDictionary(part))
			text.WriteString(part)
		}
		for _, byUnit := range []bool{false, true} {
			requireRandom(t, r, file.String(), text.String(), byUnit, false)
			requireRandom(t, r, file.String(), text.String(), byUnit, true)
		}
	}
}

// requireRandom keeps text, or replaces some of it, while it reads.
func requireRandom(t *testing.T, r *rand.Rand, file, text string, byUnit, change bool) {
	var out, want strings.Builder
	z := openZstd(strings.NewReader(file), format.Limits{})
	z.tape.memory = 1 << r.Intn(18)
	w := z.Rewrite(&out)
	if byUnit {
		w.ByUnit()
	}
	read := 0
	for pos := 0; pos < len(text); {
		n := 1 + r.Intn(min(len(text)-pos, 1<<r.Intn(18)))
		for read < pos+n {
			k, err := z.Read(make([]byte, 1+r.Intn(1<<r.Intn(18))))
			require.NoError(t, err)
			read += k
		}
		if change && r.Intn(4) == 0 {
			require.NoError(t, w.Replace(n, []byte("new")))
			want.WriteString("new")
		} else {
			require.NoError(t, w.Keep(n))
			want.WriteString(text[pos : pos+n])
		}
		pos += n
	}
	require.NoError(t, w.Close())
	got, err := io.ReadAll(openZstd(strings.NewReader(out.String()), format.Limits{}))
	require.NoError(t, err)
	require.True(t, want.String() == string(got))
	if !change {
		require.True(t, file == out.String())
	}
}
