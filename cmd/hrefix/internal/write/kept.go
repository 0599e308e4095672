package write

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/maildir"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/manifest"
)

// In a directory of backups, a list says what a run has written in place of each file, so that the verb restore can
// tell files that have changed since from those that may be replaced by their backups. A line is written before the
// new file gets its name. The lines are on the disk when the run ends: if the power fails before, a backup may be
// without a line.

// A Kept is a line of the list: a file that was replaced, and its backup.
type Kept struct {
	Backup manifest.Name `json:"backup"` // the path of the backup in the directory of backups
	File   manifest.Name `json:"file"`   // the path of the new file, from the directory of backups if possible
	Size   int64         `json:"size"`   // the size of the new file in bytes
	Digest string        `json:"digest"` // the digest of the new file

	dir string // the directory of backups
}

// openKept opens the list.
func (w *InPlace) openKept() (err error) {
	if w.backupsAt, err = filepath.Abs(w.backupDir); err == nil {
		w.kept, err = w.backups.Root.OpenFile(inputs.BackupList, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	}
	return err
}

// closeKept syncs and closes the list.
func (w *InPlace) closeKept() error {
	if w.kept == nil {
		return nil
	}
	defer w.kept.Close() // what it has is synced
	return w.kept.Sync()
}

// keep adds a source to the list, whose result is in l and gets a name.
func (w *InPlace) keep(s *source.Source, l *lazyFile, name string) error {
	if w.kept == nil {
		return nil
	}
	out, info, err := l.Open()
	if err != nil {
		return err
	}
	defer out.Close() // the file was only read
	k := Kept{Backup: manifest.NameOf(backupPath(s)), Size: info.Size()}
	if k.Digest, err = digestOf(out, math.MaxInt64); err != nil {
		return err
	}
	at, err := filepath.Abs(filepath.Join(filepath.Dir(s.Name), name))
	if name == s.Base { // the path may be a symbolic link
		at, err = filepath.Abs(s.Name)
	}
	if err != nil {
		return err
	}
	if near, err := filepath.Rel(w.backupsAt, at); err == nil {
		at = near
	}
	k.File = manifest.NameOf(filepath.ToSlash(at))
	_, err = w.kept.Write(manifest.Append(nil, &k)) // one write for a line: other shards write, too
	return err
}

// backupPath returns the path of the backup of a source in a directory of backups.
func backupPath(s *source.Source) string { return path.Join(filepath.ToSlash(s.Top), s.Rel) }

// ReadKept returns the lines of the list in a directory of backups: of several for a backup, the last.
func ReadKept(dir string) ([]Kept, error) {
	text, err := os.ReadFile(filepath.Join(dir, inputs.BackupList))
	switch {
	case errors.Is(err, fs.ErrNotExist) && inputs.IsMarked(os.DirFS(dir)):
		return nil, errors.New("an older version made these backups, and no list of them: docs/pages.md says how to go back by hand")
	case errors.Is(err, fs.ErrNotExist) && isDirectory(dir):
		return nil, errors.New("is no directory of backups: give the DIR of --backup=DIR/ (backups beside the files: docs/pages.md, Go back)")
	case err != nil:
		return nil, cause.Of(err)
	}
	var all []Kept
	at := make(map[string]int) // the index of each backup
	for number := 1; len(text) > 0; number++ {
		line, rest, whole := bytes.Cut(text, []byte("\n"))
		text = rest
		k := Kept{dir: dir}
		switch err := json.Unmarshal(line, &k); {
		case err != nil && !whole:
			return all, nil // a run was killed before it replaced the file
		case err != nil:
			return nil, fmt.Errorf("%s, line %d: %w", inputs.BackupList, number, err)
		case !fs.ValidPath(k.Backup.String()) || k.File.String() == "":
			return nil, fmt.Errorf("%s, line %d: no path", inputs.BackupList, number)
		}
		if i, again := at[k.Backup.String()]; again {
			all[i] = k
			continue
		}
		at[k.Backup.String()] = len(all)
		all = append(all, k)
	}
	return all, nil
}

func isDirectory(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// BackupName returns the name of the backup.
func (k *Kept) BackupName() string {
	return filepath.Join(k.dir, filepath.FromSlash(k.Backup.String()))
}

// name returns the name of the file when it was written.
func (k *Kept) name() string {
	if name := filepath.FromSlash(k.File.String()); filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(k.dir, filepath.FromSlash(k.File.String()))
}

// Find returns the name of the file that the backup belongs to. A message of a Maildir may have moved from new to cur, and
// may have other flags. Without such a file, the error is [fs.ErrNotExist].
func (k *Kept) Find() (string, error) {
	name := k.name()
	_, err := os.Lstat(name)
	in, base := filepath.Split(name)
	if box := filepath.Base(in); !errors.Is(err, fs.ErrNotExist) || !maildir.HoldsMessages(box) {
		return name, err
	}
	for _, box := range maildir.Directories() {
		in := filepath.Join(filepath.Dir(filepath.Clean(in)), box)
		if !maildir.HoldsMessages(box) {
			continue
		}
		list, _ := os.ReadDir(in) // the other directory may have the message
		for _, d := range list {
			if maildir.Unique(d.Name()) == maildir.Unique(base) {
				return filepath.Join(in, d.Name()), nil
			}
		}
	}
	return name, err
}

// Top returns the directory that the run was given, if the file called name is below it, and the path of the file
// there. Otherwise it returns "".
func (k *Kept) Top(name string) (dir, rel string) {
	in := path.Dir(k.Backup.String())
	at := filepath.ToSlash(filepath.Dir(name))
	if in != "." {
		var ok bool
		if at, ok = strings.CutSuffix(at, "/"+in); !ok {
			return "", ""
		}
	}
	return filepath.FromSlash(at), path.Join(in, filepath.Base(name))
}

// A Standing says what a file has become since a run replaced it.
type Standing uint8

// The standings.
const (
	Edited   Standing = iota // the file has another content
	Restored                 // the file begins with the content of the backup, and is the same but for new mail
	Written                  // the file is as the run wrote it
	Grown                    // the file is a mailbox as the run wrote it, with new mail after it
)

// Compare says what the file called name has become. It returns the open backup and the open file, which the caller has to
// close.
func (k *Kept) Compare(file *os.File, info fs.FileInfo, backup *os.File) (Standing, error) {
	old, err := backup.Stat()
	if err != nil {
		return Edited, err
	}
	is := func(size int64, digest string, as Standing) (Standing, error) {
		switch {
		case info.Size() < size, info.Size() > size && !beginsMail(file, 0), info.Size() > size && !beginsMail(file, size):
			return Edited, nil
		}
		now, err := digestOf(file, size)
		if err != nil || now != digest {
			return Edited, err
		}
		if as == Written && info.Size() > size {
			return Grown, nil
		}
		return as, nil
	}
	if as, err := is(k.Size, k.Digest, Written); as != Edited || err != nil {
		return as, err
	}
	before, err := digestOf(backup, math.MaxInt64)
	if err != nil {
		return Edited, err
	}
	return is(old.Size(), before, Restored)
}

// beginsMail reports whether a message of a mailbox begins at an offset, perhaps after an empty line.
func beginsMail(file *os.File, at int64) bool {
	const from = "From "
	text := make([]byte, len("\r\n"+from))
	n, _ := file.ReadAt(text, at) // an unreadable file has no mail
	return strings.HasPrefix(strings.TrimLeft(string(text[:n]), "\r\n"), from)
}
