//go:build unix

package peers

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// A judge runs testdata/breakout/judge.mjs: parse5, acorn, a tokenizer of CSS and a parser of XML read
// documents before and after, decoded as the Encoding Standard says.
type judge struct {
	mu  sync.Mutex
	in  *json.Encoder
	out *bufio.Scanner
}

// A question is a line that the judge reads.
type question struct {
	Type     string        `json:"type,omitempty"`
	Encoding string        `json:"encoding"`
	Before   []byte        `json:"before,omitempty"`
	After    []byte        `json:"after,omitempty"`
	Verb     string        `json:"verb,omitempty"`
	Pairs    [][2][]string `json:"pairs,omitempty"` // two lists of URLs, each resolved against the one before it
	Decode   []byte        `json:"decode,omitempty"`
}

// A verdict is a line that the judge writes.
type verdict struct {
	Faults [][2]string  `json:"faults"` // kind and details
	URLs   [][3]string  `json:"urls"`   // place, before, after
	Bases  [][2]*string `json:"bases"`  // before, after
	Broken bool         `json:"broken"` // before, something is not valid
	Same   [][2]*string `json:"same"`   // what Pairs are
	Text   string       `json:"text"`
	Error  string       `json:"error"`
}

// startJudge installs the parsers by npm, and starts the judge.
func startJudge(t *testing.T) *judge {
	need(t, "npm", "node")
	tools := t.TempDir()
	require.NoError(t, os.CopyFS(tools, os.DirFS("testdata/breakout")))
	install := exec.Command("npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock")
	install.Dir = tools
	out, err := install.CombinedOutput()
	require.NoError(t, err, "%s", out)
	cmd := exec.Command("node", filepath.Join(tools, "judge.mjs"))
	cmd.Stderr = os.Stderr
	stdin, err := cmd.StdinPipe()
	require.NoError(t, err)
	stdout, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		_ = stdin.Close()
		_ = cmd.Wait()
	})
	j := &judge{in: json.NewEncoder(stdin), out: bufio.NewScanner(stdout)}
	j.out.Buffer(nil, 64<<20)
	return j
}

// ask returns the verdicts on all questions.
func (j *judge) ask(t *testing.T, all ...*question) []*verdict {
	j.mu.Lock()
	defer j.mu.Unlock()
	failed := make(chan error, 1)
	go func() {
		for _, q := range all {
			if err := j.in.Encode(q); err != nil {
				failed <- err
				return
			}
		}
		failed <- nil
	}()
	verdicts := make([]*verdict, len(all))
	for i := range all {
		v := new(verdict)
		if !j.out.Scan() {
			require.NoError(t, io.ErrUnexpectedEOF, "the judge ended: %v", j.out.Err())
		}
		require.NoError(t, json.Unmarshal(j.out.Bytes(), v))
		require.Empty(t, v.Error, "%s", all[i].Before)
		verdicts[i] = v
	}
	require.NoError(t, <-failed)
	return verdicts
}

// canonical returns a URL with the escapes decoded that do not delimit anything, so that URLs differ
// only if they mean something else.
func canonical(url *string) string {
	if url == nil {
		return "(invalid)"
	}
	var b strings.Builder
	for s := *url; s != ""; {
		if s[0] == '%' && len(s) > 2 {
			if n, err := strconv.ParseUint(s[1:3], 16, 8); err == nil {
				if strings.IndexByte("%/?#&=+;", byte(n)) < 0 {
					b.WriteByte(byte(n))
				} else {
					b.WriteString(strings.ToUpper(s[:3]))
				}
				s = s[3:]
				continue
			}
		}
		b.WriteByte(s[0])
		s = s[1:]
	}
	return b.String()
}
