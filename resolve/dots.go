package resolve

// hasDots reports whether path may hold a segment "." or "..".
func hasDots(path []byte) bool {
	for i := 0; i < len(path); i++ {
		i = index(path, i, len(path), '.')
		if i < len(path) && (i == 0 || path[i-1] == '/') {
			return true
		}
	}
	return false
}

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
