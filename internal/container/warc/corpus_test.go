package warc

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/container/pack"
	"github.com/hrefix/hrefix/internal/test/corpus"
)

var update = flag.Bool("update", false, "write testdata/archives.tsv")

// open returns the text of a file, and its units.
func open(file io.Reader) (io.Reader, format.Options) {
	in := bufio.NewReader(file)
	head, _ := in.Peek(16)
	for _, c := range []*format.Coding{&pack.Gzip, &pack.Zstd} {
		if c.Magic(head) {
			d := c.Open(in, format.Options{})
			return d, format.Options{Units: d}
		}
	}
	return in, format.Options{}
}

// archives returns the web archives of the corpus.
func archives(t testing.TB) (files []corpus.File) {
	for _, f := range corpus.Files(t, "archives") {
		switch path.Ext(strings.TrimSuffix(f.Name, ".gz")) {
		case ".warc", ".arc":
			files = append(files, f)
		}
	}
	require.Equal(t, 18, len(files))
	return files
}

// TestArchives compares the records of the archives of pywb and jwarc with
// testdata/archives.tsv: file, offset, length, type, URL, date, status, media type and size of
// the document, and faults. The offsets, types and URLs of WARC files, and the number of
// records of iana.warc.gz, are those that "warcio index" prints (npm, 2.4.11).
func TestArchives(t *testing.T) {
	var got strings.Builder
	for _, f := range archives(t) {
		text, o := open(bytes.NewReader(f.Data))
		members, err := all(text, o)
		require.NoError(t, err, f.Name)
		if len(members) > 100 { // TestCDXJ compares the records
			fmt.Fprintf(&got, "%s\t%d records\n", path.Base(f.Name), len(members))
			continue
		}
		for _, m := range members {
			r := m.Record
			fmt.Fprintf(&got, "%s\t%d\t%d\t%s\t%s\t%s\t%d\t%s\t%d\t%s\n", path.Base(f.Name), r.Offset, r.Length,
				r.Type, r.URL, r.Date, r.Status, m.MediaType, len(m.document()), strings.Join(m.Faults, "; "))
		}
	}
	const name = "testdata/archives.tsv"
	if *update {
		require.NoError(t, os.WriteFile(name, []byte(got.String()), 0o666))
	}
	want, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, string(want), got.String())
}

// TestCDXJ compares the records of the archives with the indexes beside them.
func TestCDXJ(t *testing.T) {
	lines := 0
	for _, f := range corpus.Files(t, "archives/pywb") {
		if path.Ext(f.Name) != ".cdxj" {
			continue
		}
		records := make(map[string]map[int64]*format.Record) // by file name and offset
		for line := range strings.Lines(string(f.Data)) {
			lines++
			words := strings.SplitN(strings.TrimSpace(line), " ", 3)
			var c struct{ URL, Mime, Status, Offset, Length, Filename string }
			require.NoError(t, json.Unmarshal([]byte(words[2]), &c))
			if records[c.Filename] == nil {
				records[c.Filename] = byOffset(t, c.Filename)
			}
			offset, err := strconv.ParseInt(c.Offset, 10, 64)
			require.NoError(t, err)
			r := records[c.Filename][offset]
			require.NotNil(t, r, line)
			require.Equal(t, c.URL, r.URL, line)
			require.Equal(t, c.Length, strconv.FormatInt(r.Length, 10), line)
			require.Equal(t, words[1], strings.NewReplacer("-", "", "T", "", ":", "", "Z", "").Replace(r.Date), line)
			if c.Mime == "warc/revisit" {
				require.Equal(t, "revisit", r.Type)
				continue
			}
			require.Equal(t, "response", r.Type)
			if c.Status != "" {
				require.Equal(t, c.Status, strconv.Itoa(r.Status), line)
			}
		}
	}
	require.Equal(t, 177, lines)
}

// byOffset returns the records of an archive of pywb.
func byOffset(t *testing.T, name string) map[int64]*format.Record {
	text, o := open(bytes.NewReader(corpus.Read(t, "archives/pywb", name)))
	members, err := all(text, o)
	require.NoError(t, err)
	records := make(map[int64]*format.Record)
	for _, m := range members {
		records[m.Record.Offset] = m.Record
	}
	return records
}
