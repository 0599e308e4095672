package main

import (
	"flag"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/stretchr/testify/require"
)

// asCommand is set in the environment of a test binary that is the command.
const asCommand = "HREFIX_BEAM_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(asCommand) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// command returns the command with arguments, and a tree with one page.
func command(t *testing.T, args ...string) (cmd *exec.Cmd, dir string) {
	self, err := os.Executable()
	require.NoError(t, err)
	dir = t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "in"), 0o777))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "in", "a.html"), []byte("<base href=http://h.example/><a href=x>"), 0o666))
	cmd = exec.Command(self, args...)
	cmd.Env, cmd.Dir = append(os.Environ(), asCommand+"=1"), dir
	return cmd, dir
}

// TestCommand runs the command with Prism, in a network of its own.
func TestCommand(t *testing.T) {
	cmd, dir := command(t, "--job", "abs", "--input", "in", "--output", "out", "--manifest", "m.jsonl")
	out, err := cmd.CombinedOutput()
	if err != nil && strings.Contains(string(out), "a network of its own cannot be made") {
		t.Skip("the system allows no network of a process: run the tests as root")
	}
	require.NoError(t, err, "%s", out)
	require.Contains(t, string(out), "hrefix-beam: files 1, documents 1, changed 1, references 2")
	checkManifest(t, dir)
	text, err := os.ReadFile(filepath.Join(dir, "out", "a.html"))
	require.NoError(t, err)
	require.Equal(t, "<base href=http://h.example/><a href=http://h.example/x>", string(text))
}

// TestPlaces: no file that is there is replaced, and no input.
func TestPlaces(t *testing.T) {
	cmd, dir := command(t)
	name := func(path string) string { return filepath.Join(dir, path) }
	for path, text := range map[string]string{
		"own.json": `{"a":1}`, "links.jsonl": `{"manifest":1,"version":"1","verb":"links","fingerprint":"x"}` + "\n", "empty": "", "there/a.html": "mine",
	} {
		require.NoError(t, os.MkdirAll(filepath.Dir(name(path)), 0o777))
		require.NoError(t, os.WriteFile(name(path), []byte(text), 0o666))
	}
	require.NoError(t, os.Symlink("in", name("link")))
	before := tree(t, dir)
	for args, want := range map[string]string{
		"--input in --output out --manifest own.json":         "exists, and is not a manifest",
		"--input in --output out --manifest own.json --force": "exists, and is not a manifest",
		"--input in --output out --manifest links.jsonl":      "is a manifest of other work",
		"--input in --output out --manifest out/m.jsonl":      "is within --output out",
		"--input in --output out --manifest in/m.jsonl":       "is within --input in",
		"--input in/* --output out --manifest in/a.html":      "exists, and is not a manifest",
		"--input in --output ./in":                            "is in --input in",
		"--input in --output link":                            "is in --input in",
		"--input in --output in/out":                          "is in --input in",
		"--input in --output .":                               "is in --input in",
		"--input in/*.html --output in":                       "is within --output in",
		"--input in/a.html --output link --force":             "is within --output link",
		"--input */a.html --output .":                         "is within --output .",
		"--input in --output there":                           "there/a.html: exists, and has other content: give --force to replace it, or another --output",
		"--input in --output there --manifest empty":          "there/a.html: exists, and has other content: give --force to replace it, or another --output",
	} {
		failing := exec.Command(cmd.Path, append(strings.Fields("--open-port --job abs"), strings.Fields(args)...)...)
		failing.Env, failing.Dir = cmd.Env, dir
		out, err := failing.CombinedOutput()
		require.Error(t, err, args)
		if strings.HasSuffix(args, "--output there") {
			want = "1 of the files failed"
		}
		require.Contains(t, string(out), want, args)
		require.NoError(t, os.WriteFile(name("empty"), nil, 0o666)) // it is a manifest now
		require.Equal(t, before, tree(t, dir), args)
	}
	forced := exec.Command(cmd.Path, strings.Fields("--open-port --job abs --input in --output there --force")...)
	forced.Env, forced.Dir = cmd.Env, dir
	out, err := forced.CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.Contains(t, tree(t, dir)["there/a.html"], "http://h.example/x")
}

// tree returns the contents of the files in a directory.
func tree(t *testing.T, dir string) map[string]string {
	all := make(map[string]string)
	require.NoError(t, filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		text, err := os.ReadFile(name)
		rel, _ := filepath.Rel(dir, name) // it is below dir
		all[filepath.ToSlash(rel)] = string(text)
		return err
	}))
	return all
}

// TestLock: two runs cannot write to one output at the same time.
func TestLock(t *testing.T) {
	dir := t.TempDir()
	unlock, err := lock(dir)
	require.NoError(t, err)
	_, err = lock(dir)
	require.ErrorContains(t, err, "another run uses it")
	unlock()
	unlock, err = lock(dir)
	require.NoError(t, err)
	unlock()
	require.Empty(t, tree(t, dir))
	require.NoError(t, os.Symlink(t.TempDir(), filepath.Join(dir, ".hrefix-beam")))
	_, err = lock(dir)
	require.ErrorContains(t, err, "is no directory")
}

// TestPieces: a directory with the name of that of the pieces is removed only if a run has made it.
func TestPieces(t *testing.T) {
	dir := t.TempDir()
	pieces := filepath.Join(dir, ".hrefix-beam")
	unlock, err := lock(dir)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(pieces, "piece"), nil, 0o666))
	unlock() // the run was stopped
	unlock, err = lock(dir)
	require.NoError(t, err)
	unlock()
	require.NoError(t, os.Remove(filepath.Join(pieces, "made-by-hrefix-beam")))
	_, err = lock(dir)
	require.ErrorContains(t, err, "no run has made this directory")
	require.FileExists(t, filepath.Join(pieces, "piece"))
}

// TestWorker: other runners get this program for their workers, unless a flag names another one.
func TestWorker(t *testing.T) {
	if runtime.GOOS+"/"+runtime.GOARCH != "linux/amd64" {
		t.Skip("the SDK compiles the program for linux/amd64")
	}
	t.Cleanup(func() { *jobopts.WorkerBinary = "" })
	f := &flags{runner: func() string { return "universal" }}
	require.NoError(t, f.checkMachine(t.Context()))
	self, err := os.Executable()
	require.NoError(t, err)
	require.Equal(t, self, *jobopts.WorkerBinary)
	*jobopts.WorkerBinary = "other"
	require.NoError(t, f.checkMachine(t.Context()))
	require.Equal(t, "other", *jobopts.WorkerBinary)
}

// TestOldEdges: files of a graph with another number of shards do not stay beside new ones.
func TestOldEdges(t *testing.T) {
	for _, args := range []string{"--shards 3", "--shards 2 --gzip"} {
		t.Run(args, func(t *testing.T) {
			first, dir := command(t, "--job", "graph", "--input", "in", "--output", "out", "--open-port", "--shards", "2")
			out, err := first.CombinedOutput()
			require.NoError(t, err, "%s", out)
			old := tree(t, filepath.Join(dir, "out"))
			require.Len(t, old, 4)
			again := func(more ...string) (string, error) {
				cmd := exec.Command(first.Path, append(strings.Fields("--job graph --input in --output out --open-port "+args), more...)...)
				cmd.Env, cmd.Dir = first.Env, dir
				out, err := cmd.CombinedOutput()
				return string(out), err
			}
			text, err := again()
			require.Error(t, err)
			require.Contains(t, text, "whose edges would count twice")
			require.Equal(t, old, tree(t, filepath.Join(dir, "out")))
			require.NoError(t, os.WriteFile(filepath.Join(dir, "out", "pages-notes.tsv"), nil, 0o666))
			text, err = again("--force")
			require.NoError(t, err, text)
			now := tree(t, filepath.Join(dir, "out"))
			require.Contains(t, now, "pages-notes.tsv")
			for name := range old {
				require.NotContains(t, now, name)
			}
			require.Greater(t, len(now), 4)
		})
	}
}

// TestVariable: the variable of a process with a network of its own does not make a run listen in the network of others.
func TestVariable(t *testing.T) {
	devices, err := net.Interfaces()
	require.NoError(t, err)
	if !slices.ContainsFunc(devices, func(d net.Interface) bool { return d.Flags&(net.FlagUp|net.FlagLoopback) == net.FlagUp }) {
		t.Skip("this system has no network device but loopback")
	}
	cmd, dir := command(t, "--job", "abs", "--input", "in", "--output", "out")
	cmd.Env = append(cmd.Env, "HREFIX_BEAM_PRIVATE=1")
	out, err := cmd.CombinedOutput()
	require.Error(t, err)
	require.Contains(t, string(out), "give --open-port")
	require.NoDirExists(t, filepath.Join(dir, "out"))
}

// TestOneLine: an error before the run is one line, which says what to do, and the exit status is 2.
func TestOneLine(t *testing.T) {
	for args, want := range map[string]string{
		"--job abs --inputs in --output out":                "--inputs: no such flag: did you mean --input",
		"--job abs --input none --output out":               "--input none: no such file",
		"--job abs --input none/* --output out":             "no such file",
		"--job abs --input in --output out --runner prsm":   "give prism, universal",
		"--job abs --input in --output out --runner direct": "cannot split files",
		"--job abs --input in --output out --shards x":      "invalid value",
		"--job links --input in --output out --shards 4":    "--shards is for --job graph",
		"TMPDIR": "set TMPDIR",
	} {
		words := strings.Fields(args)
		if args == "TMPDIR" {
			words = strings.Fields("--job abs --input in --output out")
		}
		cmd, dir := command(t, words...)
		if args == "TMPDIR" {
			cmd.Env = append(cmd.Env, "TMPDIR="+filepath.Join(dir, "none"))
		}
		out, err := cmd.CombinedOutput()
		var exit *exec.ExitError
		require.ErrorAs(t, err, &exit, args)
		require.Equal(t, 2, exit.ExitCode(), args)
		require.Contains(t, string(out), want, args)
		require.Equal(t, 1, strings.Count(string(out), "\n"), "%s", out)
	}
	cmd, _ := command(t, "--help")
	out, err := cmd.Output()
	require.NoError(t, err)
	require.Contains(t, string(out), "--job JOB")
	require.Contains(t, string(out), "-split-size")
}

// TestDial: a run with Prism connects only to loopback, although it has the network of the system.
func TestDial(t *testing.T) {
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip("no strace: .ci/run installs it")
	}
	cmd, dir := command(t)
	args := []string{"-f", "-qq", "-e", "trace=connect,sendto,sendmsg,sendmmsg", "-o", filepath.Join(dir, "calls"), cmd.Path,
		"--job", "links", "--input", "in", "--output", "out", "--open-port"}
	traced := exec.Command(strace, args...)
	traced.Env, traced.Dir = cmd.Env, dir
	out, err := traced.CombinedOutput()
	require.NoError(t, err, "%s", out)
	calls, err := os.ReadFile(filepath.Join(dir, "calls"))
	require.NoError(t, err)
	local := 0
	for line := range strings.Lines(string(calls)) {
		if !regexp.MustCompile(`AF_INET`).MatchString(line) {
			continue
		}
		require.Regexp(t, `inet_addr\("127\.0\.0\.1"\)|inet_pton\(AF_INET6, "(::1|::ffff:127\.0\.0\.1)"`, line)
		local++
	}
	require.Positive(t, local)
}

// TestFlags: flags that are wrong are refused, with what to do.
func TestFlags(t *testing.T) {
	const good = "--job abs --input in --output out "
	for args, want := range map[string]string{
		good:                                             "",
		good + "--split-size none":                       "",
		good + "--replace --encoding identity":           "",
		"--input in --output out":                        "give --job",
		"--job links --output out":                       "give --input",
		"--job links --input in":                         "give --output",
		good + "in2":                                     "give --input in2",
		"--job lists --input in --output out":            "give links, abs or graph",
		good + "--encoding identity":                     "give --replace too",
		good + "--encoding x":                            "keep or identity",
		good + "--base http://h/":                        "--same-base",
		good + "--same-base":                             "give --base URL too",
		good + "--base x --same-base":                    "give an absolute URL",
		good + "--gzip":                                  "leave it out",
		good + "--format json":                           "leave it out",
		good + "--split-size 1K":                         "64K or more",
		good + "--dialect x":                             "--dialect",
		good + "--type x":                                "--type",
		good + "--charset x":                             "utf-8",
		good + "--signed x":                              "leave or rewrite",
		good + "--max-document 0":                        "--max-document",
		good + "--shards 0":                              "1 to 10000",
		good + "--manifest gs://b/m":                     "different file systems",
		"--job links --input gs://b/* --output o":        "--open-port",
		"--job links --input in --output o --replace":    "give --job abs",
		"--job graph --input in --output o --join=false": "--shards",
		"--job links --input in --output o --format wat": "tsv or json",
	} {
		set := flag.NewFlagSet("", flag.ContinueOnError)
		f := newFlags(set)
		require.NoError(t, set.Parse(strings.Fields(args)))
		_, err := f.options(set.Args())
		if want == "" {
			require.NoError(t, err, args)
			continue
		}
		require.ErrorContains(t, err, want, args)
	}
}

// checkManifest checks the manifest of TestCommand: hrefix manifest reads it.
func checkManifest(t *testing.T, dir string) {
	verify := exec.Command("go", "run", "./cmd/hrefix", "manifest", "verify", "--inputs", "-o", filepath.Join(dir, "out"), "--input", filepath.Join(dir, "in"), filepath.Join(dir, "m.jsonl"))
	verify.Dir = "../.."
	out, err := verify.CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.Contains(t, string(out), "as recorded")
}
