package main

import (
	"bytes"
	"encoding/binary"
	"os"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// webArchive makes a web archive of Safari: webarchive TO TYPE,URL=FROM... The first file is the
// page.
func webArchive(ts *testscript.TestScript, _ bool, args []string) {
	var p propertyList
	var all [][]byte
	for _, arg := range args[1:] {
		about, from, _ := strings.Cut(arg, "=")
		mediaType, url, _ := strings.Cut(about, ",")
		all = append(all, p.dict("WebResourceURL", p.text(url), "WebResourceMIMEType", p.text(mediaType),
			"WebResourceTextEncodingName", p.text("UTF-8"), "WebResourceData", p.add(4, []byte(ts.ReadFile(from)), -1)))
	}
	top := p.dict("WebMainResource", all[0], "WebSubresources", p.add(10, bytes.Join(all[1:], nil), len(all)-1))
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), p.file(top), 0o644))
}

// A propertyList is a binary property list with references of two bytes.
type propertyList struct{ objects [][]byte }

// add adds an object with a count, that of its bytes if it is -1, and returns a reference to it.
func (p *propertyList) add(kind byte, content []byte, count int) []byte {
	if count < 0 {
		count = len(content)
	}
	object := []byte{kind<<4 | byte(count)}
	switch {
	case count >= 256:
		object = binary.BigEndian.AppendUint16([]byte{kind<<4 | 15, 0x11}, uint16(count))
	case count >= 15:
		object = []byte{kind<<4 | 15, 0x10, byte(count)}
	}
	p.objects = append(p.objects, append(object, content...))
	return binary.BigEndian.AppendUint16(nil, uint16(len(p.objects)-1))
}

func (p *propertyList) text(s string) []byte { return p.add(5, []byte(s), -1) }

// dict adds a dictionary of two or four pairs of a key and a reference.
func (p *propertyList) dict(pairs ...any) []byte {
	var keys, values []byte
	for i := 0; i < len(pairs); i += 2 {
		keys = append(keys, p.text(pairs[i].(string))...)
		values = append(values, pairs[i+1].([]byte)...)
	}
	return p.add(13, append(keys, values...), len(pairs)/2)
}

// file returns the file. top is the reference to the outermost object.
func (p *propertyList) file(top []byte) []byte {
	out := []byte("bplist00")
	var table []byte
	for _, object := range p.objects {
		table = binary.BigEndian.AppendUint32(table, uint32(len(out)))
		out = append(out, object...)
	}
	at := len(out)
	out = append(append(out, table...), 0, 0, 0, 0, 0, 0, 4, 2)
	for _, n := range []uint64{uint64(len(p.objects)), uint64(binary.BigEndian.Uint16(top)), uint64(at)} {
		out = binary.BigEndian.AppendUint64(out, n)
	}
	return out
}
