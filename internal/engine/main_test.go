package engine_test

import (
	"flag"
	"os"
	"runtime/debug"
	"testing"
)

// TestMain collects garbage less often than usual, except for benchmarks: the tests then take a
// fifth less time.
func TestMain(m *testing.M) {
	flag.Parse()
	if flag.Lookup("test.bench").Value.String() == "" {
		debug.SetGCPercent(400)
	}
	os.Exit(m.Run())
}
