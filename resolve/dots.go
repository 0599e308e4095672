package resolve

import "encoding/binary"

// hasDots reports whether path may hold a segment "." or "..": it does if there is a dot
// at its start or behind a "/". It looks at eight bytes at a time.
func hasDots(path []byte) bool {
	before := uint64(highs) >> 56 // the high bit of the lowest byte: a "/" is before it
	for ; len(path) >= 8; path = path[8:] {
		x := binary.LittleEndian.Uint64(path)
		slashes := zeros(x ^ ones*'/')
		if zeros(x^ones*'.')&(slashes<<8|before) != 0 {
			return true
		}
		before = slashes >> 56
	}
	slash := before != 0
	for _, c := range path {
		if c == '.' && slash {
			return true
		}
		slash = c == '/'
	}
	return false
}

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// zeros marks the high bit of the bytes of x that are zero. Those that are 1 behind a
// zero are marked, too: each "." behind a "/" for a "/", before which a "." behind a
// "/" has been marked anyway; and each "/" behind a "." for a ".", so that ".//" is
// taken for a segment.
func zeros(x uint64) uint64 { return (x - ones) &^ x & highs }

// removeDots removes the "." and ".." segments of path in place and returns
// what is left: RFC 1808 section 4, steps 6a to 6d. The four steps, done one
// after the other, remove what one walk with a stack of segments removes: "."
// is no segment for ".." to take away, and the leftmost "<segment>/../" is
// the one that the walk meets first. path itself serves as the stack.
func removeDots(path []byte) []byte {
	root := 0
	if len(path) > 0 && path[0] == '/' {
		root = 1
	}
	w := root
	for r := root; r < len(path); {
		end := index(path, r, len(path), '/')
		segment, next := path[r:end], min(end+1, len(path))
		switch {
		case string(segment) == ".":
		case string(segment) == ".." && w > root && !endsInParent(path[root:w]):
			w = lastSegment(path, root, w)
		default:
			w += copy(path[w:], path[r:next])
		}
		r = next
	}
	return path[:w]
}

// endsInParent reports whether dir, which ends in "/", has ".." as its last
// segment.
func endsInParent(dir []byte) bool {
	n := len(dir)
	return n >= 3 && string(dir[n-3:]) == "../" && (n == 3 || dir[n-4] == '/')
}

// lastSegment returns where the last segment of path[root:end], which ends in
// "/", begins.
func lastSegment(path []byte, root, end int) int {
	i := end - 1
	for i > root && path[i-1] != '/' {
		i--
	}
	return i
}
