package jsonfield

import (
	"slices"
	"strings"
)

// everywhere names the strings in up to ten objects and arrays.
var everywhere = func() *Set {
	fields := make([]Field, 10)
	for i := range fields {
		fields[i].Path = strings.Repeat("/*", i+1)
	}
	set, err := NewSet(fields...)
	if err != nil {
		panic(err) // the paths are wrong
	}
	return set
}()

// Similar returns a path of a string in text that ends with the names of path, which names no string there, or "".
// The names of path may also be separated by dots, as other programs write them, and it may lack names before them
// and arrays between them.
func Similar(text []byte, path string) string {
	wanted := strings.FieldsFunc(path, func(r rune) bool { return r == '.' || r == '/' || r == '*' })
	if len(wanted) == 0 {
		return ""
	}
	var w Walker
	var pointer []byte
	end := "/" + wanted[len(wanted)-1]
	w.Reset(everywhere, text)
	for _, ok := w.Next(); ok; _, ok = w.Next() {
		pointer = w.AppendPointer(pointer[:0])
		if !strings.HasSuffix(string(pointer), end) { // does not allocate
			continue
		}
		var names, segments []string
		for i, name := range strings.Split(string(pointer[1:]), "/") {
			if w.frames[i].array {
				segments = append(segments, "*")
				continue
			}
			names, segments = append(names, name), append(segments, name)
		}
		if n := len(names) - len(wanted); n >= 0 && slices.Equal(names[n:], wanted) {
			return "/" + strings.Join(segments, "/")
		}
	}
	return ""
}

// foreign are the parts of a path in the notation of jq or JSONPath, with what a JSON Pointer has instead.
var foreign = strings.NewReplacer("[]", "/*", "[*]", "/*", "[", "/", "]", "", ".", "/", `"`, "", "'", "")

// fromForeign returns the JSON Pointer of a path in the notation of jq or JSONPath.
func fromForeign(path string) string {
	path = strings.ReplaceAll(strings.TrimPrefix(path, "$"), ".[", "[")
	return "/" + strings.Trim(foreign.Replace(path), "/")
}
