package tar

import (
	"io"

	"github.com/hrefix/hrefix/internal/container/format"
)

// list implements [format.Format].List. An unreadable header ends the list, as it ends the members.
// The error comes from reading the file.
func list(file io.Reader, _ format.Options) ([]format.Entry, error) {
	in := newInput(file)
	var all []format.Entry
	for len(in.Peek(1)) > 0 {
		f, err := in.file()
		if err != nil {
			break
		}
		all = append(all, f.entry())
		in.Pass(int64(f.headers) + padded(f.size))
	}
	if err := in.err(); err != nil && err != io.EOF {
		return all, err
	}
	return all, nil
}
