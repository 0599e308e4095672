package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// speaker is the variable that makes this program speak the protocol of process.go.
const speaker = "HREFIX_BENCH_SPEAKER"

func TestMain(m *testing.M) {
	if os.Getenv(speaker) != "" {
		speak(os.Args[1:])
		return
	}
	os.Exit(m.Run())
}

// speak answers with a microsecond for each byte of a document, and ends at the
// document "bad".
func speak(args []string) {
	fmt.Println("speaker 1.0", args[0])
	in := bufio.NewReader(os.Stdin)
	for {
		var doc, times int
		if _, err := fmt.Fscan(in, &doc, &times); err != nil {
			return
		}
		data, err := os.ReadFile(args[1+doc])
		if err != nil || string(data) == "bad" {
			fmt.Fprintln(os.Stderr, "cannot read this")
			os.Exit(1)
		}
		fmt.Println(max(7*(1-times), len(data)*times*1000))
	}
}

func TestProcess(t *testing.T) {
	t.Setenv(speaker, "1")
	p := &process{
		name: "speaker", shop: &workshop{scratch: t.TempDir(), log: io.Discard},
		argv: func() ([]string, error) { path, err := os.Executable(); return []string{path}, err },
	}
	require.NoError(t, p.start([]document{page("a", []byte("123")), page("b", []byte("bad"))}))
	defer p.stop()
	require.Equal(t, "speaker 1.0 "+baseURL, p.about().version)

	links, err := p.check(0)
	require.NoError(t, err)
	require.Equal(t, 7, links)
	took, err := p.round(0, 5)
	require.NoError(t, err)
	require.Equal(t, 15*time.Microsecond, took)

	_, err = p.round(1, 1)
	require.ErrorContains(t, err, "speaker ended: cannot read this")
}

func TestNeed(t *testing.T) {
	shop := &workshop{log: io.Discard}
	there := debian("there", func() bool { return true })
	lost := debian("lost", func() bool { return false })
	require.NoError(t, shop.need(there))
	require.EqualError(t, shop.need(there, lost), "not installed: `apt-get install -y lost`")
}
