package tar

import (
	"bytes"
	"errors"
	"math"
	"strconv"
	"strings"
)

// records are the records of an extended header that matter here. The offsets are offsets in the
// member.
type records struct {
	seen            bool // the file has an extended header
	header, data    int  // the offsets of the header and of its data
	path, link      string
	size            int64 // -1 without a record
	sizeAt, sizeEnd int   // the range of the record "size"
	sparse          bool  // the file is sparse
	sparseName      string
	sparseSize      int64 // -1 without a record
}

var errRecords = errors.New("an extended header with a record that is not valid")

// parseRecords parses the data of an extended header. The data begin at the offset at of the member. If
// several records have the same key, the last one counts. A record without a value removes earlier
// records with its key.
func parseRecords(data []byte, at int) (r records, err error) {
	r = records{seen: true, header: at - blockSize, data: at, size: -1, sparseSize: -1}
	for len(data) > 0 {
		n, key, value, err := cutRecord(data)
		if err != nil {
			return r, err
		}
		if err := r.add(key, value, at, at+n); err != nil {
			return r, err
		}
		data, at = data[n:], at+n
	}
	return r, nil
}

// cutRecord parses the record at the start of data, such as "30 path=a/long/name.html\n". n is its
// length.
func cutRecord(data []byte) (n int, key string, value []byte, err error) {
	const longest = 20
	digits, _, found := bytes.Cut(data[:min(len(data), longest)], []byte(" "))
	size, err := parseDecimal(digits)
	if !found || err != nil || size > int64(len(data)) || int(size) < len(digits)+len(" k=\n") {
		return 0, "", nil, errRecords
	}
	n = int(size)
	name, value, found := bytes.Cut(data[len(digits)+1:n-1], []byte("="))
	if !found || data[n-1] != '\n' {
		return 0, "", nil, errRecords
	}
	return n, string(name), value, nil
}

// parseDecimal returns the number of decimal digits.
func parseDecimal(digits []byte) (int64, error) {
	n, err := strconv.ParseUint(string(digits), 10, 63)
	if err != nil {
		return 0, errRecords
	}
	return int64(n), nil
}

// add adds a record, which is at the offsets start to end of the member.
func (r *records) add(key string, value []byte, start, end int) (err error) {
	switch key {
	case "path":
		r.path = string(value)
	case "linkpath":
		r.link = string(value)
	case "size":
		r.sizeAt, r.sizeEnd = start, end
		r.size, err = optional(value)
	case "GNU.sparse.name":
		r.sparseName = string(value)
	case "GNU.sparse.size", "GNU.sparse.realsize", "SCHILY.realsize":
		r.sparse = true
		r.sparseSize, err = optional(value)
	default:
		r.sparse = r.sparse || strings.HasPrefix(key, "GNU.sparse.")
	}
	return err
}

// optional returns the number of decimal digits, or -1 without any.
func optional(value []byte) (int64, error) {
	if len(value) == 0 {
		return -1, nil
	}
	return parseDecimal(value)
}

// sizeRecord returns the record "size" for a size. A record begins with its own length in bytes.
func sizeRecord(size int64) []byte {
	rest := " size=" + strconv.FormatInt(size, 10) + "\n"
	n := len(rest)
	for n != len(rest)+len(strconv.Itoa(n)) {
		n = len(rest) + len(strconv.Itoa(n))
	}
	return append(strconv.AppendInt(make([]byte, 0, n), int64(n), 10), rest...)
}

// padding returns the number of padding bytes after data of a size.
func padding(size int64) int64 { return -size & (blockSize - 1) }

// padded returns the size of data with their padding.
func padded(size int64) int64 {
	if size > math.MaxInt64-blockSize {
		return math.MaxInt64
	}
	return size + padding(size)
}
