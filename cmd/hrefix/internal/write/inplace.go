package write

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/maildir"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/filelock"
)

// An InPlace writes results in place.
type InPlace struct {
	Temps        *atomicfile.Temporaries
	BackupSuffix string // "" for no backups beside the files
	Rename       bool   // rename messages of a Maildir whose names contain their sizes
	Shared       bool   // other shards write files, too
	Rehearses    bool   // nothing is written: see Rehearse

	Tracker *Tracker // the tracker of the manifest, or nil

	// Written is called for each file that was replaced, with the console of its job.
	Written func(j *job.Job, name string) error

	backupDir string // "" unless OpenBackups has opened it
	backupsAt string // the absolute name of the directory
	backups   atomicfile.Folders
	kept      *os.File // the list of backups, or nil

	names map[atomicfile.Identity]*named // files with several names that were replaced
	order []*named                       // the same files in the order of the inputs
}

// Replace rewrites a source in place if its content changes. rewrite must write the result to
// its argument, a temporary file. The job renames the file later.
func (w *InPlace) Replace(j *job.Job, s *source.Source, rewrite func(io.Writer) (*job.Output, error)) (err error) {
	l := &lazyFile{temps: w.Temps, s: s}
	defer func() {
		if err != nil && l.File != nil {
			err = errors.Join(err, l.Discard())
		}
	}()
	o, err := rewrite(l)
	if err == nil && !o.Changed {
		if s.Type == detect.Mbox {
			s.Folder.RemoveDotlock(s.Base) // a killed run may have left the dotlock after it replaced the mailbox
		}
		return Stay(j, s)
	}
	if err != nil {
		return source.AdviseBroken(err, ": left as it is")
	}
	name, err := w.newName(s, o)
	if err != nil {
		j.NotWritten()
		return err
	}
	remarkIndex(j, s)
	if err := l.Resemble(s.In); err != nil {
		return fmt.Errorf("%s: not written: %w", s.Name, err)
	}
	at := s.Key() // at may be the path of a symbolic link
	if name != s.Base {
		at = path.Join(path.Dir(at), name)
	}
	err = read(j, s)
	if err == nil {
		err = w.Tracker.complete(j, s, l.File, at, true)
	}
	if err == nil {
		err = w.describe(s, l, name)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", s.Name, cause.Of(err))
	}
	j.Commit = func() error { return w.commit(j, s, l, name) }
	return nil
}

// Rehearse returns the error with which Replace would fail, as far as it can be found without writing: it does not look
// for room on the disk.
func (w *InPlace) Rehearse(j *job.Job, s *source.Source, o *job.Output) error {
	name, err := w.newName(s, o)
	if err != nil {
		j.NotWritten()
		return err
	}
	remarkIndex(j, s)
	if err = s.Folder.MayCreate(); err != nil {
		err = fmt.Errorf("writing: %w", creating(s.Folder, err))
	} else if err = s.Folder.MayOwn(s.Info); err != nil {
		err = fmt.Errorf("not written: %w", err)
	} else if _, err = w.dotlock(s); err == nil {
		err = w.ready(s, name, nil)
	}
	if err != nil {
		j.NotWritten()
		return fmt.Errorf("%s: %w", s.Name, cause.Of(err))
	}
	return nil
}

// indexes are the files in which mail programs store facts about messages. The facts are wrong after the messages change.
var indexes = []struct{ at, says string }{ // NAME is the name of the message or mailbox
	{"../dovecot-uidlist", "Dovecot serves this Maildir: its cache (dovecot.index.cache) and its clients keep the old messages: use sieve-filter instead (docs/mail-filters.md)"},
	{"../courierimapuiddb", "Courier serves this Maildir: its clients keep the old messages: filter mail as it is delivered instead (docs/mail-filters.md)"},
	{"cyrus.index", "Cyrus serves this folder: its index and cache and its clients keep the old messages: filter mail as it is delivered instead (docs/mail-filters.md)"},
	{".imap/NAME/dovecot.index.cache", "Dovecot serves this mailbox: its cache (dovecot.index.cache) and its clients keep the old messages: use sieve-filter instead (docs/mail-filters.md)"},
	{"NAME.msf", "Thunderbird has an index of this mailbox (.msf): quit it, and remove the index after the run (docs/mail-filters.md)"},
}

// remarkIndex makes a remark if a mail program has an index of a source that changes. The remark says what to do.
func remarkIndex(j *job.Job, s *source.Source) {
	if s.Type != detect.Message && s.Type != detect.Mbox && s.Type != detect.Auto { // restore does not know all types
		return
	}
	for _, x := range indexes {
		at := filepath.Join(s.Folder.Name(), strings.Replace(x.at, "NAME", s.Base, 1))
		if _, err := os.Lstat(at); err == nil {
			j.Remark(s.Name, "", x.says)
		}
	}
}

// newName returns the name that a changed result gets, or an error if the source cannot be changed in place.
func (w *InPlace) newName(s *source.Source, o *job.Output) (string, error) {
	name := s.Base
	if s.Mail {
		name = maildir.Resized(s.Base, o.Size, o.Size+o.BareLFs)
	}
	if name != s.Base && !w.Rename {
		return "", fmt.Errorf("%s: would change, and its name contains its size: give --rename, or -o DIR for a new tree", s.Name)
	}
	if w.BackupSuffix != "" {
		// A message of a Maildir may be given by itself, under a name that does not show that it is in one.
		real, err := filepath.EvalSymlinks(s.Name)
		if s.Mail || s.Type == detect.Message && err == nil && maildir.HoldsMessages(inputs.NameOf(filepath.Dir(real))) {
			return "", fmt.Errorf("%s: would change, and a backup in a Maildir would be a message: give --backup=DIR/ for backups elsewhere, or -o DIR for a new tree", s.Name)
		}
	}
	return name, nil
}

// commit gives the result its name.
func (w *InPlace) commit(j *job.Job, s *source.Source, l *lazyFile, name string) error {
	unlock, err := w.dotlock(s)
	if err != nil {
		j.NotWritten()
		return fmt.Errorf("%s: %w", s.Name, errors.Join(err, l.Discard()))
	}
	if err = w.rename(j, s, l, name); err != nil {
		j.NotWritten()
	}
	err = errors.Join(err, unlock())
	if err == nil && name != s.Base {
		err = l.Retire(s.Base)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", s.Name, cause.Of(err))
	}
	gotName(j)
	if name != s.Base {
		return w.Written(j, filepath.Join(filepath.Dir(s.Name), name))
	}
	w.addName(j, s)
	return w.Written(j, s.Name)
}

// ready checks that the source may be replaced by a file called name, makes the backup, and adds the line k, which may
// be nil, to the list of backups. The error says why the source must not be replaced.
func (w *InPlace) ready(s *source.Source, name string, k *Kept) error {
	err := free(s, atomicfile.Unchanged)
	if err == nil && (w.BackupSuffix != "" || w.backupDir != "") {
		if err = w.backUp(s); err == nil {
			err = free(s, atomicfile.SameContent) // checked again, because making the backup may have taken a while
		}
	}
	if err != nil {
		return err
	}
	if name != s.Base {
		switch _, err := s.Folder.Lstat(name); {
		case err == nil:
			return fmt.Errorf("not written: a file %s exists", name)
		case !errors.Is(err, fs.ErrNotExist):
			return err
		}
	}
	if k == nil {
		return nil
	}
	return w.list(k)
}

// free returns [job.ErrChanged] unless the source is still the file that was read: mail may have
// been delivered to it, a mail reader may have renamed it, or its owner may have made it private.
// same compares the two file infos. free returns errLocked if another program has a lock of the system on the
// source.
func free(s *source.Source, same func(before, now fs.FileInfo) bool) error {
	now, err := s.Folder.Lstat(s.Base)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("not written: %w", source.ErrGone)
	case err != nil:
		return err
	}
	if !same(s.Info, now) {
		return job.ErrChanged
	}
	f, _, err := s.Folder.OpenRead(s.Base)
	if err != nil {
		return err
	}
	defer f.Close() // the file was only read
	if filelock.Locked(f) {
		return errLocked
	}
	return nil
}

// A lazyFile is the temporary file for a source. It is created when the first change is
// written: most files of an archive do not change, and they may be in directories where
// nothing can be created. It implements [job.Starter].
type lazyFile struct {
	*atomicfile.File // nil before the first change
	temps            *atomicfile.Temporaries
	s                *source.Source
	same             int64 // the number of bytes before the first change
	kept             *Kept // the line for the list of backups, or nil
}

// Write implements [io.Writer].
func (l *lazyFile) Write(b []byte) (int, error) {
	if l.File == nil {
		l.same += int64(len(b))
		return len(b), nil
	}
	return l.File.Write(b)
}

// creating adds the directory to an error of creating a file in it.
func creating(in *atomicfile.Folder, err error) error {
	return fmt.Errorf("cannot create a file in %s: %w", filepath.Clean(in.Name())+string(filepath.Separator), cause.Of(err))
}

// Start creates the file with what was written so far.
func (l *lazyFile) Start() (err error) {
	if l.File, err = l.temps.Create(l.s.Folder, l.s.Info); err != nil {
		return creating(l.s.Folder, err)
	}
	if l.same == 0 {
		return nil
	}
	_, err = io.Copy(l.File, io.NewSectionReader(l.s.In, 0, l.same))
	return err
}

// A file with several names (hard links) is replaced under each name that the run finds. The new
// files are hard links to each other, too, if they have the same content and are in the same given
// directory. Names elsewhere keep the old content, and this is reported.

// A named is a file with several names that was replaced.
type named struct {
	first string                        // the first name, for messages
	left  int                           // the number of names that were not replaced
	in    map[*atomicfile.Folder]string // for each given directory, the first path in it
}

// Close closes the directory of backups. The error says that the list of backups may lack lines.
func (w *InPlace) Close() error {
	if w.backupDir == "" {
		return nil
	}
	var err error
	if w.kept != nil {
		err = w.kept.Sync()
		w.kept.Close() // the list is synced, or err says that it is not
	}
	w.backups.Close()
	w.backups.Root.Close()
	if err != nil {
		err = fmt.Errorf("--backup=%s: the list of the backups: %w: restore may not find some", w.backupDir, cause.Of(err))
	}
	return err
}

// Prepare keeps the directory open in which the file of a job was found.
func (w *InPlace) Prepare(j *job.Job) {
	if j.File.Found {
		j.Into = j.File.Tree.Hold()
	}
}

// rename gives the temporary file the name of the result. If the source has several names, and its content was already
// replaced under another one in the same given directory, rename makes a hard link to that result instead.
func (w *InPlace) rename(j *job.Job, s *source.Source, l *lazyFile, name string) error {
	f := l.File
	if name != s.Base {
		// If a run was killed between writing the new name and removing the old name, both exist.
		if same, err := f.Equals(name); err == nil && same {
			return errors.Join(w.ready(s, s.Base, l.kept), f.Discard())
		}
	}
	ready := func() error { return w.ready(s, name, l.kept) }
	id, _ := atomicfile.Identify(s.Info)
	if n := w.names[id]; name == s.Base && n != nil && n.in[j.Into] != "" {
		_, err := f.CommitAs(j.Into.Root, n.in[j.Into], path.Dir(s.Rel), name, ready)
		return err
	}
	return f.Commit(name, ready)
}

// addName records that a source was replaced.
func (w *InPlace) addName(j *job.Job, s *source.Source) {
	id, links := atomicfile.Identify(s.Info)
	n := w.names[id]
	switch {
	case n == nil && links < 2:
		return
	case n == nil:
		n = &named{first: s.Name, left: links, in: make(map[*atomicfile.Folder]string)}
		if w.names == nil {
			w.names = make(map[atomicfile.Identity]*named)
		}
		w.names[id] = n
		w.order = append(w.order, n)
	}
	n.left--
	if j.Into != nil && n.in[j.Into] == "" {
		n.in[j.Into] = s.Rel
	}
}

// ReportNames reports files with names that keep the old content.
func (w *InPlace) ReportNames(to *console.Console) {
	unless := ""
	if w.Shared {
		unless = ", unless other shards rewrite them"
	}
	for _, n := range w.order {
		switch {
		case n.left > 1:
			to.Remark(n.first, "hard-links", fmt.Sprintf("%d other names (hard links) keep the old content%s", n.left, unless))
		case n.left == 1:
			to.Remark(n.first, "hard-links", "1 other name (a hard link) keeps the old content"+strings.Replace(unless, "them", "it", 1))
		}
	}
}
