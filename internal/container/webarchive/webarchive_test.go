package webarchive

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
)

// A dict is a dictionary whose keys have an order.
type dict []entry

type entry struct {
	key   string
	value any
}

// A shared is a value that is one object wherever it occurs.
type shared struct{ value any }

// A form says how a property list is written.
type form struct {
	offsetSize, refSize int  // at least
	extra               bool // bytes that belong to no object
	reversed            bool // the objects are in the reverse order
}

// An encoder writes a property list.
type encoder struct {
	form
	objects []func(ref func(int) []byte) []byte
	known   map[*shared]int
	strings map[string]int
}

// encode returns a property list. Equal strings are one object.
func encode(value any, f form) []byte {
	e := encoder{form: f, known: make(map[*shared]int), strings: make(map[string]int)}
	e.add(value)
	refSize := f.refSize
	for refSize < 8 && len(e.objects)>>(8*max(refSize, 1)) > 0 || refSize == 0 {
		refSize++
	}
	ref := func(i int) []byte { return big(uint64(i), refSize) }
	out := []byte("bplist00")
	offsets := make([]int, len(e.objects))
	order := make([]int, len(e.objects))
	for i := range order {
		order[i] = i
	}
	if f.reversed {
		slices.Reverse(order)
	}
	for _, i := range order {
		if f.extra {
			out = append(out, 0x0f, 0x0f) // fill bytes
		}
		offsets[i] = len(out)
		out = append(out, e.objects[i](ref)...)
	}
	table := len(out)
	size := max(f.offsetSize, 1)
	for size < 8 && table>>(8*size) > 0 {
		size *= 2
	}
	for _, at := range offsets {
		out = append(out, big(uint64(at), size)...)
	}
	out = append(out, 0, 0, 0, 0, 0, 0, byte(size), byte(refSize))
	out = binary.BigEndian.AppendUint64(out, uint64(len(offsets)))
	out = binary.BigEndian.AppendUint64(out, 0)
	return binary.BigEndian.AppendUint64(out, uint64(table))
}

// big returns a number in size bytes.
func big(n uint64, size int) []byte {
	return binary.BigEndian.AppendUint64(nil, n)[8-size:]
}

// begin returns the beginning of an object.
func begin(kind byte, count int) []byte {
	if count < 15 {
		return []byte{kind<<4 | byte(count)}
	}
	return append([]byte{kind<<4 | 15, 0x12}, big(uint64(count), 4)...) // longer than it has to be
}

// add adds an object and those in it. It returns its number.
func (e *encoder) add(value any) int {
	switch v := value.(type) {
	case *shared:
		n, ok := e.known[v]
		if !ok {
			n = e.add(v.value)
			e.known[v] = n
		}
		return n
	case string:
		n, ok := e.strings[v]
		if !ok {
			n = e.put(func(func(int) []byte) []byte { return encodeString(v) })
			e.strings[v] = n
		}
		return n
	}
	n := e.put(nil)
	e.objects[n] = e.object(value)
	return n
}

func (e *encoder) put(o func(func(int) []byte) []byte) int {
	e.objects = append(e.objects, o)
	return len(e.objects) - 1
}

// object adds the objects in a value, and returns a function that encodes it.
func (e *encoder) object(value any) func(func(int) []byte) []byte {
	var refs []int
	b := []byte{}
	switch v := value.(type) {
	case bool:
		b = []byte{0x08}
	case int:
		b = append([]byte{0x13}, big(uint64(v), 8)...)
	case float64:
		b = append([]byte{0x33}, make([]byte, 8)...)
	case []byte:
		b = append(begin(0x4, len(v)), v...)
	case []any:
		b = begin(0xa, len(v))
		for _, item := range v {
			refs = append(refs, e.add(item))
		}
	case dict:
		b = begin(0xd, len(v))
		for _, x := range v {
			refs = append(refs, e.add(x.key))
		}
		for _, x := range v {
			refs = append(refs, e.add(x.value))
		}
	default:
		panic(fmt.Sprintf("%T", v))
	}
	return func(ref func(int) []byte) []byte {
		out := bytes.Clone(b)
		for _, i := range refs {
			out = append(out, ref(i)...)
		}
		return out
	}
}

func encodeString(s string) []byte {
	if strings.IndexFunc(s, func(c rune) bool { return c > 0x7f }) < 0 {
		return append(begin(0x5, len(s)), s...)
	}
	units := utf16.Encode([]rune(s))
	b := begin(0x6, len(units))
	for _, u := range units {
		b = binary.BigEndian.AppendUint16(b, u)
	}
	return b
}

// decode returns the value of a property list. It is written apart from the package. It checks
// what CFBinaryPList.c checks of the trailer.
func decode(t testing.TB, b []byte) any {
	t.Helper()
	trailer := b[len(b)-32:]
	size, refSize := int(trailer[6]), int(trailer[7])
	count, top, table := int(number(trailer[8:16])), int(number(trailer[16:24])), int(number(trailer[24:]))
	require.Equal(t, len(b), table+count*size+32)
	require.True(t, size == 8 || uint64(table)>>(8*size) == 0)
	require.True(t, refSize == 8 || uint64(count)>>(8*refSize) == 0)
	var object func(i int) any
	object = func(i int) any {
		at := int(number(b[table+i*size:][:size]))
		kind, n := b[at]>>4, int(b[at]&15)
		at++
		if n == 15 && kind > 3 {
			width := 1 << (b[at] & 15)
			n = int(number(b[at+1:][:width]))
			at += 1 + width
		}
		ref := func(k int) any { return object(int(number(b[at+k*refSize:][:refSize]))) }
		switch kind {
		case 0, 1, 3:
			return fmt.Sprint(kind, n, b[at:][:kind*8/3])
		case 4:
			return b[at:][:n]
		case 5:
			return string(b[at:][:n])
		case 6:
			var units []uint16
			for k := range n {
				units = append(units, binary.BigEndian.Uint16(b[at+2*k:]))
			}
			return string(utf16.Decode(units))
		case 10:
			all := []any{}
			for k := range n {
				all = append(all, ref(k))
			}
			return all
		}
		all := map[string]any{}
		for k := range n {
			all[ref(k).(string)] = ref(n + k)
		}
		return all
	}
	return object(top)
}

// res returns a resource.
func res(url, mediaType string, data any) dict {
	return dict{{dataKey, data}, {urlKey, url}, {typeKey, mediaType}, {charsetKey, "UTF-8"}, {"WebResourceFrameName", ""},
		{"WebResourceResponse", []byte("an archived NSURLResponse")}}
}

// page returns an archive with frames, whose documents have about size bytes.
func page(size int) dict {
	doc := func(n int) []byte { return []byte(fmt.Sprintf("<a href=%d>", n) + strings.Repeat("x", size)) }
	return dict{
		{mainKey, res("http://h.example/p.html", "text/html", doc(1))},
		{subresourcesKey, []any{
			res("http://h.example/ö.css", "text/css", doc(2)), res("http://h.example/i.png", "image/png", doc(3)),
			res("http://h.example/x.svg", "image/svg+xml", doc(4)), res("http://h.example/empty.css", "text/css", []byte{}),
		}},
		{framesKey, []any{
			dict{{mainKey, res("http://f.example/1", "text/HTML; charset=x", doc(5))}, {framesKey, []any{dict{{mainKey, res("http://f.example/2", "", doc(6))}}}}},
			dict{{mainKey, res("http://f.example/3", "application/xhtml+xml", doc(7))}},
		}},
		{"date", 1.5}, {"number", 7}, {"bool", true},
	}
}

// readAll returns the members of a file.
func readAll(t testing.TB, file io.Reader, o format.Options) (all []format.Member) {
	t.Helper()
	r := Format.Open(file, o)
	for {
		var m format.Member
		err := r.Next(&m)
		if err == io.EOF {
			return all
		}
		require.NoError(t, err)
		all = append(all, m)
	}
}

// replace rewrites a file with the contents that change returns, nil for no change.
func replace(t testing.TB, file []byte, o format.Options, change func(m *format.Member) []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	r := Format.Open(bytes.NewReader(file), o).(format.Encoded)
	w := r.Rewrite(&out)
	var m format.Member
	for r.Next(&m) == nil {
		require.NoError(t, w.Next())
		if text := change(&m); text != nil && m.Defect == "" && !m.Large {
			half := len(m.Text) / 2
			require.NoError(t, w.Keep(0))
			require.NoError(t, w.Replace(half, text[:len(text)/2]))
			require.NoError(t, w.Replace(len(m.Text)-half, text[len(text)/2:]))
		} else {
			require.NoError(t, w.Keep(len(m.Text)))
		}
	}
	require.NoError(t, w.Close())
	return out.Bytes()
}

var forms = []form{{}, {offsetSize: 3, refSize: 3}, {offsetSize: 8, refSize: 8}, {extra: true}, {reversed: true, extra: true}}

// TestMembers reads all documents of an archive.
func TestMembers(t *testing.T) {
	for _, f := range forms {
		file := encode(page(10), f)
		require.True(t, Format.Magic(file))
		var got []string
		for i, m := range readAll(t, bytes.NewReader(file), format.Options{}) {
			require.Equal(t, i+1, m.Number)
			require.Equal(t, urlKey, m.Base.From)
			got = append(got, fmt.Sprintf("%s %s %s %s", m.Base.Value, m.MediaType, m.Charset, m.Document()[:10]))
		}
		require.Equal(t, []string{
			"http://h.example/p.html text/html UTF-8 <a href=1>", "http://h.example/ö.css text/css UTF-8 <a href=2>",
			"http://h.example/x.svg image/svg+xml UTF-8 <a href=4>", "http://f.example/1 text/html UTF-8 <a href=5>",
			"http://f.example/2 text/html UTF-8 <a href=6>", "http://f.example/3 application/xhtml+xml UTF-8 <a href=7>",
		}, got)
	}
}

// TestReplace changes documents to sizes at which markers, counts and offsets get longer or shorter.
// Everything else stays, and nothing changes without a change.
func TestReplace(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	sizes := []int{0, 1, 14, 15, 16, 255, 256, 257, 65_535, 65_536, 70_000}
	for _, f := range forms {
		for _, size := range []int{0, 4, 200, 20_000} {
			file := encode(page(size), f)
			require.True(t, bytes.Equal(file, replace(t, file, format.Options{}, func(*format.Member) []byte { return nil })))
			for range 6 {
				want := decode(t, file)
				out := replace(t, file, format.Options{}, func(m *format.Member) []byte {
					if random.IntN(2) == 0 {
						return nil
					}
					text := bytes.Repeat([]byte("n"), sizes[random.IntN(len(sizes))])
					set(want, m.Base.Value, text)
					return text
				})
				require.True(t, reflect.DeepEqual(want, decode(t, out)))
				require.True(t, bytes.Equal(out, replace(t, out, format.Options{}, func(*format.Member) []byte { return nil })))
			}
		}
	}
}

// set sets the content of the resource with the URL.
func set(value any, url string, text []byte) {
	switch v := value.(type) {
	case []any:
		for _, item := range v {
			set(item, url, text)
		}
	case map[string]any:
		if v[urlKey] == url {
			v[dataKey] = text
		}
		for _, key := range slices.SortedFunc(maps.Keys(v), cmp.Compare[string]) {
			set(v[key], url, text)
		}
	}
}

// TestShared: a document that two resources share is read once, and does not change.
func TestShared(t *testing.T) {
	both := &shared{[]byte("<a href=x>")}
	file := encode(dict{{mainKey, res("http://h.example/", "text/html", both)}, {subresourcesKey, []any{
		res("http://h.example/a", "text/html", both), res("http://h.example/b", "text/html", []byte("<a href=y>"))}}}, form{})
	describe := func(all []format.Member) (got []string) {
		for _, m := range all {
			got = append(got, fmt.Sprintf("%s|%s", m.Document(), m.Defect))
		}
		return got
	}
	const left = "its content is that of another resource, too: http://h.example/"
	require.Equal(t, []string{"<a href=x>|", "|" + left + "a", "<a href=y>|"}, describe(readAll(t, bytes.NewReader(file), format.Options{})))
	var got []format.Member
	out := replace(t, file, format.Options{}, func(m *format.Member) []byte {
		got = append(got, *m)
		return []byte("new")
	})
	require.Equal(t, []string{"|" + left, "|" + left + "a", "<a href=y>|"}, describe(got))
	require.Equal(t, []byte("<a href=x>"), decode(t, out).(map[string]any)[mainKey].(map[string]any)[dataKey])
	require.Equal(t, describe(got), describe(readAll(t, bytes.NewReader(file), format.Options{Archive: format.Archive{Changes: format.ReplaceRecords}})))
}

// TestDefects: files that cannot be read are copied, with the reason.
func TestDefects(t *testing.T) {
	good := encode(page(10), form{})
	trailer := len(good) - 32
	with := func(at int, b ...byte) []byte {
		file := bytes.Clone(good)
		copy(file[at:], b)
		return file
	}
	table := int(number(good[len(good)-8:]))
	many := append([]byte("bplist00"), bytes.Repeat([]byte{8}, maxObjects+1)...)
	at := len(many)
	many = append(many, make([]byte, 4*(maxObjects+1))...)
	many = append(many, 0, 0, 0, 0, 0, 0, 4, 4)
	many = append(append(append(many, big(maxObjects+1, 8)...), big(0, 8)...), big(uint64(at), 8)...)
	for name, test := range map[string]struct {
		file []byte
		want string
	}{
		"empty":           {nil, "no binary property list"},
		"other":           {[]byte("<html>"), "no binary property list"},
		"XML":             {[]byte("\ufeff<?xml version=1.0?><!DOCTYPE plist><plist>"), "a property list in XML: convert it first: plutil -convert binary1 FILE"},
		"magic only":      {[]byte("bplist00"), errTrailer.Error()},
		"cut":             {good[:len(good)-1], errTrailer.Error()},
		"no size":         {with(trailer+6, 0), errTrailer.Error()},
		"large size":      {with(trailer+7, 9), errTrailer.Error()},
		"count":           {with(trailer+8, 1), errTrailer.Error()},
		"top":             {with(trailer+16, 1), errTrailer.Error()},
		"table":           {with(trailer+24, 1), errTrailer.Error()},
		"offset":          {with(table, 0xff, 0xff), "an object in it is not valid"},
		"kind":            {with(int(good[table])<<8|int(good[table+1]), 0x90), "an object in it is not valid"},
		"count of object": {with(int(good[table])<<8|int(good[table+1]), 0xdf, 0x13, 0x7f), "an object in it is not valid"},
		"overlap":         {with(table, good[table+2], good[table+3]), "objects in it overlap"},
		"reference":       {with(int(good[table])<<8|int(good[table+1])+1, 0xff), "an object in it refers to one that does not exist"},
		"many":            {many, "it has more than 1048576 objects"},
	} {
		t.Run(name, func(t *testing.T) {
			all := readAll(t, bytes.NewReader(test.file), format.Options{})
			require.Len(t, all, 1)
			require.Equal(t, test.want, all[0].Defect)
			require.True(t, bytes.Equal(test.file, replace(t, test.file, format.Options{}, func(*format.Member) []byte { return []byte("new") })))
		})
	}
}

// TestCycles: an archive that contains itself ends, and so do frames that are too deep.
func TestCycles(t *testing.T) {
	leaf := res("http://h.example/leaf", "text/html", []byte("leaf"))
	self := &shared{leaf}
	file := encode(dict{{mainKey, self}, {subresourcesKey, []any{self, self}}, {framesKey, []any{self}}}, form{})
	require.Len(t, readAll(t, bytes.NewReader(file), format.Options{}), 1)
	// Let the array of frames refer to the archive.
	p, err := parse(file)
	require.NoError(t, err)
	for _, o := range p.objects {
		if o.kind == arrayKind && o.count == 1 {
			file[o.data] = 0
		}
	}
	require.Len(t, readAll(t, bytes.NewReader(file), format.Options{}), 1)
	for depth, want := range map[int]int{10: 11, maxDepth: maxDepth + 1, maxDepth + 50: maxDepth + 1} {
		frame := dict{{mainKey, leaf}}
		for range depth {
			frame = dict{{mainKey, leaf}, {framesKey, []any{frame}}}
		}
		require.Len(t, readAll(t, bytes.NewReader(encode(frame, form{})), format.Options{}), want)
	}
}

// TestOdd: values of other kinds than Safari writes, and keys that occur twice, are passed by.
func TestOdd(t *testing.T) {
	good := res("http://h.example/", "text/html", []byte("good"))
	twice := append(slices.Clone(good), entry{dataKey, []byte("other")})
	for i, archive := range []any{
		"text", []any{}, dict{}, dict{{mainKey, 7}, {subresourcesKey, "x"}, {framesKey, dict{}}},
		dict{{mainKey, twice}}, dict{{mainKey, good}, {mainKey, twice}}, dict{{mainKey, res("", "text/html", "no data")}},
		dict{{subresourcesKey, []any{dict{{dataKey, []byte("no type")}}}}},
	} {
		require.Empty(t, readAll(t, bytes.NewReader(encode(archive, form{})), format.Options{}), i)
	}
	bare := readAll(t, bytes.NewReader(encode(dict{{mainKey, dict{{dataKey, []byte("x")}, {urlKey, strings.Repeat("u", maxText+1)}}}}, form{})), format.Options{})
	require.Len(t, bare, 1)
	require.Empty(t, bare[0].Base)
	require.Equal(t, "text/html", bare[0].MediaType)
}

// TestLimits: a file that is too large is copied, and errors of reading are returned.
func TestLimits(t *testing.T) {
	file := encode(page(1000), form{})
	all := readAll(t, bytes.NewReader(file), format.Options{MaxMember: len(file) - 1})
	require.Len(t, all, 1)
	require.True(t, all[0].Large)
	require.True(t, bytes.Equal(file, replace(t, file, format.Options{MaxMember: 10}, func(*format.Member) []byte { return []byte("new") })))
	require.Len(t, readAll(t, bytes.NewReader(file), format.Options{MaxMember: len(file)}), 6)
	r := Format.Open(iotest.TimeoutReader(iotest.OneByteReader(bytes.NewReader(file))), format.Options{})
	require.ErrorIs(t, r.Next(new(format.Member)), iotest.ErrTimeout)
	var out bytes.Buffer
	w := Format.Open(bytes.NewReader(file), format.Options{}).(format.Encoded).Rewrite(&out)
	require.Error(t, w.Next(), "nothing was read")
	require.Error(t, w.Keep(1))
	require.Error(t, w.Replace(1, nil))
	require.NoError(t, w.Close())
	require.True(t, bytes.Equal(file, out.Bytes()))
}

// FuzzWebArchive checks that any file is copied without a change, and that what is written is read again.
func FuzzWebArchive(f *testing.F) {
	f.Add(encode(page(3), form{}))
	for _, form := range forms {
		f.Add(encode(page(20), form))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		if len(file) > 1<<20 {
			return
		}
		require.True(t, bytes.Equal(file, replace(t, file, format.Options{}, func(*format.Member) []byte { return nil })))
		var want []string
		out := replace(t, file, format.Options{}, func(m *format.Member) []byte {
			text := append(bytes.Repeat([]byte("<b>"), len(file)%300), m.Document()...)
			if m.Defect == "" {
				want = append(want, m.Base.Value+" "+string(text))
			}
			return text
		})
		var got []string
		for _, m := range readAll(t, bytes.NewReader(out), format.Options{Archive: format.Archive{Changes: format.ReplaceRecords}}) {
			if m.Defect == "" {
				got = append(got, m.Base.Value+" "+string(m.Document()))
			}
		}
		require.Equal(t, want, got)
	})
}
