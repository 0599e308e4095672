package httrack

import (
	"bufio"
	"bytes"
	"io"
	"net/url"
)

// maxLine is the maximum length of a line of the log.
const maxLine = 64 << 10

// Log returns the records of hts-cache/new.txt. It ends where r cannot be read.
func Log(r io.Reader) Records {
	return func(yield func(Record) bool) {
		lines := bufio.NewReaderSize(r, maxLine)
		for {
			line, err := lines.ReadSlice('\n')
			if rec, ok := lineRecord(line); err != bufio.ErrBufferFull && ok && !yield(rec) {
				return
			}
			for err == bufio.ErrBufferFull {
				_, err = lines.ReadSlice('\n')
			}
			if err != nil {
				return
			}
		}
	}
}

// The fields of a line of the log.
const (
	statusField = 3
	urlField    = 7
	fileField   = 8
)

// lineRecord returns the record of a line of the log. ok is false if the line is none of a file.
func lineRecord(line []byte) (rec Record, ok bool) {
	fields := bytes.Split(bytes.TrimRight(line, "\r\n"), []byte("\t"))
	if len(fields) <= fileField {
		return rec, false
	}
	status := string(fields[statusField])
	rec.URL, ok = makeURL(string(fields[urlField]))
	switch {
	case !ok:
		return rec, false
	case isFailure(status): // the file has another name than the one in the log, which it had at first
		rec.Failed, rec.guesses = true, savedNames(rec.URL)
		return rec, rec.guesses != nil
	case status != "200" && status != "304":
		return rec, false
	}
	rec.Path = toSlash(string(fields[fileField]))
	if decoded, err := url.PathUnescape(rec.Path); err == nil && decoded != rec.Path {
		rec.Decoded = decoded
	}
	return rec, rec.Path != ""
}
