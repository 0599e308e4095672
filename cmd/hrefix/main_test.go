package main

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write what the scripts print into the scripts")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"hrefix": main})
}

// TestScripts runs the command as its users do. $DATA is the project's
// testdata.
func TestScripts(t *testing.T) {
	data, err := filepath.Abs(filepath.Join("..", "..", "testdata"))
	require.NoError(t, err)
	testscript.Run(t, testscript.Params{
		Dir:           filepath.Join("testdata", "script"),
		UpdateScripts: *update,
		Setup: func(env *testscript.Env) error {
			env.Setenv("DATA", data)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"crlf": crlf},
	})
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
