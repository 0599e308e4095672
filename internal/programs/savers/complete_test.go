//go:build unix

package savers

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/programs/chromium"
)

// A desk is an X display with a window manager, on which Chromium shows its dialogs.
type desk struct{ display string }

// openDesk starts a display. It ends with the test.
func openDesk(t testing.TB) *desk {
	r, w, err := os.Pipe()
	require.NoError(t, err)
	defer r.Close()
	x := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", "1600x1200x24", "-nolisten", "tcp")
	x.ExtraFiles = []*os.File{w}
	start(t, x)
	w.Close()
	line, err := bufio.NewReader(r).ReadString('\n')
	require.NoError(t, err, "Xvfb does not start")
	d := &desk{":" + strings.TrimSpace(line)}
	start(t, d.command("openbox"))
	return d
}

// start starts a process that is killed at the end of the test.
func start(t testing.TB, cmd *exec.Cmd) {
	require.NoError(t, cmd.Start(), "install %s", cmd.Path)
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
}

func (d *desk) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), "DISPLAY="+d.display)
	return cmd
}

// press presses keys.
func (d *desk) press(t testing.TB, keys string) {
	out, err := d.command("xdotool", "key", keys).CombinedOutput()
	require.NoError(t, err, "%s", out)
}

// shows reports whether a window with a title is visible.
func (d *desk) shows(title string) bool {
	return d.command("xdotool", "search", "--onlyvisible", "--name", title).Run() == nil
}

// within waits until a condition is true, and reports whether that was in time.
func within(most time.Duration, ok func() bool) bool {
	for end := time.Now().Add(most); !ok(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			return false
		}
	}
	return true
}

// preferences make Chromium save complete pages in a directory.
const preferences = `{"savefile": {"default_directory": %q, "type": 1}, "download": {"default_directory": %q, "prompt_for_download": false}}`

// complete saves pages with the dialog of Chromium, as complete pages, each with a folder of what
// it loads, and returns the directory.
func (p *server) complete(t testing.TB, urls []string) string {
	dir, profile := abs(t, t.TempDir()), t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(profile, "Default"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(profile, "Default", "Preferences"), fmt.Appendf(nil, preferences, dir, dir), 0o600))
	d := openDesk(t)
	v := open(t, chromium.Start(t, chromium.Options{Proxy: p.URL, Display: d.display, Profile: profile}))
	for _, at := range urls {
		page, err := v.show(at)
		require.NoError(t, err, at)
		d.save(t, filepath.Join(dir, "Page "+page.Page))
	}
	return dir
}

// save saves the page that Chromium shows, whose title gives the file its name. On a busy machine
// keys are lost, so it tries again if there is no file.
func (d *desk) save(t testing.TB, name string) {
	for range 3 {
		if d.openDialog(t) && d.confirm(t) && isSaved(name) {
			return
		}
		t.Logf("%s is not saved yet", name)
	}
	require.Fail(t, "not saved", "%s", name)
}

// dialog is the title of the dialog that saves pages.
const dialog = "^Save File$"

// openDialog opens the dialog, and reports whether it is shown. Keys that are pressed before the
// window has the focus are lost.
func (d *desk) openDialog(t testing.TB) bool {
	for range 5 {
		d.press(t, "ctrl+s")
		if within(3*time.Second, func() bool { return d.shows(dialog) }) {
			return true
		}
	}
	return false
}

// confirm presses the button of the dialog, and reports whether the dialog is closed.
func (d *desk) confirm(t testing.TB) bool {
	return within(20*time.Second, func() bool {
		if !d.shows(dialog) {
			return true
		}
		d.press(t, "alt+s")
		time.Sleep(100 * time.Millisecond)
		return false
	})
}

// isSaved waits for the file of a page, and reports whether it is there.
func isSaved(name string) bool {
	return within(20*time.Second, func() bool {
		saved, _ := filepath.Glob(name + ".*html") // .xhtml, too
		pending, _ := filepath.Glob(name + "*crdownload")
		return len(saved) == 1 && len(pending) == 0
	})
}
