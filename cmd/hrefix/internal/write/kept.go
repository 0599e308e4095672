package write

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/maildir"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/manifest"
)

// In a directory of backups, a list says what a run has written in place of each file. By the list, the verb restore can
// tell files that have changed since from files that may be replaced by their backups. A line is written when the
// backup exists, and before the new file gets its name. So the line is true even if the run is refused, killed or
// repeated after that. The lines are on the disk when the run ends: if the power fails before, a backup may lack its line.

// A Kept is a line of the list: a file that was replaced, and its backup.
type Kept struct {
	Backup  manifest.Name  `json:"backup"` // the path of the backup in the directory of backups
	File    manifest.Name  `json:"file"`   // the real path of the new file, from the directory of backups if possible
	Was     manifest.State `json:"was"`    // the old content, which the backup has, without a time
	Is      manifest.State `json:"is"`     // the new content
	Mailbox bool           `json:"mailbox,omitempty"`

	// Messages are the messages that were changed, if the file is a mailbox: see [keptMessage].
	Messages []byte `json:"messages,omitempty"`
}

// contentOf returns the size and the digest of a file.
func contentOf(f *os.File) (c manifest.State, err error) {
	info, err := f.Stat()
	if err != nil {
		return c, err
	}
	c.Size = info.Size()
	c.Digest, err = digestOf(f, math.MaxInt64)
	return c, err
}

// openKept opens the list of backups.
func (w *InPlace) openKept() (err error) {
	if w.backupsAt, err = inputs.RealPath(w.backupDir); err != nil {
		return err
	}
	if info, err := w.backups.Root.Lstat(inputs.BackupList); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s: %w", inputs.BackupList, atomicfile.ErrIrregular)
	}
	w.kept, err = w.backups.Root.OpenFile(inputs.BackupList, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	return err
}

// list adds a line to the list, in one write, because other shards write, too. If the last line is not whole, because a
// run was killed or the disk was full, list ends that line first.
func (w *InPlace) list(k *Kept) error {
	info, err := w.kept.Stat()
	if err == nil && info.Size() > 0 {
		last := make([]byte, 1)
		if _, err = w.kept.ReadAt(last, info.Size()-1); err == nil && last[0] != '\n' {
			_, err = w.kept.WriteString("\n")
		}
	}
	if err == nil {
		_, err = w.kept.Write(manifest.Append(nil, k))
	}
	return err
}

// describe sets l.kept, the line for a source. The result is in l, and its name will be name.
func (w *InPlace) describe(s *source.Source, l *lazyFile, name string) (err error) {
	if w.kept == nil {
		return nil
	}
	out, _, err := l.Open()
	if err != nil {
		return err
	}
	defer out.Close() // the file was only read
	k := &Kept{Backup: manifest.NameOf(backupPath(s)), Mailbox: s.Type == detect.Mbox}
	if k.Is, err = contentOf(out); err != nil {
		return err
	}
	if k.Was, err = contentOf(s.In); err != nil {
		return err
	}
	if k.Mailbox && s.Coded == nil {
		if k.Messages, err = changedMessages(io.NewSectionReader(s.In, 0, k.Was.Size), io.NewSectionReader(out, 0, k.Is.Size)); err != nil {
			return err
		}
	}
	at, err := inputs.RealPath(s.Folder.Name()) // the name of the source may be a symbolic link
	if err != nil {
		return err
	}
	at = filepath.Join(at, name)
	if near, err := filepath.Rel(w.backupsAt, at); err == nil {
		at = near
	}
	k.File = manifest.NameOf(filepath.ToSlash(at))
	l.kept = k
	return nil
}

// backupPath returns the path of the backup of a source in a directory of backups.
func backupPath(s *source.Source) string { return path.Join(filepath.ToSlash(s.Top), s.Rel) }

// Backups are the files in a directory of backups.
type Backups struct {
	dir   string
	real  string // the real path of dir
	here  string // the real path of the current directory
	in    *atomicfile.Folder
	boxes map[string]map[string][]string // for each directory of Maildirs the messages by [maildir.Unique]
}

// OpenBackups opens a directory of backups. The caller has to close it.
func OpenBackups(dir string) (*Backups, error) {
	b := &Backups{dir: dir, boxes: make(map[string]map[string][]string)}
	var err error
	if b.in, err = atomicfile.OpenFolder(dir); err != nil {
		return nil, cause.Of(err)
	}
	if b.real, err = inputs.RealPath(dir); err == nil {
		b.here, err = inputs.RealPath(".")
	}
	if err != nil {
		b.Close()
		return nil, err
	}
	return b, nil
}

// Close closes the directory.
func (b *Backups) Close() { b.in.Release() }

// List returns the lines of the list. If several lines have the same backup and file, it returns the last of them. It
// calls odd with an error for each line that cannot be read.
func (b *Backups) List(odd func(error)) ([]*Kept, error) {
	f, _, err := b.in.OpenRead(inputs.BackupList)
	switch {
	case errors.Is(err, fs.ErrNotExist) && inputs.IsMarked(b.in.Root.FS()):
		return nil, errors.New("has no list of its backups: docs/pages.md says how to go back by hand")
	case errors.Is(err, fs.ErrNotExist):
		return nil, errors.New("is no directory of backups: give the DIR of --backup=DIR/ (backups beside the files: docs/pages.md, Go back)")
	case err != nil:
		return nil, fmt.Errorf("%s: %w", inputs.BackupList, cause.Of(err))
	}
	defer f.Close() // the file was only read
	var all []*Kept
	at := make(map[[2]string]int) // the index of each backup and file
	lines := bufio.NewReader(f)
	for number := 1; ; number++ {
		line, err := lines.ReadBytes('\n')
		if len(bytes.Trim(line, "\n\x00")) > 0 {
			k := new(Kept)
			switch wrong := json.Unmarshal(line, k); {
			case wrong != nil || !filepath.IsLocal(filepath.FromSlash(k.Backup.String())) || k.File.String() == "":
				odd(fmt.Errorf("%s: line %d of %s cannot be read, and is passed over: a run may have been stopped there", b.dir, number, inputs.BackupList))
			default:
				key := [2]string{k.Backup.String(), k.File.String()}
				if i, again := at[key]; again {
					all[i] = nil
				}
				at[key] = len(all)
				all = append(all, k)
			}
		}
		switch {
		case err == io.EOF:
			return slices.DeleteFunc(all, func(k *Kept) bool { return k == nil }), nil
		case err != nil:
			return nil, fmt.Errorf("%s: %w", inputs.BackupList, cause.Of(err))
		}
	}
}

// Name returns the name of a backup, for messages.
func (b *Backups) Name(k *Kept) string {
	return filepath.Join(b.dir, filepath.FromSlash(k.Backup.String()))
}

// Open opens a backup, and checks that it has the old content.
func (b *Backups) Open(k *Kept) (*os.File, error) {
	f, _, err := b.in.OpenRead(filepath.FromSlash(k.Backup.String()))
	if err != nil {
		return nil, fmt.Errorf("its backup %s: %w", b.Name(k), cause.Of(err))
	}
	switch is, err := contentOf(f); {
	case err != nil:
		f.Close() // the file was only read
		return nil, fmt.Errorf("its backup %s: %w", b.Name(k), cause.Of(err))
	case is != k.Was:
		f.Close() // the file was only read
		return nil, fmt.Errorf("its backup %s has changed since the run", b.Name(k))
	}
	return f, nil
}

// errMoved is the error of a file whose directory has become a symbolic link, or is below one.
var errMoved = errors.New("a symbolic link leads there now: go back by hand")

// A Found is a backup and what has become of its file.
type Found struct {
	*Kept
	Name  string // the name of the file
	Moved string // the new name of a message of a Maildir that has moved to another folder, or has other flags now, or ""
	Info  fs.FileInfo
	Err   error // [fs.ErrNotExist] without a file
}

// Find finds the file that a backup belongs to.
func (b *Backups) Find(k *Kept) Found {
	at := filepath.FromSlash(k.File.String())
	if !filepath.IsAbs(at) {
		at = filepath.Join(b.real, at)
	}
	f, in := Found{Kept: k, Name: b.shown(at)}, filepath.Dir(at)
	if real, err := filepath.EvalSymlinks(in); err == nil && real != in {
		f.Err = errMoved
		return f
	}
	f.Info, f.Err = os.Lstat(at)
	if errors.Is(f.Err, fs.ErrNotExist) && maildir.HoldsMessages(filepath.Base(in)) {
		if found := b.messages(k, at)[maildir.Unique(filepath.Base(at))]; len(found) == 1 {
			f.Moved = b.shown(found[0])
			f.Info, f.Err = os.Lstat(found[0])
		}
	}
	if f.Err == nil && f.Info.Mode().Type() == fs.ModeSymlink {
		f.Err = errMoved
	}
	return f
}

// messages returns the messages in all folders to which a message of a Maildir may have moved: the folders in the
// directory that was given to the run, or the Maildir with its own folders. name is the name that the message had.
func (b *Backups) messages(k *Kept, name string) map[string][]string {
	dir := filepath.Dir(filepath.Dir(name))
	if strings.HasPrefix(filepath.Base(dir), ".") { // a folder of Maildir++, such as .Sent
		dir = filepath.Dir(dir)
	}
	if top, _ := k.Top(name); top != "" && len(top) < len(dir) {
		dir = top
	}
	if all := b.boxes[dir]; all != nil {
		return all
	}
	all := make(map[string][]string)
	b.boxes[dir] = all
	_ = filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && maildir.HoldsMessages(filepath.Base(filepath.Dir(name))) {
			unique := maildir.Unique(d.Name())
			all[unique] = append(all[unique], name)
		}
		return nil // the other directories may have the messages
	})
	return all
}

// shown returns a name for messages: relative to the current directory if that is shorter.
func (b *Backups) shown(name string) string {
	near, err := filepath.Rel(b.here, name)
	switch {
	case err != nil || len(near) >= len(name):
		return name
	case near == inputs.Stdin:
		return "./" + near
	}
	return near
}

// Top returns the directory that was given to the run, and the path in it of the file called name. If the file is not
// below that directory, dir is "".
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
	Restored                 // the file has the content of the backup, perhaps with new mail after it
	Written                  // the file is as the run wrote it
	Grown                    // the file is a mailbox as the run wrote it, with new mail after it
)

// Compare says what the file has become.
func (k *Kept) Compare(file *os.File, info fs.FileInfo) (Standing, error) {
	for _, one := range []struct {
		manifest.State
		as, grown Standing
	}{{k.Is, Written, Grown}, {k.Was, Restored, Restored}} {
		grown := info.Size() > one.Size
		if info.Size() < one.Size || grown && !(k.Mailbox && beginsMail(file, one.Size)) {
			continue
		}
		switch now, err := digestOf(file, one.Size); {
		case err != nil:
			return Edited, err
		case now != one.Digest:
		case grown:
			return one.grown, nil
		default:
			return one.as, nil
		}
	}
	return Edited, nil
}

// beginsMail reports whether a message of a mailbox begins at an offset, perhaps after an empty line.
func beginsMail(file *os.File, at int64) bool {
	const from = "From "
	text := make([]byte, len("\r\n"+from))
	n, _ := file.ReadAt(text, at) // an unreadable file has no mail
	return strings.HasPrefix(strings.TrimLeft(string(text[:n]), "\r\n"), from)
}
