//go:build linux

package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/internal/manifest"
	"github.com/hrefix/hrefix/internal/test/powerloss"
)

// TestPowerLoss records the system calls of runs that write, and has the power fail after
// each of them: in every state that the disk can be in then, each file is whole, old or
// new, with its permissions, and its backup is there if it is new. After the last call all
// of them are new for sure. Package powerloss says what a disk keeps.
//
// So that the test shows that it would notice, each sync is left out of the record, one at
// a time: then something is lost. It wants strace, and is skipped unless HREFIX_FAULTS is 1.
func TestPowerLoss(t *testing.T) {
	if os.Getenv("HREFIX_FAULTS") != "1" {
		t.Skip("HREFIX_FAULTS is not 1: this test needs strace")
	}
	hrefix := buildStatic(t)
	for _, c := range []struct {
		name, args string
		again      int // syncs of a directory to which the run comes back, and of results that become hard links
	}{
		{"in place", "-w in", 1},
		{"with backups", "-w --backup in", 1},
		{"with backups elsewhere", "-w --backup=old/ in", 1},
		{"new tree", "-o out in", 1},
		{"new tree of two", "-o out in in/sub", 2},
		{"tree that exists", "-o there in", 0},
		{"tree that exists, replaced", "-o there --force in", 1},
		{"file", "-o out.html in/0.html", 0},
		{"Maildir, renamed", "-w --rename Maildir", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			args := append([]string{"abs", "-b", "http://a.example/", "--same-base", "-j", "1"}, strings.Fields(c.args)...)
			r := recordRun(t, hrefix, args)
			lost, err := r.losses(-1)
			require.NoError(t, err)
			require.Empty(t, lost)
			syncs, again := 0, 0
			for i, call := range r.calls {
				if call.Name != "fsync" {
					continue
				}
				syncs++
				lost, err := r.losses(i)
				require.NoError(t, err)
				if len(lost) == 0 {
					again++
				} else if syncs == 1 {
					t.Logf("without %s: %s", call, lost[0])
				}
			}
			require.NotZero(t, syncs)
			require.Equal(t, c.again, again, "syncs without which nothing is lost")
			t.Logf("%d calls, %d syncs, %d states", len(r.calls), syncs, r.states)
		})
	}
}

// buildStatic builds the command without a loader, which has files of its own.
func buildStatic(t *testing.T) string {
	hrefix := filepath.Join(t.TempDir(), "hrefix")
	build := exec.Command("go", "build", "-o", hrefix, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return hrefix
}

// A recorded run is one with the state of the disk before and after it.
type recordedRun struct {
	t         *testing.T
	before    string // a copy of the directory before it
	at        string // where it ran
	calls     []powerloss.Call
	old, new  map[string]string
	backups   bool // beside the files
	elsewhere bool // backups are in old
	states    int  // that were looked at
}

// recordRun runs the command below strace.
func recordRun(t *testing.T, hrefix string, args []string) *recordedRun {
	r := &recordedRun{t: t, before: t.TempDir(), at: t.TempDir(), backups: slices.Contains(args, "--backup"), elsewhere: slices.Contains(args, "--backup=old/")}
	for _, dir := range []string{r.before, r.at} {
		powerSite(t, dir)
	}
	r.old = contents(t, r.before)
	trace := filepath.Join(t.TempDir(), "trace")
	cmd := exec.Command("strace", slices.Concat(powerloss.Options, []string{"-o", trace, hrefix}, args)...)
	cmd.Dir = r.at
	reported, err := cmd.CombinedOutput()
	if err != nil && !bytes.Contains(reported, []byte("the file exists")) && !bytes.Contains(reported, []byte("they exist")) {
		require.NoError(t, err, "%s", reported)
	}
	r.new = contents(t, r.at)
	f, err := os.Open(trace)
	require.NoError(t, err)
	defer f.Close()
	r.calls, err = powerloss.ReadTrace(f)
	require.NoError(t, err)
	require.NotEqual(t, r.old, r.new)
	return r
}

// powerSite writes the files that the command works on: documents of all kinds, one of them with
// two names, an existing tree, and a message of a Maildir whose name contains its size.
func powerSite(t *testing.T, dir string) {
	faultySite(t, dir)
	mail := "Content-Type: text/html\n\n<a href=x>\n"
	for name, text := range map[string]string{
		"there/0.html":      "an older result",
		"there/sub/m.eml":   "an older result",
		"Maildir/cur/1:2,S": mail,
		fmt.Sprintf("Maildir/cur/2,S=%d:2,S", len(mail)): mail,
		"Maildir/new/3": mail,
		"Maildir/tmp/4": mail,
	} {
		name = filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o700))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
	}
	require.NoError(t, os.Link(filepath.Join(dir, "in/0.html"), filepath.Join(dir, "in/sub/0.html")))
	require.NoError(t, filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			err = os.Chmod(name, 0o640)
		}
		return err
	}))
}

// replay has the power fail after each call, one of them left out unless that is -1: it calls look with each new state of
// the disk, and the call before it. It returns the disk after all calls.
func (r *recordedRun) replay(without int, look func(after string, disk *powerloss.Disk) error) (*powerloss.Disk, error) {
	disk, err := powerloss.Load(r.before)
	if err != nil {
		return nil, err
	}
	disk.Root = r.at
	for i, call := range r.calls {
		if i == without {
			continue
		}
		if err := disk.Apply(call); err != nil {
			return nil, err
		}
		if !disk.Changed() {
			continue
		}
		if err := look(fmt.Sprintf("after call %d, %s", i, call), disk); err != nil {
			return nil, err
		}
	}
	return disk, nil
}

// losses returns what may be lost if the power fails after a call, one of them left out unless that is -1.
func (r *recordedRun) losses(without int) (lost []string, err error) {
	seen := make(map[string]bool)
	disk, err := r.replay(without, func(after string, disk *powerloss.Disk) error {
		now, err := r.lost(disk, false)
		for _, one := range now {
			if !seen[one] {
				seen[one] = true
				lost = append(lost, after+": "+one)
			}
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	at, err := r.lost(disk, true)
	return append(lost, at...), err
}

// lost returns the faults in a state of the disk. At the end, all files must be new.
func (r *recordedRun) lost(disk *powerloss.Disk, end bool) (lost []string, err error) {
	names := make(map[string]bool)
	for _, name := range disk.Paths() {
		names[name] = true
	}
	for name := range r.old {
		names[name] = true
	}
	if end {
		for name := range r.new {
			names[name] = true
		}
	}
	marks := [][]powerloss.State{nil}
	if r.elsewhere {
		if marks, err = disk.States("old", inputs.BackupMark); err != nil {
			return nil, err
		}
	}
	lists := [][]powerloss.State{nil}
	if r.elsewhere && end {
		if lists, err = disk.States("old", inputs.BackupList); err != nil {
			return nil, err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if strings.HasPrefix(path.Base(name), ".hrefix-") {
			continue // the next run removes it
		}
		if path.Ext(name) == atomicfile.DotlockSuffix {
			continue // the next run removes it, or names it if its content was lost
		}
		states, err := disk.States(path.Dir(name), path.Base(name), path.Base(name)+inputs.DefaultBackupSuffix, r.renamed(name))
		if err != nil {
			return nil, err
		}
		r.states += len(states)
		backups := [][]powerloss.State{nil}
		if r.elsewhere {
			if backups, err = disk.States(path.Dir(r.backup(name)), path.Base(name)); err != nil {
				return nil, err
			}
		}
		for _, s := range states {
			for _, m := range marks {
				if m != nil && r.isReplaced(name, s[0]) && (!m[0].Exists || m[0].Content != inputs.MarkText) {
					lost = append(lost, name+": is new, and the mark of the backups is lost")
				}
			}
			for _, l := range lists {
				if l != nil && r.isReplaced(name, s[0]) && !strings.Contains(l[0].Content, manifest.DigestOf(s[0].Content)) {
					lost = append(lost, name+": is new at the end, and the list of backups does not have it")
				}
			}
			for _, b := range backups {
				if b != nil && r.isReplaced(name, s[0]) && (!b[0].Exists || b[0].Content != r.old[name]) {
					lost = append(lost, name+": is new, and its backup is lost")
				}
			}
			if wrong := r.wrong(name, s[0], s[1], s[2], end); wrong != "" {
				lost = append(lost, fmt.Sprintf("%s: %s", name, wrong))
			}
		}
	}
	return lost, nil
}

// backup returns the path of the backup of a file, if backups are elsewhere.
func (r *recordedRun) backup(name string) string { return "old/" + strings.TrimPrefix(name, "in/") }

// isReplaced reports whether a file that was there has another content.
func (r *recordedRun) isReplaced(name string, s powerloss.State) bool {
	old, was := r.old[name]
	return was && s.Exists && s.Content != old
}

// renamed returns the name that a message has after the run.
func (r *recordedRun) renamed(name string) string {
	if _, stays := r.new[name]; !stays {
		for other := range r.new {
			if _, was := r.old[other]; !was && path.Dir(other) == path.Dir(name) {
				return path.Base(other)
			}
		}
	}
	return path.Base(name)
}

// wrong returns what is wrong with the state of a file. Its backup and its new name are
// looked at if it has such.
func (r *recordedRun) wrong(name string, s, backup, renamed powerloss.State, end bool) string {
	old, was := r.old[name]
	fresh, becomes := r.new[name]
	switch {
	case !s.Exists && was && !becomes: // it has another name: one of the two is there
		if !renamed.Exists {
			return "is lost, under both names"
		}
	case !s.Exists:
		if was || end && becomes {
			return "is lost"
		}
	case end && !becomes:
		return "is still there"
	case end && s.Content != fresh:
		return fmt.Sprintf("is not surely new: %.40q", s.Content)
	case !(was && s.Content == old) && !(becomes && s.Content == fresh):
		return fmt.Sprintf("is neither old nor new: %.40q", s.Content)
	case s.Mode != 0o640:
		return fmt.Sprintf("has the permissions %o", s.Mode)
	case r.backups && r.isReplaced(name, s) && (!backup.Exists || backup.Content != old):
		return "is new, and its backup is lost"
	}
	return ""
}
