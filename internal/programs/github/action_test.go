package github

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert/yaml"
	"github.com/stretchr/testify/require"
)

// An action is what action.yml has.
type action struct {
	Inputs  map[string]struct{ Default string }
	Outputs map[string]struct{ Value string }
	Runs    struct {
		Steps []struct {
			ID, If, Shell, Run, Uses string
			Env                      map[string]string
		}
	}
}

func readAction(t *testing.T) action {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "action.yml"))
	require.NoError(t, err)
	var a action
	require.NoError(t, yaml.Unmarshal(text, &a))
	require.Len(t, a.Runs.Steps, 5)
	return a
}

// A runner runs steps of the action as those of GitHub do.
type runner struct {
	t       *testing.T
	action  action
	sources string // the checkout of the action
	temp    string // for temporary files of the job
	work    string // the checkout of the workflow
	server  string // has the releases
	env     []string
}

// A result is what a step leaves.
type result struct {
	status  int
	log     string
	outputs map[string]string
	summary string
}

var expression = regexp.MustCompile(`\$\{\{ ([\w.-]+) \}\}`)

// step runs the step with that number with inputs of the action, or their default values.
func (r *runner) step(n int, inputs map[string]string) result {
	r.t.Helper()
	for name := range inputs {
		require.Contains(r.t, r.action.Inputs, name)
	}
	step := r.action.Runs.Steps[n]
	require.Equal(r.t, "bash", step.Shell)
	require.NotContains(r.t, step.Run, "${{", "an expression in a script: use the environment")
	dir := r.t.TempDir()
	env := append([]string{
		"GITHUB_ACTION_PATH=" + r.sources, "RUNNER_TEMP=" + r.temp, "GITHUB_WORKSPACE=" + r.work,
		"GITHUB_OUTPUT=" + filepath.Join(dir, "output"), "GITHUB_STEP_SUMMARY=" + filepath.Join(dir, "summary"),
	}, r.env...)
	for name, value := range step.Env {
		env = append(env, name+"="+expression.ReplaceAllStringFunc(value, func(e string) string {
			switch of, name, _ := strings.Cut(expression.FindStringSubmatch(e)[1], "."); of {
			case "inputs":
				if given, ok := inputs[name]; ok {
					return given
				}
				return r.action.Inputs[name].Default
			default:
				require.Equal(r.t, "github", of)
				return map[string]string{
					"action_ref": inputs["ref"], "server_url": r.server, "action_repository": "hrefix/hrefix",
				}[name]
			}
		}))
	}
	write(r.t, dir, map[string]string{"step.sh": step.Run, "output": "", "summary": ""})
	log, status := run(r.t, r.work, env, "bash", "--noprofile", "--norc", "-eo", "pipefail", filepath.Join(dir, "step.sh"))
	got := result{status: status, log: log, outputs: make(map[string]string)}
	output, err := os.ReadFile(filepath.Join(dir, "output"))
	require.NoError(r.t, err)
	for line := range strings.Lines(string(output)) {
		name, value, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
		require.True(r.t, ok, line)
		got.outputs[name] = value
	}
	summary, err := os.ReadFile(filepath.Join(dir, "summary"))
	require.NoError(r.t, err)
	got.summary = string(summary)
	return got
}

// check runs the last step of the action.
func (r *runner) check(inputs map[string]string) result {
	r.t.Helper()
	return r.step(len(r.action.Runs.Steps)-1, inputs)
}

// command matches the commands to a runner: at the beginning of a line, or in their old form anywhere.
var command = regexp.MustCompile(`^\s*::([^:\s]+)|##\[([^\]]*)\]`)

// commands returns the commands that a runner finds in a log.
func commands(t *testing.T, log string) []string {
	var found []string
	stopped := ""
	for line := range strings.Lines(strings.ReplaceAll(log, "\r", "\n")) {
		m := command.FindStringSubmatch(line)
		switch {
		case m == nil:
		case stopped != "":
			require.Empty(t, m[2], "%q", line)
			if m[1] == stopped {
				stopped = ""
			}
		case m[1] == "stop-commands":
			stopped = strings.TrimSpace(line[strings.LastIndex(line, "::")+2:])
			require.Greater(t, len(stopped), 30)
		default:
			found = append(found, m[1]+m[2])
		}
	}
	require.Empty(t, stopped, "the commands stay stopped")
	return found
}

// newRunner builds hrefix by the step of the action, from sources without history, in a job whose
// settings for Go do not suit.
func newRunner(t *testing.T) *runner {
	needs(t, "bash", "git")
	r := &runner{t: t, action: readAction(t), sources: checkout(t), temp: t.TempDir(), work: t.TempDir()}
	r.env = []string{"GOOS=plan9", "GOARCH=mips", "GOFLAGS=-mod=vendor", "GOWORK=/missing/go.work"}
	built := r.step(3, nil)
	require.Zero(t, built.status, built.log)
	require.Equal(t, "hrefix version (devel)\n", built.log)
	r.env = nil
	return r
}

// TestAction checks sites as workflows do.
func TestAction(t *testing.T) {
	r := newRunner(t)
	require.Equal(t, "true", r.step(1, nil).outputs["found"], "Go is found")
	write(t, r.work, map[string]string{
		"good site/index.html": `<h1 id=top>Top</h1> <a href="#top">top</a>`,
		"bad/index.html":       "<a href=missing.html>missing</a>\n<a href='a&b.html'>other</a>",
		"bad/x.pdf":            "",
	})
	for name, test := range map[string]struct {
		inputs   map[string]string
		status   int    // of the step
		code     string // the output
		log      string // what the log has
		commands []string
	}{
		"a good site":       {map[string]string{"paths": "good site"}, 0, "0", "no faults", nil},
		"lines of Windows":  {map[string]string{"paths": "\r\ngood site\r\n\r\n"}, 0, "0", "1 document, ", nil},
		"annotations":       {map[string]string{"paths": "bad"}, 1, "1", "::error file=bad/index.html,line=1,", []string{"error", "error"}},
		"both":              {map[string]string{"paths": "good site\nbad"}, 1, "1", "2 documents", []string{"error", "error"}},
		"all":               {nil, 1, "1", "2 documents", []string{"error", "error"}},
		"faults are no end": {map[string]string{"paths": "bad", "fail": "false"}, 0, "1", "2 faults", []string{"error", "error"}},
		"text":              {map[string]string{"paths": "bad", "format": "text"}, 1, "1", "\nbad/index.html:1:9: a href: missing.html: no such file\n", nil},
		"two formats":       {map[string]string{"paths": "bad", "format": "text, sarif"}, 1, "1", "no such file", nil},
		"quoted flags": {
			map[string]string{"paths": "bad", "args": " --strict\n --exclude 'missing|no such' --exclude=\"a&b\""}, 0, "0", "no faults", nil,
		},
		"no such directory":  {map[string]string{"paths": "nowhere", "fail": "false"}, 2, "2", "::error title=hrefix::hrefix: nowhere", []string{"error"}},
		"paths in a line":    {map[string]string{"paths": "good bad"}, 2, "2", "write one path a line", []string{"error"}},
		"JSON":               {map[string]string{"args": "--strict --json"}, 2, "2", "use the input format", []string{"error"}},
		"another format":     {map[string]string{"args": "--format=text"}, 2, "2", "use the input format", []string{"error"}},
		"a wrong flag":       {map[string]string{"args": "--wrong"}, 2, "2", "::error title=hrefix::hrefix: unknown flag: --wrong", []string{"error"}},
		"no paths":           {map[string]string{"paths": "\n"}, 2, "2", "the input paths is empty", []string{"error"}},
		"no format":          {map[string]string{"format": " "}, 2, "2", "the input format is empty", []string{"error"}},
		"a wrong format":     {map[string]string{"format": "github xml"}, 2, "2", "the input format is unknown", []string{"error"}},
		"a wrong fail":       {map[string]string{"fail": "yes"}, 2, "2", "neither true nor false", []string{"error"}},
		"an open quote":      {map[string]string{"args": "--exclude 'x"}, 2, "2", "quote", []string{"error"}},
		"a report of lines":  {map[string]string{"format": "sarif", "report": "a\nb=c"}, 2, "2", "more than one line", []string{"error"}},
		"an installed one":   {map[string]string{"paths": "good site", "hrefix": filepath.Join(r.temp, "hrefix-action", "hrefix")}, 0, "0", "no faults", nil},
		"one that is absent": {map[string]string{"paths": "good site", "hrefix": "/missing/hrefix"}, 2, "2", "/missing/hrefix cannot be run", []string{"error"}},
	} {
		t.Run(name, func(t *testing.T) {
			got := r.check(test.inputs)
			require.Equal(t, test.status, got.status, got.log)
			require.Equal(t, test.code, got.outputs["exit-code"])
			require.Contains(t, got.log, test.log)
			require.Equal(t, test.commands, commands(t, got.log), got.log)
		})
	}
	for _, report := range []string{"", "links.sarif", "-a new/dir $(x)/links 'x'.sarif"} {
		got := r.check(map[string]string{"paths": "bad", "format": "sarif", "report": report, "fail": "false"})
		require.Zero(t, got.status, got.log)
		path := got.outputs["report"]
		if report != "" {
			require.Equal(t, report, path)
			path = filepath.Join(r.work, path)
		}
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		require.True(t, json.Valid(text))
		require.Contains(t, string(text), "missing-file")
	}
	require.Contains(t, r.check(nil).summary, "href: a&amp;b.html: no such file")
	var links strings.Builder
	for i := range 300 {
		fmt.Fprintf(&links, "<a href=%d%s>x</a>\n", i, strings.Repeat("&amp;", 3000))
	}
	write(t, r.work, map[string]string{"many/index.html": links.String()})
	many := r.check(map[string]string{"paths": "many"})
	require.Equal(t, 1, many.status)
	require.Len(t, commands(t, many.log), 300)
	require.Equal(t, 200, strings.Count(many.summary, "\nmany/index.html"))
	require.Contains(t, many.summary, "The first 200 lines.")
	require.Less(t, len(many.summary), 1<<20, "what a summary may have")
}

// TestActionVersion builds hrefix for the names by which workflows name the action.
func TestActionVersion(t *testing.T) {
	needs(t, "bash", "git")
	r := &runner{t: t, action: readAction(t), sources: checkout(t), temp: t.TempDir(), work: t.TempDir()}
	build := r.action.Runs.Steps[3]
	require.Equal(t, map[string]string{"HREFIX_REF": "${{ github.action_ref }}"}, build.Env)
	r.action.Inputs["ref"] = struct{ Default string }{}
	for ref, version := range map[string]string{
		"v1.2.3": "v1.2.3", strings.Repeat("0f", 20): "(devel) (" + strings.Repeat("0f", 20) + ")", "main": "(devel)",
		"v1.2.3 -X main.commit=x": "(devel)", "v1.2.3'$(touch pwned)": "(devel)",
	} {
		built := r.step(3, map[string]string{"ref": ref})
		require.Zero(t, built.status, built.log)
		require.Equal(t, "hrefix version "+version+"\n", built.log)
		require.NoFileExists(t, filepath.Join(r.work, "pwned"))
	}
}

// TestActionReleased takes hrefix from releases, which are files: for a tag, and for the commit of a release. For others
// it must be built, and a file with another checksum ends the step.
func TestActionReleased(t *testing.T) {
	needs(t, "bash", "curl", "git", "sha256sum", "tar")
	r := &runner{t: t, action: readAction(t), sources: checkout(t), temp: t.TempDir(), work: t.TempDir()}
	r.action.Inputs["ref"] = struct{ Default string }{}
	commit := strings.Repeat("0f", 20)
	r.server = "file://" + release(t, r.sources, "v0.1.0", commit)
	get := func(ref string) result {
		require.NoError(t, os.RemoveAll(filepath.Join(r.temp, "hrefix-action")))
		return r.step(0, map[string]string{"ref": ref})
	}
	for _, ref := range []string{"v0.1.0", commit} {
		got := get(ref)
		require.Zero(t, got.status, got.log)
		require.Equal(t, "true", got.outputs["found"], got.log)
		require.Equal(t, "hrefix version v0.1.0 ("+commit+")\n", got.log)
		require.FileExists(t, filepath.Join(r.temp, "hrefix-action", "hrefix"))
	}
	for _, ref := range append([]string{"", "main", "v0.1", "v0.1.1", strings.Repeat("1f", 20), "v0.1.0/../x", "-o"}, hostile...) {
		got := get(ref)
		require.Zero(t, got.status, "%q: %s", ref, got.log)
		require.Empty(t, got.outputs, "%q: %s", ref, got.log)
		require.Contains(t, got.log, "no released hrefix: ")
		require.NoFileExists(t, filepath.Join(r.work, "pwned"))
	}
	files, err := filepath.Glob(filepath.Join(strings.TrimPrefix(r.server, "file://"), "hrefix/hrefix/releases/download/v0.1.0/*.tar.gz"))
	require.NoError(t, err)
	require.Len(t, files, 1)
	require.NoError(t, os.WriteFile(files[0], []byte("x"), 0o644))
	got := get("v0.1.0")
	require.Equal(t, 2, got.status, got.log)
	require.Contains(t, got.log, "is not the file of the release: its SHA-256 is 2d711642b726b044")
}

// hostile are texts that a careless script would run, split, expand or read as flags.
var hostile = []string{
	"$(touch pwned)", "`touch pwned`", "a;touch pwned", "a'b\"c", "a b  c", "*", "-w", "--version", "--", "${HOME}", "~", "\\", "a\\ b",
	"%s%n", "&& touch pwned", "| touch pwned", "> pwned", "é\u202e", "<b>&amp;", "::error::x", "##[error]x", "::add-mask::x", "!x", "#x",
}

// TestActionHostile gives hostile inputs to the action, and hostile names to the files that it checks.
func TestActionHostile(t *testing.T) {
	r := newRunner(t)
	t.Logf("%d hostile texts", len(hostile))
	top := r.work
	for _, name := range hostile {
		r.work = filepath.Join(top, "inputs")
		write(t, r.work, map[string]string{name + "/index.html": "<a href=missing.html>missing</a>"})
		got := r.check(map[string]string{"paths": name, "format": "text github"})
		require.Equal(t, 1, got.status, "%q: %s", name, got.log)
		require.Equal(t, "1", got.outputs["exit-code"])
		require.Equal(t, []string{"error"}, commands(t, got.log), got.log)
		require.Contains(t, got.log, "1 document, 1 link, 1 fault")

		quoted := "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
		got = r.check(map[string]string{"paths": name, "args": "--exclude missing --exclude " + quoted})
		require.Contains(t, []int{0, 2}, got.status, "%q: %s", name, got.log) // 2: no regular expression
		for _, input := range []string{"format", "fail"} {
			require.Equal(t, 2, r.check(map[string]string{"paths": name, input: name}).status)
		}
		r.check(map[string]string{"paths": name, "args": name})
		require.NoFileExists(t, filepath.Join(r.work, "pwned"))

		// A file of that name, with a link of that name, in a directory that the workflow names.
		r.work = filepath.Join(top, "documents", strings.ReplaceAll(name, "/", ""))
		write(t, r.work, map[string]string{
			name + ".html":             "<a href=\"" + strings.ReplaceAll(name, `"`, "&quot;") + "/x\">x</a>",
			name + "\n::error::x.html": "<a href=\"x\n::error::" + strings.ReplaceAll(name, `"`, "&quot;") + "\">x</a>",
		})
		got = r.check(map[string]string{"format": "github text"})
		require.Equal(t, 1, got.status, "%q: %s", name, got.log)
		for _, c := range commands(t, got.log) {
			require.Equal(t, "error", c, got.log)
		}
		require.LessOrEqual(t, len(commands(t, got.log)), 2, got.log)
		require.NotContains(t, got.summary, "<b>")
		require.Equal(t, 1, strings.Count(got.summary, "<pre>"))
		require.Equal(t, 1, strings.Count(got.summary, "</pre>"))
	}
}
