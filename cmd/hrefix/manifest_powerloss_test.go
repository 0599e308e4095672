//go:build linux

package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/manifest"
	"github.com/hrefix/hrefix/internal/test/powerloss"
)

// TestPowerLossManifest has the power fail after each system call of a run in place with a manifest. In
// every state that the disk can be in then, the manifest has the record of each file that is new, so
// that it is not done twice. Without any one of the syncs of the manifest, some record may be lost.
func TestPowerLossManifest(t *testing.T) {
	if os.Getenv("HREFIX_FAULTS") != "1" {
		t.Skip("HREFIX_FAULTS is not 1: this test needs strace")
	}
	for _, way := range []string{"-w in", "-w --rename Maildir"} {
		args := append([]string{"abs", "-b", "http://a.example/", "--same-base", "-j", "1", "--manifest", "m.jsonl"}, strings.Fields(way)...)
		r := recordRun(t, buildStatic(t), args)
		require.NoError(t, r.unrecorded(-1))
		syncs := 0
		for i, call := range r.calls {
			if call.Name != "fsync" || !strings.Contains(fmt.Sprint(call), "m.jsonl") && r.unrecorded(i) == nil {
				continue
			}
			syncs++
			require.Error(t, r.unrecorded(i), call)
		}
		t.Logf("%s: %d calls, %d syncs of the manifest", way, len(r.calls), syncs)
		require.NotZero(t, syncs)
	}
}

// unrecorded returns an error if a file may be new and its record may be lost. One of the calls is left
// out, unless that is -1.
func (r *recordedRun) unrecorded(without int) error {
	_, err := r.replay(without, func(after string, disk *powerloss.Disk) error {
		if err := r.findUnrecorded(disk); err != nil {
			return fmt.Errorf("%s: %w", after, err)
		}
		return nil
	})
	return err
}

// findUnrecorded returns an error for a state of the disk.
func (r *recordedRun) findUnrecorded(disk *powerloss.Disk) error {
	records, err := disk.States(".", "m.jsonl")
	if err != nil {
		return err
	}
	for name, fresh := range r.new {
		if fresh == r.old[name] || name == "m.jsonl" {
			continue
		}
		dir, base := ".", name
		if i := strings.LastIndexByte(name, '/'); i >= 0 {
			dir, base = name[:i], name[i+1:]
		}
		states, err := disk.States(dir, base)
		if err != nil {
			return err
		}
		for _, s := range states {
			if !s[0].Exists || s[0].Content != fresh {
				continue
			}
			for _, m := range records {
				if !strings.Contains(m[0].Content, manifest.DigestOf(fresh)) {
					return fmt.Errorf("%s is new, and its record may be lost", name)
				}
			}
		}
	}
	return nil
}
