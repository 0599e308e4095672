package mimebase

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var verbose = flag.Bool("differences", false, "print every difference to the other reader")

// A leaf is a leaf as a mail reader shows it.
type leaf struct {
	kind string
	sum  [sha256.Size]byte
}

// readLeaves reads a message with the standard library.
func readLeaves(source []byte) (all []leaf, err error) {
	m, err := mail.ReadMessage(bytes.NewReader(source))
	if err != nil {
		return nil, err
	}
	return appendLeaves(nil, m.Header.Get, m.Body, "text/plain")
}

func appendLeaves(all []leaf, get func(string) string, body io.Reader, kind string) (_ []leaf, err error) {
	var params map[string]string
	if v := get("Content-Type"); v != "" {
		if kind, params, err = mime.ParseMediaType(v); err != nil {
			return nil, err
		}
	}
	switch {
	case strings.HasPrefix(kind, "multipart/"):
		return appendParts(all, multipart.NewReader(body, params["boundary"]), kind)
	case isMessageType(kind):
		m, err := mail.ReadMessage(body)
		if err != nil {
			return nil, err
		}
		return appendLeaves(all, m.Header.Get, m.Body, "text/plain")
	}
	text, err := readBody(get("Content-Transfer-Encoding"), body)
	return append(all, leaf{kind, sha256.Sum256(text)}), err
}

func appendParts(all []leaf, r *multipart.Reader, kind string) ([]leaf, error) {
	inner := "text/plain"
	if kind == "multipart/digest" {
		inner = "message/rfc822"
	}
	for {
		part, err := r.NextRawPart()
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		if all, err = appendLeaves(all, part.Header.Get, part, inner); err != nil {
			return nil, err
		}
	}
}

func readBody(encoding string, body io.Reader) ([]byte, error) {
	switch strings.ToLower(encoding) {
	case "", "7bit", "8bit", "binary":
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	case "base64":
		text, err := io.ReadAll(body)
		if err != nil {
			return nil, err
		}
		text = bytes.Join(bytes.Fields(text), nil)
		return base64.StdEncoding.DecodeString(string(text))
	default:
		return nil, errors.New("unknown encoding")
	}
	return io.ReadAll(body)
}

// ourLeaves reads a message with this package.
func ourLeaves(source []byte) (all []leaf) {
	Parse(source, nil, Options{}).Walk(func(e *Entity) {
		if !e.IsLeaf() || e.isMultipart() {
			return
		}
		text, _ := e.Decode()
		all = append(all, leaf{e.MediaType, sha256.Sum256(text)})
	})
	return all
}

// difference describes how two readings differ, or returns "".
func difference(ours, theirs []leaf) string {
	if len(ours) != len(theirs) {
		return fmt.Sprintf("%d leaves, not %d", len(ours), len(theirs))
	}
	for i := range ours {
		switch {
		case ours[i].kind != theirs[i].kind:
			return fmt.Sprintf("leaf %d is %s, not %s", i+1, ours[i].kind, theirs[i].kind)
		case ours[i].sum != theirs[i].sum:
			return fmt.Sprintf("leaf %d (%s) has another text", i+1, ours[i].kind)
		}
	}
	return ""
}

// messages calls f for each message in a file, which may be a mailbox. All
// names but the first end with the number of the message.
func messages(name string, source []byte, f func(name string, source []byte)) {
	for i := 1; len(source) > 0; i++ {
		n := len(source)
		if bytes.HasPrefix(source, []byte("From ")) {
			if end := bytes.Index(source, []byte("\nFrom ")); end >= 0 {
				n = end + 1
			}
			_, start := lineEnd(source[:n], 0)
			f(fmt.Sprintf("%s#%d", name, i), source[start:n])
		} else {
			f(name, source)
		}
		source = source[n:]
	}
}

// TestReader compares this package with the standard library for all messages
// that the latter can read. testdata/differences.txt explains each message that
// differs, in a line "file: reason". A line that is not needed fails the test.
func TestReader(t *testing.T) {
	explained := readDifferences(t)
	read, total := 0, 0
	for _, f := range corpusMail(t) {
		messages(f.Name, f.Data, func(name string, source []byte) {
			total++
			theirs, err := readLeaves(source)
			if err != nil {
				if *verbose {
					t.Logf("UNREAD %s: %v", name, err)
				}
				return
			}
			read++
			diff := difference(ourLeaves(source), theirs)
			if diff == "" {
				return
			}
			if *verbose {
				t.Logf("DIFF %s: %s", name, diff)
			}
			if _, ok := explained[name]; !ok {
				t.Errorf("%s: %s", name, diff)
			}
			delete(explained, name)
		})
	}
	require.Empty(t, slices.Sorted(maps.Keys(explained)), "no difference any more")
	t.Logf("%d messages, %d read by both", total, read)
	require.Greater(t, read, 1000)
}

func readDifferences(t *testing.T) map[string]string {
	data, err := os.ReadFile("testdata/differences.txt")
	require.NoError(t, err)
	all := map[string]string{}
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == ';' {
			continue
		}
		name, reason, ok := strings.Cut(line, ": ")
		require.True(t, ok && reason != "" && all[name] == "", line)
		all[name] = reason
	}
	return all
}
