package main

import (
	"archive/tar"
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/filelock"
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
	programs := map[string]func(){"hrefix": program, "lock": lockFile, "probe": probe}
	if run := programs[strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe")]; run != nil {
		run()
		os.Exit(0)
	}
	os.Exit(runTests(m, slices.Collect(maps.Keys(programs))))
}

// runTests runs the tests with a folder in PATH where each program is a link to the test binary. It
// does what [testscript.Main] does, but leaves the name hrefix to the command of the scripts.
func runTests(m *testing.M, programs []string) int {
	dir, err := os.MkdirTemp("", "hrefix-programs")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	binary, err := os.Executable()
	for _, name := range programs {
		if runtime.GOOS == "windows" {
			name += ".exe"
		}
		err = cmp.Or(err, os.Symlink(binary, filepath.Join(dir, name)))
	}
	err = cmp.Or(err, os.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH")))
	if err != nil {
		panic(err)
	}
	return m.Run()
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
	f, err := os.OpenFile(os.Args[1], os.O_RDWR, 0)
	if err == nil {
		defer f.Close()
		err = filelock.Lock(f)
	}
	fmt.Println(err)
	io.Copy(io.Discard, os.Stdin)
}

// TestScripts runs the command as its users do. $DATA is the project's testdata. The script command
// "hrefix" runs it in this process; with HREFIX_BUILD it starts a process, in its sandbox, as "exec hrefix"
// always does. In this process the scripts run one after another, and no other test beside them: they change the
// working directory, and a process that is started meanwhile would share the locks of files.
func TestScripts(t *testing.T) {
	data, err := filepath.Abs(filepath.Join("..", "..", "testdata"))
	require.NoError(t, err)
	scripts, err := filepath.Abs(filepath.Join("testdata", "script"))
	require.NoError(t, err)
	testscript.RunT(script{t}, testscript.Params{
		Dir:           scripts,
		UpdateScripts: *update,
		Setup: func(env *testscript.Env) error {
			env.Setenv("DATA", data)
			env.Setenv("GORACE", "atexit_sleep_ms=20") // with the race detector, each command sleeps for a second at its end
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"hrefix": runHere,
			"crlf":   crlf, "gzip": gzipFile, "gunzip": gunzip, "zstd": zstdFile, "unzstd": unzstd, "head": head, "tail": tail, "append": appendFile, "tar": tarFile,
			"crawl": crawlFile, "bundle": bundleFile, "unbundle": unbundleFile,
			"cmpstderr": compareStderr, "utf16": utf16File, "warc": warcFile, "webarchive": webArchive,
			"wacz": waczFile, "link": hardLink, "samefile": sameFile, "leadsto": leadsTo,
		},
	})
}

// A script is a test that runs a script.
type script struct{ *testing.T }

// Parallel implements [testscript.T].
func (s script) Parallel() {
	if asProcesses() {
		s.T.Parallel()
	}
}

// Run implements [testscript.T].
func (s script) Run(name string, f func(testscript.T)) {
	s.T.Run(name, func(t *testing.T) { f(script{t}) })
}

// Verbose implements [testscript.T].
func (script) Verbose() bool { return testing.Verbose() }

// asProcesses reports whether the scripts start a process for each command.
func asProcesses() bool { return os.Getenv("HREFIX_BUILD") != "" }

// runHere runs the command in the folder of the script: hrefix ARGUMENTS.
func runHere(ts *testscript.TestScript, neg bool, args []string) {
	failed := false
	if asProcesses() {
		failed = ts.Exec("hrefix", args...) != nil
	} else {
		failed = runIn(ts, args) != exitOK
	}
	switch {
	case failed && !neg:
		ts.Fatalf("unexpected command failure")
	case !failed && neg:
		ts.Fatalf("unexpected command success")
	}
}

// runIn runs the command in this process, with the folder of the script as the working directory.
func runIn(ts *testscript.TestScript, args []string) int {
	before, err := os.Getwd()
	ts.Check(err)
	ts.Check(os.Chdir(ts.MkAbs(".")))
	defer func() { ts.Check(os.Chdir(before)) }()
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // the heap is small, and a run may have set it to 50
	return run(args, strings.NewReader(""), ts.Stdout(), ts.Stderr())
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
