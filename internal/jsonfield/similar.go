package jsonfield

import (
	"slices"
	"strings"
	"sync"
	"unicode"
)

// everywhere returns the set that matches the strings in up to ten nested objects and arrays.
var everywhere = sync.OnceValue(func() *Set {
	fields := make([]Field, 10)
	for i := range fields {
		fields[i].Path = strings.Repeat("/*", i+1)
	}
	set, err := NewSet(fields...)
	if err != nil {
		panic(err) // the paths are wrong
	}
	return set
})

// Similar returns the path of the first string in text whose path ends with the names in path, or "". It is
// for a path that matches no string. The names may be separated by dots, as in other programs. Leading names
// and arrays may be missing in path. The result can be typed in a shell: paths with names that a shell would
// change are not returned.
func Similar(text []byte, path string) string {
	wanted := strings.FieldsFunc(path, func(r rune) bool { return r == '.' || r == '/' || r == '*' })
	if len(wanted) == 0 {
		return ""
	}
	var w Walker
	var pointer []byte
	end := "/" + wanted[len(wanted)-1]
	w.Reset(everywhere(), text)
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
		if n := len(names) - len(wanted); n >= 0 && slices.Equal(names[n:], wanted) && !slices.ContainsFunc(names, isSpecial) {
			return "/" + strings.Join(segments, "/")
		}
	}
	return ""
}

// isSpecial reports whether a name has characters that are special to shells or in lists of paths.
func isSpecial(name string) bool {
	return strings.ContainsFunc(name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-.~@+:", r)
	})
}

// foreign replaces the notation of jq and JSONPath by the notation of JSON Pointer.
var foreign = strings.NewReplacer("[]", "/*", "[*]", "/*", "[", "/", "]", "", ".", "/", `"`, "", "'", "")

// fromForeign returns the JSON Pointer of a path in the notation of jq or JSONPath.
func fromForeign(path string) string {
	path = strings.ReplaceAll(strings.TrimPrefix(path, "$"), ".[", "[")
	return "/" + strings.Trim(foreign.Replace(path), "/")
}
