package source

import (
	"regexp"
	"strings"
)

// DefaultBackupSuffix is the suffix of backups if no other suffix is given.
const DefaultBackupSuffix = ".orig"

// backups are the suffixes, without ".", that programs and people give to the old version of a file. Every
// run knows all of them, because it would otherwise rewrite the backups of runs with another suffix. Codes
// of languages are not among them: index.html.en may be a page.
var backups = []string{"orig", "bak", "old", "save", "sav", "backup", "bkp", "bck", "bk", "original", "prev"}

// backupSuffix matches the suffix of a backup. It may be in capital letters, or have a number, as in
// .bak2, nano's .save.1 or cp's .~1~.
var backupSuffix = regexp.MustCompile(`(?i)(?:\.(?:` + strings.Join(backups, "|") + `)(?:\.?[0-9]+)?|(?:\.~[0-9]+)?~)$`)

// BackupSuffixes lists the suffixes of backups.
func BackupSuffixes() string { return "." + strings.Join(backups, " .") + " ~" }

// IsBackupSuffix reports whether every run knows backups with this suffix.
func IsBackupSuffix(suffix string) bool {
	at := backupSuffix.FindStringIndex(suffix)
	return at != nil && at[0] == 0
}

// isBackup reports whether a file found in a directory is the backup of another file there, and so
// is not a document. The backup of page.html by wget -E -K is page.orig.
func (s *Source) isBackup() bool {
	if !s.Found {
		return false
	}
	at := backupSuffix.FindStringIndex(s.Base)
	if at == nil || at[0] == 0 {
		return false
	}
	for _, ext := range []string{"", ".html"} {
		if info, err := s.Folder.Lstat(s.Base[:at[0]] + ext); err == nil && info.Mode().IsRegular() {
			return true
		}
	}
	return false
}
