package manifest

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"io/fs"
	"time"
)

// A State is the size, time and content of a file at one moment. A digest is "sha256:" and
// hexadecimal digits.
type State struct {
	Size   int64     `json:"size"`
	MTime  time.Time `json:"mtime,omitzero"`
	Digest string    `json:"digest,omitempty"`
}

// StateOf returns the state of a file without its digest. A time that JSON cannot have is left out.
func StateOf(info fs.FileInfo) State {
	s := State{Size: info.Size(), MTime: info.ModTime().UTC()}
	if year := s.MTime.Year(); year < 0 || year > 9999 {
		s.MTime = time.Time{}
	}
	return s
}

// Digest reads to the end, and returns the digest of what it has read.
func Digest(r io.Reader) (string, error) {
	h := sha256.New()
	if _, err := io.Copy(h, r); err != nil {
		return "", err
	}
	return "sha256:" + hex.EncodeToString(h.Sum(nil)), nil
}

// DigestOf returns the digest of a text.
func DigestOf[T string | []byte](text T) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256:" + hex.EncodeToString(sum[:])
}

// A Match says which of the files that a record names a file is.
type Match int

// The matches of [Record.Find].
const (
	Other   Match = iota // a file of somebody else, or an edited file
	Result               // the output of the record
	Earlier              // the output of an earlier run, which the output of the record was to replace
)

// Find returns which file of the record has the state now. It calls digest, which reads the file,
// if size and time do not decide.
func (r *Record) Find(now State, digest func() (string, error)) (Match, error) {
	for match, f := range []*File{Result: r.Output, Earlier: r.Replaces} {
		if f == nil {
			continue
		}
		// An edit in place often keeps the time, and sometimes the size.
		likeInput := f.Size == r.Size && f.MTime.Equal(r.MTime) && f.Digest != r.Digest
		if same, err := f.Is(now, likeInput || r.Outcome == Begun, digest); same || err != nil {
			return Match(match), err
		}
	}
	return Other, nil
}

// Is reports whether a file with the state now is the file that had the state s. It calls digest if size
// and time do not decide, or if byDigest is set, because a file with other content may have the same size
// and time.
func (s State) Is(now State, byDigest bool, digest func() (string, error)) (bool, error) {
	switch {
	case s.Size != now.Size:
		return false, nil
	case !byDigest && !s.MTime.IsZero() && s.MTime.Equal(now.MTime):
		return true, nil
	case s.Digest == "":
		return false, nil
	}
	is, err := digest()
	return is == s.Digest, err
}
