package main

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
)

// advise returns advice on an argument that names no file, or "" for the usual advice to check the
// name.
func (c *command) advise(arg string) string {
	switch {
	case c.follows("--backup", arg), c.follows("-i", arg) && strings.HasPrefix(arg, "."):
		suffix := "." + strings.TrimPrefix(arg, ".")
		if !inputs.IsBackupSuffix(suffix) {
			return fmt.Sprintf("no such file: to give it as the directory of backups, write --backup=%s", console.ShellWord(strings.TrimSuffix(arg, "/")+"/"))
		}
		return fmt.Sprintf("no such file: to give it as the suffix of backups, write --backup=%s", console.ShellWord(suffix))
	case (c.follows("-d", arg) || c.follows("--diff", arg)) && slices.Contains(job.DiffKinds(), arg):
		return "no such file: to choose the kind of diff, write --diff=" + arg
	case isWebURL(arg):
		return c.adviseFetch(arg)
	case arg == "check" && c.verb == "report":
		return "no such file: to check the links, give --check"
	case arg == "help":
		return fmt.Sprintf("no such file: for help, write: hrefix %s --help", c.verb)
	case strings.HasPrefix(arg, "\u2013"), strings.HasPrefix(arg, "\u2014"), strings.HasPrefix(arg, "\u2212"):
		return "begins with a dash that is no hyphen: type it again as - or --"
	case strings.ContainsAny(arg, "*?["):
		if names, _ := filepath.Glob(arg); len(names) > 0 { // names is nil if arg is no pattern
			return "is a pattern, which only the shell expands: leave out the quotes, or give a directory and --glob PATTERN"
		}
		return "no file matches this pattern: check it, or give a directory and --glob PATTERN"
	case isDrive(arg) && filepath.Separator == '/':
		return "is a path of Windows, and this system has others: check the name"
	}
	if whole := c.unquoted(arg); whole != "" {
		return "no such file: quote a name with blanks: " + console.ShellWord(whole)
	}
	if near := nearFile(arg); near != "" {
		return "no such file: did you mean: " + console.ShellWord(near)
	}
	return ""
}

// unquoted returns the name of a file that the shell has split at blanks into arguments, because it was not quoted. One
// of the arguments is arg. It returns "" if no file has such a name.
func (c *command) unquoted(arg string) string {
	const most = 32 // the number of words that a name has at most
	at := slices.Index(c.paths, arg)
	for from := max(0, at+1-most); from <= at; from++ {
		for to := at + 1; to <= min(len(c.paths), from+most); to++ {
			if name := strings.Join(c.paths[from:to], " "); to-from > 1 && exists(name) {
				return name
			}
		}
	}
	return ""
}

// nearFile returns the name of the file that an argument probably means, or "". It tries the argument without
// quotes, as a file: URL, with "/" for the backslashes of Windows, and in another case.
func nearFile(arg string) string {
	name := strings.Trim(arg, " \t\r\n\"'\u201c\u201d\u2018\u2019")
	names := []string{name, strings.ReplaceAll(name, `\`, "/")}
	if path, err := url.PathUnescape(strings.TrimPrefix(strings.TrimPrefix(name, "file://"), "localhost")); err == nil {
		names = append(names, path)
	}
	dir := filepath.Dir(name)
	entries, _ := os.ReadDir(dir) // entries is nil without a directory
	for _, e := range entries {
		if strings.EqualFold(e.Name(), filepath.Base(name)) {
			names = append(names, filepath.Join(dir, e.Name()))
		}
	}
	for _, near := range names {
		if near != "" && near != arg && exists(near) {
			return near
		}
	}
	return ""
}

// checkBackup returns an error if a directory follows --backup without "=", where it would be one more input, and
// the backups in it would be rewritten.
func (c *command) checkBackup() error {
	for _, path := range c.after("--backup") {
		if info, err := os.Stat(path); len(c.paths) > 1 && slices.Contains(c.paths, path) && err == nil && info.IsDir() {
			return fmt.Errorf("--backup %s: is a directory that would be rewritten, too: to put backups there, write --backup=%s; to rewrite it, write --backup=%s",
				path, console.ShellWord(strings.TrimSuffix(path, "/")+"/"), inputs.DefaultBackupSuffix)
		}
	}
	return nil
}

// follows reports whether arg is the argument right after flag.
func (c *command) follows(flag, arg string) bool { return slices.Contains(c.after(flag), arg) }

// after returns the argument right after each flag with that name, where most flags have their
// value. The value of --backup is optional, so it can be given only after "=".
func (c *command) after(flag string) (args []string) {
	for i, given := range c.args[:max(0, len(c.args)-1)] {
		if given == "--" {
			break
		}
		if given == flag {
			args = append(args, c.args[i+1])
		}
	}
	return args
}

// isWebURL reports whether an argument is a URL that curl can fetch.
func isWebURL(arg string) bool {
	scheme, rest, ok := strings.Cut(arg, "://")
	switch strings.ToLower(scheme) {
	case "http", "https", "ftp":
		return ok && rest != ""
	}
	return false
}

// hostAlone matches the host of a URL without a scheme.
var hostAlone = regexp.MustCompile(`^[\w-]+(\.[\w-]+)+(:\d+)?$|^[\w-]+:\d+$`)

// adviseBase returns the reason why a URL cannot be the base, and advice.
func adviseBase(url string, reason base.Reason) string {
	host, _, _ := strings.Cut(url, "/")
	switch {
	case exists(url), strings.HasPrefix(url, "."), strings.HasPrefix(url, "/") && !strings.HasPrefix(url, "//"):
		return "is a path on this disk: give the URL that the document was retrieved from, such as http://example.org/dir/page.html"
	case hostAlone.MatchString(host):
		return fmt.Sprintf("has no scheme: give https://%s or http://%s", url, url)
	}
	return reason.String() + ": give an absolute URL such as http://example.org/dir/"
}

// adviseFetch returns the advice for a URL given instead of a file: fetch it by another program,
// and give the URL as the base.
func (c *command) adviseFetch(url string) string {
	verb, base := c.verb, url
	if verb == "rel" || verb == "extract" {
		return "is a URL, and hrefix fetches nothing: give the file that was fetched from it"
	}
	if verb == "" {
		verb = "abs"
	}
	switch {
	case c.flags.base != "" && !isWebURL(c.flags.base) && exists(c.flags.base):
		return fmt.Sprintf("is a URL, and %s is a file: did you mean: hrefix %s -b %s %s", c.flags.base, verb, console.ShellWord(url), console.ShellWord(c.flags.base))
	case c.flags.base != "":
		base = c.flags.base
	default:
		files := slices.DeleteFunc(slices.Clone(c.paths), func(path string) bool { return path == url })
		if len(files) > 0 && exists(files[0]) {
			return fmt.Sprintf("is a URL: to give it as the base, write: hrefix %s -b %s %s", verb, console.ShellWord(url), console.ShellWords(files))
		}
	}
	return fmt.Sprintf("is a URL, and hrefix fetches nothing: curl -sSL %s | hrefix %s -b %s", console.ShellWord(url), verb, console.ShellWord(base))
}
