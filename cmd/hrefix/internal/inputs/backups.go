package inputs

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// BackupMark is the name of the file that makes a directory a directory of backups, and MarkText is the text of that
// file. The name begins with ".", so that mail programs do not take the file for a message. BackupList is the name of
// the list of the backups.
const (
	BackupMark = ".hrefix-backups"
	BackupList = ".hrefix-written"
	MarkText   = "This directory has backups that hrefix made by --backup=DIR/. Runs of hrefix pass it over.\n"
)

// IsMarked reports whether a directory has the mark of directories of backups: a regular file with its text, as
// far as this process may read it.
func IsMarked(dir fs.FS) bool {
	if info, err := fs.Lstat(dir, BackupMark); err != nil || info.Size() != int64(len(MarkText)) || !info.Mode().IsRegular() {
		return false
	}
	text, err := fs.ReadFile(dir, BackupMark)
	return err != nil || string(text) == MarkText
}

// mayBeMarked reports whether a directory has an entry with the name of the mark. The entries are sorted.
func mayBeMarked(entries []fs.DirEntry) bool {
	_, found := slices.BinarySearchFunc(entries, BackupMark, func(d fs.DirEntry, name string) int { return strings.Compare(d.Name(), name) })
	return found
}

// Keeps returns an error if a run in place must not write arg: arg is, or is in, a directory of backups, or is the
// backup of another argument. If there are other arguments, the error is only a [Remark]: the shell may have put arg in
// place of "*".
func (in *Inputs) Keeps(arg string) error {
	if !in.InPlace || arg == Stdin {
		return nil
	}
	for _, of := range BackedUp(arg) {
		if in.isArg(of) {
			return Remark{arg, "passed over: by its name a backup of " + of + ", which is given, too: to rewrite it, give it alone"}
		}
	}
	real, err := RealPath(arg)
	if err != nil {
		return nil
	}
	// The directory of the last argument is not searched again: a list often has many files of one directory.
	for dir := real; dir != in.edited; dir = filepath.Dir(dir) {
		if mark := filepath.Join(dir, BackupMark); IsMarked(os.DirFS(dir)) {
			const why = "a backup, which -w does not change: if it is none, remove "
			if len(in.Args) == 1 && len(in.Lists) == 0 {
				return fmt.Errorf("%s: %s%s", arg, why, mark)
			}
			return Remark{arg, "passed over: " + why + mark}
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	in.edited = filepath.Dir(real)
	return nil
}

// isArg reports whether a name is an argument.
func (in *Inputs) isArg(name string) bool {
	if in.args == nil {
		in.args = make(map[string]bool)
		for _, arg := range in.Args {
			in.args[arg] = true
		}
	}
	return in.args[name]
}

// DefaultBackupSuffix is the suffix of backups if no other suffix is given.
const DefaultBackupSuffix = ".orig"

// backups are the suffixes, without ".", that programs and people give to the old version of a file. Every
// run knows all of them, because it would otherwise rewrite the backups of runs with another suffix. Codes
// of languages are not among them: index.html.en may be a page.
var backups = []string{"orig", "bak", "old", "save", "sav", "backup", "bkp", "bck", "bk", "original", "prev"}

// packageBackups match the suffixes that package managers give to the old version of a file.
const packageBackups = `dpkg-(?:old|dist|new|bak)|ucf-(?:old|dist)|rpm(?:save|orig|new)`

// backupSuffix matches the suffix of a backup. It may be in capital letters, or have a number, as in
// .bak2, nano's .save.1 or cp's .~1~.
var backupSuffix = regexp.MustCompile(`(?i)(?:\.(?:` + strings.Join(backups, "|") + `|` + packageBackups + `)(?:\.?[0-9]+)?|(?:\.~[0-9]+)?~)$`)

// BackupSuffixes lists the suffixes of backups.
func BackupSuffixes() string { return "." + strings.Join(backups, " .") + " ~" }

// IsBackupSuffix reports whether every run knows backups with this suffix.
func IsBackupSuffix(suffix string) bool {
	at := backupSuffix.FindStringIndex(suffix)
	return at != nil && at[0] == 0
}

// BackedUp returns the names of the files of which the file called name may be the backup. wget -E -K gives the backup
// of page.html the name page.orig, and the backup of s.css?v=2.css the name s.css?v=2orig.
func BackedUp(name string) []string {
	at := backupSuffix.FindStringIndex(name)
	if was, ok := strings.CutSuffix(name, "orig"); at == nil && ok && was != "" {
		return []string{was + ".css"}
	}
	if at == nil || at[0] == 0 || os.IsPathSeparator(name[at[0]-1]) {
		return nil
	}
	return []string{name[:at[0]], name[:at[0]] + ".html"}
}
