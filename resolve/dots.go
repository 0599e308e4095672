package resolve

import "encoding/binary"

// hasDots reports whether path may have a segment "." or "..", that is, whether
// a dot is at its start or after a "/". It reads eight bytes at a time.
func hasDots(path []byte) bool {
	before := uint64(highs) >> 56 // the high bit of the lowest byte, as if a "/" came before path
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

// zeros sets the high bit of each zero byte of x. It also sets that bit for
// bytes that are 1 and follow a zero byte. hasDots can accept both errors: a
// "." after a "/", read as another "/", matters only after a match; and a "/"
// after a ".", read as another ".", turns ".//" into a possible dot segment.
func zeros(x uint64) uint64 { return (x - ones) &^ x & highs }

// removeDots removes the segments "." and ".." of path in place and returns the
// rest: RFC 1808 section 4, steps 6a to 6d. One pass with a stack of segments
// gives the same result as the four steps: "." is not a segment that ".." can
// remove, and the leftmost "<segment>/../" is the first one that the pass
// finds. The start of path is the stack.
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
			w-- // the "/" of the last segment
			for w > root && path[w-1] != '/' {
				w--
			}
		default:
			w += copy(path[w:], path[r:next])
		}
		r = next
	}
	return path[:w]
}

// endsInParent reports whether ".." is the last segment of dir, which ends in
// "/".
func endsInParent(dir []byte) bool {
	n := len(dir)
	return n >= 3 && string(dir[n-3:]) == "../" && (n == 3 || dir[n-4] == '/')
}
