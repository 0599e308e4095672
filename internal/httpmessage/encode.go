package httpmessage

import (
	"bytes"
	"slices"
	"strconv"
)

// Encode returns the head and the stored body of the response with another text. The new body has the codings
// that the stored body really had. If identity is set, it has no codings, except content codings that were not
// decoded because one of them is not known. head is the head of the response. The caller may have edited
// fields other than the following. The new head differs from head in these fields only:
//
//   - Each Content-Length gets the length of the body without chunks.
//   - With identity, Transfer-Encoding and Content-Encoding are removed. If there is no
//     Content-Length, a new one takes the place of the first Transfer-Encoding.
//
// Without identity, a field that names a coding which the body did not have stays. Bytes after the end
// of a coding are lost; [ErrTrailing] reports them.
func (b *Body) Encode(head, text []byte, identity bool) (newHead, body []byte, err error) {
	body = text
	if !identity {
		for _, l := range slices.Backward(b.layers) {
			var out bytes.Buffer
			w, err := l.coding.encoder(&out, l.head[:])
			if err == nil {
				_, err = w.Write(body)
			}
			if err == nil {
				err = w.Close()
			}
			if err != nil {
				return nil, nil, err
			}
			body = out.Bytes()
		}
	}
	h := ParseHead(head)
	newHead = h.withLength(len(body), identity, identity && !b.unknown)
	if !identity && b.chunks != nil {
		body = appendChunks(nil, body, b.chunks.trailer)
	}
	return newHead, body, nil
}

// withLength returns the head with another Content-Length, without Transfer-Encoding if
// noTransfer is set, and without Content-Encoding if noContent is set.
func (h *Head) withLength(length int, noTransfer, noContent bool) []byte {
	number := strconv.Itoa(length)
	missing := noTransfer && !slices.ContainsFunc(h.Fields, func(f Field) bool { return h.Is(f, "Content-Length") })
	var out []byte
	done := 0
	replace := func(start, end int, by string) {
		out = append(append(out, h.Raw[done:start]...), by...)
		done = end
	}
	for _, f := range h.Fields {
		switch {
		case h.Is(f, "Content-Length"):
			replace(f.ValueStart, f.ValueEnd, number)
		case noTransfer && h.Is(f, "Transfer-Encoding") && missing:
			missing = false
			replace(f.Start, f.NameEnd, "Content-Length")
			replace(f.ValueStart, f.ValueEnd, number)
		case noTransfer && h.Is(f, "Transfer-Encoding"), noContent && h.Is(f, "Content-Encoding"):
			replace(f.Start, f.End, "")
		}
	}
	return append(out, h.Raw[done:]...)
}
