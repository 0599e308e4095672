package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
)

var update = flag.Bool("update", false, "write what the scripts print into the scripts")

func TestMain(m *testing.M) {
	console.MaxBuffered = 64 << 10 // so that small data fill buffers
	source.SharedMailbox = 384 << 10
	// Most of what runs beside other tests waits: for processes, and for a second to pass.
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	if dir := memory(); dir != "" && os.Getenv("TMPDIR") == "" {
		if err := os.Setenv("TMPDIR", dir); err != nil {
			panic(err)
		}
	}
	testscript.Main(m, map[string]func(){"hrefix": program, "lock": lockFile, "probe": probe})
}

// program is the command, as main runs it. A test that measures coverage writes a file in
// the end, which the sandbox does not let it.
func program() {
	if testing.CoverMode() != "" {
		os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	main()
}

// lockFile locks a temporary until standard input ends, and says when it has done so: it is
// another process that writes.
func lockFile() {
	dir, err := os.OpenRoot(filepath.Dir(os.Args[1]))
	if err == nil {
		_, err = atomicfile.NewFolder(dir).Seize(filepath.Base(os.Args[1]))
	}
	fmt.Println(err)
	io.Copy(io.Discard, os.Stdin)
}

// TestScripts runs the command as its users do. $DATA is the project's
// testdata.
func TestScripts(t *testing.T) {
	t.Parallel()
	data, err := filepath.Abs(filepath.Join("..", "..", "testdata"))
	require.NoError(t, err)
	testscript.Run(t, testscript.Params{
		Dir:           filepath.Join("testdata", "script"),
		UpdateScripts: *update,
		Setup: func(env *testscript.Env) error {
			env.Setenv("DATA", data)
			env.Setenv("GORACE", "atexit_sleep_ms=20") // with the race detector, each command sleeps for a second at its end
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"crlf": crlf, "gzip": gzipFile, "gunzip": gunzip, "zstd": zstdFile, "unzstd": unzstd, "head": head, "tail": tail, "append": appendFile, "tar": tarFile,
			"crawl": crawlFile, "bundle": bundleFile, "unbundle": unbundleFile,
			"cmpstderr": compareStderr, "utf16": utf16File, "warc": warcFile, "webarchive": webArchive,
			"wacz": waczFile, "link": hardLink, "samefile": sameFile, "leadsto": leadsTo,
		},
	})
}

// seconds finds how long a run took, in its summary.
var seconds = regexp.MustCompile(`(?m), \d+\.\d s$|"seconds":[^}]*`)

// untimed returns the text of stderr without the seconds that a run took.
func untimed(reported string) string { return seconds.ReplaceAllString(reported, ", 0.0 s") }

// compareStderr is cmp stderr without the seconds that a run took: cmpstderr FILE.
func compareStderr(ts *testscript.TestScript, _ bool, args []string) {
	got, want := untimed(ts.ReadFile("stderr")), untimed(ts.ReadFile(args[0]))
	if got != want {
		ts.Fatalf("stderr and %s differ:\n%s\nwant:\n%s", args[0], got, want)
	}
}

// crlf gives a file CRLF line endings: crlf FROM TO.
func crlf(ts *testscript.TestScript, _ bool, args []string) {
	var out []byte
	for _, c := range []byte(ts.ReadFile(args[0])) {
		if c == '\n' {
			out = append(out, '\r')
		}
		out = append(out, c)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), out, 0o644))
}

// utf16File writes a file in UTF-16LE, UTF-16BE or UTF-32LE without a byte order mark: utf16
// FROM TO [le|be|32le].
func utf16File(ts *testscript.TestScript, _ bool, args []string) {
	text, order := ts.ReadFile(args[0]), "le"
	if len(args) > 2 {
		order = args[2]
	}
	var out []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		switch order {
		case "le":
			out = binary.LittleEndian.AppendUint16(out, unit)
		case "be":
			out = binary.BigEndian.AppendUint16(out, unit)
		case "32le":
			out = binary.LittleEndian.AppendUint32(out, uint32(unit))
		default:
			ts.Fatalf("utf16: no such order: %s", order)
		}
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), out, 0o644))
}

// gzipFile appends a file to another one as a gzip member: gzip FROM TO.
func gzipFile(ts *testscript.TestScript, _ bool, args []string) {
	out, err := os.OpenFile(ts.MkAbs(args[1]), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	ts.Check(err)
	z := gzip.NewWriter(out)
	_, err = z.Write([]byte(ts.ReadFile(args[0])))
	ts.Check(errors.Join(err, z.Close(), out.Close()))
}

// tarFile makes a tar archive of a file: tar FROM TO.
func tarFile(ts *testscript.TestScript, _ bool, args []string) {
	text := ts.ReadFile(args[0])
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	ts.Check(w.WriteHeader(&tar.Header{Name: args[0], Mode: 0o644, Size: int64(len(text))}))
	_, err := io.WriteString(w, text)
	ts.Check(errors.Join(err, w.Close(), os.WriteFile(ts.MkAbs(args[1]), out.Bytes(), 0o644)))
}

// gunzip decompresses a file: gunzip FROM TO.
func gunzip(ts *testscript.TestScript, _ bool, args []string) {
	z, err := gzip.NewReader(strings.NewReader(ts.ReadFile(args[0])))
	ts.Check(err)
	out, err := io.ReadAll(z)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), out, 0o644))
}

// head copies the first bytes of a file: head N FROM TO.
func head(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[0])
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), []byte(ts.ReadFile(args[1])[:n]), 0o644))
}

// tail copies the last bytes of a file: tail N FROM TO.
func tail(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[0])
	ts.Check(err)
	from := ts.ReadFile(args[1])
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), []byte(from[len(from)-n:]), 0o644))
}

// appendFile makes a file of two: append FIRST SECOND TO.
func appendFile(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), []byte(ts.ReadFile(args[0])+ts.ReadFile(args[1])), 0o644))
}
