package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
)

// configName is the file in the current directory that has flags of check.
const configName = ".hrefix-check"

// maxConfig is the size of the largest file of flags.
const maxConfig = 64 << 10

// configFlags are the flags that a file may have: they say what is checked, and how the result is printed. None of
// them names a file that is written. localFault has the flags that name files to read.
var configFlags = []string{
	"root", "index", "clean-urls", "names", "converted", "dialect", "base-fields", "base-schemes", "feed-base", "no-hints", "also", "place",
	"type", "charset", "json-field", "ext", "glob",
	"no-relative", "fragments", "no-fragments", "ignore-marked", "strict", "orphans", "start", "exclude", "include",
	"format", "each", "max-findings", "baseline",
}

// readConfig sets the flags of a file: the file of --config, or .hrefix-check in the current directory. A flag of
// the command line takes precedence over the file. A flag that may be repeated gets the values of both.
func (c *command) readConfig() error {
	name := c.flags.check.config
	given := c.given.Changed("config")
	if given && name == "" {
		return nil
	}
	text, err := readConfigFile(name, !given)
	switch {
	case !given && errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("--config %s: %w", name, cause.Of(err))
	}
	onLine := make(map[string]bool) // flags of the command line
	c.given.Visit(func(f *pflag.Flag) { onLine[f.Name] = true })
	var all, unused []string
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		syntax, _, _ := cutFlag(line)
		if flag := strings.TrimPrefix(syntax, "--"); c.verb == "report" && c.given.Lookup(flag) == nil && slices.Contains(configFlags, flag) {
			unused = append(unused, "--"+flag)
			continue
		}
		if err := c.setConfig(line, onLine, !given); err != nil {
			return fmt.Errorf("%s:%d: %w", name, n, err)
		}
		all = append(all, line)
	}
	if len(unused) > 0 {
		c.Report("%s: not used, because report has no such flags: %s", name, strings.Join(unused, " "))
	}
	if len(all) > 0 {
		c.Report("%s: %s", name, strings.Join(all, " "))
	}
	return nil
}

// readConfigFile returns the text of a file of flags. If local is true, nobody named the file, and it must be no
// symbolic link, which could lead to a file whose lines should not be printed.
func readConfigFile(name string, local bool) (string, error) {
	stat := os.Stat
	if local {
		stat = os.Lstat
	}
	if info, err := stat(name); err == nil && !info.Mode().IsRegular() {
		return "", errors.New("is no regular file")
	}
	return readSmall(name, maxConfig)
}

// readSmall returns the text of a file of at most size bytes, without a byte order mark.
func readSmall(name string, size int64) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, size+1))
	if int64(len(text)) > size {
		return "", fmt.Errorf("is too large: more than %d KB", size>>10)
	}
	return strings.TrimPrefix(string(text), "\ufeff"), err
}

// cutFlag returns the parts of a line: the name of a flag, with "--", and the value after "=" or a blank.
func cutFlag(line string) (syntax, value string, hasValue bool) {
	end := strings.IndexAny(line, "= \t")
	if end < 0 {
		return line, "", false
	}
	return line[:end], strings.TrimSpace(line[end+1:]), true
}

// setConfig sets the flag of a line. onLine are the flags on the command line. local is true for a file that
// --config does not name: its paths must be in the current directory.
func (c *command) setConfig(line string, onLine map[string]bool, local bool) error {
	syntax, value, hasValue := cutFlag(line)
	name, ok := strings.CutPrefix(syntax, "--")
	f := c.given.Lookup(name)
	switch {
	case !ok && f != nil:
		return fmt.Errorf("%q: write --%s", line, line)
	case !ok || f == nil:
		return fmt.Errorf("%.40q: is no flag of check: write one a line, such as --exclude %s%s", line, `\.pdf$`, suggest(configFlags, name))
	case !slices.Contains(configFlags, f.Name):
		return fmt.Errorf("%s: a file cannot have this flag: give it on the command line", syntax)
	case !hasValue && f.NoOptDefVal == "":
		return fmt.Errorf("%s: has no value", syntax)
	case !hasValue:
		value = f.NoOptDefVal
	}
	if fault := localFault(f.Name, value); local && fault != "" {
		return fmt.Errorf("%s: %s: name this file, as --config %s, if that is right", line, fault, configName)
	}
	if _, repeats := f.Value.(pflag.SliceValue); onLine[f.Name] && !repeats {
		return nil
	}
	err := c.given.Set(name, value)
	return cmp.Or(valueError(err), err)
}

// localFault says what is wrong with the value of a flag in a file that nobody named, or returns "": it names a file
// outside of the current directory, perhaps by symbolic links, or a pipe, which may have no writer.
func localFault(name, value string) string {
	switch name {
	case "root":
		_, value, _ = strings.Cut(value, "=")
	case "place":
		file, isFile := strings.CutPrefix(value, "@")
		if !isFile {
			return ""
		}
		value = file
	case "baseline", "start":
	default:
		return ""
	}
	const out = "leads out of the current directory"
	here, err := os.OpenRoot(".")
	if err != nil {
		return out
	}
	defer here.Close()
	info, err := here.Stat(filepath.FromSlash(value))
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return out
	case name != "root" && !info.Mode().IsRegular() && !info.IsDir():
		return "names no regular file"
	}
	return ""
}
