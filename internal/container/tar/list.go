package tar

import (
	"io"

	"github.com/hrefix/hrefix/internal/container/format"
)

// list implements [format.Format].List. A header that cannot be read ends the list, as it ends the
// members. The error is that of reading the file.
func list(file io.Reader, _ format.Options) ([]format.Entry, error) {
	in := input{src: file}
	in.seeker, _ = file.(io.Seeker)
	var all []format.Entry
	for len(in.peek(1)) > 0 {
		f, err := in.file()
		if err != nil {
			break
		}
		all = append(all, f.entry())
		in.pass(int64(f.headers) + padded(f.size))
	}
	if in.err != nil && in.err != io.EOF {
		return all, in.err
	}
	return all, nil
}
