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

// LooksLike reports whether two states have the same size and time. Their contents may still differ,
// if a program has set the time back.
func (s State) LooksLike(other State) bool {
	return s.Size == other.Size && !s.MTime.IsZero() && s.MTime.Equal(other.MTime)
}

// Is reports whether two states have the same content, by their digests.
func (s State) Is(other State) bool {
	return s.Digest != "" && s.Size == other.Size && s.Digest == other.Digest
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
	Other   Match = iota // a file of somebody else, or one that was edited
	Result               // the output of the record
	Earlier              // the output of an earlier run, which the output of the record was to replace
)

// Find reports which of the files that the record names a file is, by its state. It calls digest,
// which reads the file, if size and time are not enough to know.
func (r *Record) Find(is State, digest func() (string, error)) (Match, error) {
	for _, c := range []struct {
		file  *File
		match Match
	}{{r.Output, Result}, {r.Replaces, Earlier}} {
		if c.file == nil || c.file.Size != is.Size {
			continue
		}
		same, err := c.file.State.isNow(&is, r.isAmbiguous(c.file), digest)
		if err != nil || same {
			return c.match, err
		}
	}
	return Other, nil
}

// isAmbiguous reports whether a file that looks like f may have another content, because another file
// of the record has the same size and time. An edit in place often keeps the time, and sometimes the
// size.
func (r *Record) isAmbiguous(f *File) bool {
	if f.LooksLike(r.State) && !f.Is(r.State) {
		return true
	}
	return r.Outcome == Begun || r.Replaces != nil && r.Output != nil && r.Output.LooksLike(r.Replaces.State)
}

// isNow reports whether a file whose state is now is the one that had the state s. If their times are
// the same, it compares the digests only if byDigest is set. It keeps the digest in now.
func (s State) isNow(now *State, byDigest bool, digest func() (string, error)) (bool, error) {
	switch {
	case s.Size != now.Size:
		return false, nil
	case !byDigest && s.LooksLike(*now):
		return true, nil
	case s.Digest == "":
		return false, nil
	}
	if now.Digest == "" {
		var err error
		if now.Digest, err = digest(); err != nil {
			return false, err
		}
	}
	return s.Is(*now), nil
}

// IsInput reports whether a file is the input of the record, unchanged, by its state. It calls
// digest if size and time are not enough to know.
func (r *Record) IsInput(is State, digest func() (string, error)) (bool, error) {
	return r.State.isNow(&is, false, digest)
}
