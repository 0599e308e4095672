package main

import "bytes"

const floorName = "bytes.IndexByte"

// newFloor is a bare walk from "<" to ">".
func newFloor() peer {
	return &goPeer{
		is: about{floorName, "", `a walk from "<" to ">", nothing else`},
		work: func(d *document, _ *bytes.Buffer) (int, error) {
			return walkTags(d.data), nil
		},
		links: func(*document) int { return 0 },
	}
}

// walkTags returns how many times ">" comes after "<".
func walkTags(rest []byte) (tags int) {
	for {
		i := bytes.IndexByte(rest, '<')
		if i < 0 {
			return tags
		}
		rest = rest[i:]
		j := bytes.IndexByte(rest, '>')
		if j < 0 {
			return tags
		}
		rest = rest[j:]
		tags++
	}
}
