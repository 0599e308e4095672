package source

import "strings"

// DefaultBackupSuffix is the suffix of backups unless another one is given.
const DefaultBackupSuffix = ".orig"

// isBackup reports whether a file found in a directory is the backup of another file
// there, and so no document. suffix is that of this run.
func (s *Source) isBackup(suffix string) bool {
	if !s.Found {
		return false
	}
	for _, suffix := range []string{suffix, DefaultBackupSuffix} {
		original, ok := strings.CutSuffix(s.Base, suffix)
		if !ok || original == "" || suffix == "" {
			continue
		}
		if info, err := s.Folder.Lstat(original); err == nil && info.Mode().IsRegular() {
			return true
		}
	}
	return false
}
