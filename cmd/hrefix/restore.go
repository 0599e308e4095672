package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/write"
	"github.com/hrefix/hrefix/internal/engine/detect"
)

// restoreVerb returns the verb restore.
func (c *command) restoreVerb() *cobra.Command {
	verb := &cobra.Command{
		Use: "restore DIR", Short: "Put back the files that -w --backup=DIR/ has kept",
		Long: `restore puts the backups in DIR back into their places. A file that has changed
since the run stays, and is reported. In a mailbox, the messages that the run
changed are put back: mail that has come since stays, and messages that were
deleted do not come back. All messages keep their flags.`,
		Example:    "  hrefix abs -w --backup=old/ --rename mail\n  hrefix restore -n old\n  hrefix restore old",
		SuggestFor: otherVerbs["restore"],
		RunE: func(cmd *cobra.Command, args []string) error {
			c.verb, c.given = cmd.Name(), cmd.Flags()
			return c.restore(args)
		},
	}
	verb.Flags().BoolVarP(&c.flags.dryRun, "dry-run", "n", false, "write no file, and print what a run would print")
	return verb
}

// A restoring puts backups back.
type restoring struct {
	c       *command
	backups *write.Backups
	inplace write.InPlace
	kept    map[string]*write.Kept // by the names of the files
	files   []string               // the same names in their order
	unclear map[string]bool        // names of files with two backups that differ
	missing []write.Found
	top     *atomicfile.Folder // the directory that the run of the last file was given
	did     restored
}

// A restored says what a run of restore has done.
type restored struct {
	Restored int `json:"restored"` // files that are as before
	Mail     int `json:"mail"`     // mailboxes among them that have changed since the run
	Before   int `json:"before"`   // files that were restored before
	Failed   int `json:"failed"`   // files that stay
}

// restore puts back the backups of a directory.
func (c *command) restore(args []string) (err error) {
	if len(args) != 1 {
		return errors.New("give one directory of backups: the DIR of --backup=DIR/")
	}
	r := restoring{c: c, kept: make(map[string]*write.Kept), unclear: make(map[string]bool)}
	var all []*write.Kept
	if r.backups, err = write.OpenBackups(args[0]); err == nil {
		defer r.backups.Close()
		all, err = r.backups.List(func(odd error) { c.Report("%v", odd) })
	}
	if err != nil {
		return fmt.Errorf("%s: %w", args[0], err)
	}
	r.inplace = write.InPlace{
		Temps: &c.temps, Rename: true, Rehearses: c.flags.dryRun,
		Written: func(*job.Job, string) error { return nil },
	}
	r.find(all)
	if len(r.missing) > 1 && len(r.missing) == len(all) {
		r.did.Failed = len(all)
		return fmt.Errorf("%s: none of its %d files exists any more, such as %s: if their directory or %s was moved since the run, move it back, and restore again: if they were deleted, copy them from %[1]s", args[0], len(all), r.missing[0].Name, args[0])
	}
	for _, m := range r.missing {
		r.fail(fmt.Errorf("%s: does not exist any more: to have it again, copy its backup %s", m.Name, r.backups.Name(m.Kept)))
	}
	defer c.guard()()
	in := &inputs.Inputs{Args: r.files, Temporaries: &c.temps, Sweep: !c.flags.dryRun}
	if len(r.files) > 0 {
		err = c.each(in, job.Steps{Prepare: r.prepare, Do: r.do})
	}
	r.top.Release()
	r.did.Failed += c.found.Failed
	r.inplace.ReportNames(&c.Console)
	err = errors.Join(err, r.inplace.Close())
	if r.did.Failed > 0 && err == nil {
		err = console.ErrReported
	}
	return errors.Join(err, r.end())
}

// find finds the files of backups: first those in their places, since a message that is not may have the name of another.
func (r *restoring) find(all []*write.Kept) {
	var elsewhere []write.Found
	for _, k := range all {
		if f := r.backups.Find(k); f.Moved != "" {
			elsewhere = append(elsewhere, f)
		} else {
			r.add(f)
		}
	}
	for _, f := range slices.Backward(elsewhere) { // of several runs, the last wrote the message
		switch other := r.kept[f.Moved]; {
		case other == nil:
			f.Name = f.Moved
			r.add(f)
		case other.Was != f.Was:
			f.Err = fs.ErrNotExist
			r.add(f)
		}
	}
	r.files = slices.DeleteFunc(r.files, func(name string) bool { return r.unclear[name] })
}

// add adds the file of a backup.
func (r *restoring) add(f write.Found) {
	other := r.kept[f.Name]
	switch {
	case errors.Is(f.Err, fs.ErrNotExist):
		r.missing = append(r.missing, f)
	case f.Err != nil:
		r.fail(fmt.Errorf("%s: %w", f.Name, cause.Of(f.Err)))
	case !f.Info.Mode().IsRegular():
		r.fail(fmt.Errorf("%s: is not a file any more: its backup is %s", f.Name, r.backups.Name(f.Kept)))
	case other != nil && other.Was == f.Was: // of two runs, with restore between them
		r.kept[f.Name] = f.Kept
	case other != nil:
		r.fail(fmt.Errorf("%s: has two backups, %s and %s: copy the right one", f.Name, r.backups.Name(other), r.backups.Name(f.Kept)))
		r.unclear[f.Name] = true
	default:
		r.kept[f.Name] = f.Kept
		r.files = append(r.files, f.Name)
	}
}

func (r *restoring) fail(err error) {
	r.did.Failed++
	r.c.ReportError(err)
}

// prepare finds the directory that the run was given, so that hard links in it are kept.
func (r *restoring) prepare(j *job.Job) (err error) {
	f := j.File
	top, rel := r.kept[f.Name].Top(f.Name)
	if top == "" || f.Folder == nil {
		return nil
	}
	if r.top == nil || r.top.Name() != top {
		r.top.Release()
		if r.top, err = atomicfile.OpenFolder(top); err != nil {
			return fmt.Errorf("%s: %w", top, cause.Of(err))
		}
	}
	f.Tree, f.Rel, f.Found = r.top, rel, true
	r.inplace.Prepare(j)
	return nil
}

// do restores the file of a job.
func (r *restoring) do(j *job.Job) error {
	k, s := r.kept[j.File.Name], &source.Source{File: j.File}
	if s.Folder == nil {
		return fmt.Errorf("%s: is not a file any more: its backup is %s", s.Name, r.backups.Name(k))
	}
	var err error
	if s.In, s.Info, err = s.Folder.OpenRead(s.Base); err != nil {
		return fmt.Errorf("%s: %w", s.Name, cause.Of(err))
	}
	defer s.In.Close() // the file was only read
	standing, err := k.Compare(s.In, s.Info)
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", s.Name, cause.Of(err))
	case standing == write.Edited && k.Messages == nil:
		return r.edited(s, k)
	case standing == write.Restored:
		j.Commit = func() error { r.did.Before++; return nil }
		return nil
	}
	backup, err := r.backups.Open(k)
	if err != nil {
		return fmt.Errorf("%s: left: %w", s.Name, err)
	}
	defer backup.Close() // the file was only read
	if k.Mailbox {
		s.Type = detect.Mbox
	}
	return r.replace(j, s, backup, k, standing)
}

// edited returns the error of a file that has changed in a way that is not undone.
func (r *restoring) edited(s *source.Source, k *write.Kept) error {
	if k.Mailbox && k.Messages != nil {
		return fmt.Errorf("%s: left: the messages that the run changed are not there as it wrote them: they were deleted, moved or edited since, and its backup %s has them", s.Name, r.backups.Name(k))
	}
	if k.Mailbox {
		return fmt.Errorf("%s: left: it has changed since the run, and its backup %s lacks the mail that came since: move that mail to another folder with a mail program, then copy the backup", s.Name, r.backups.Name(k))
	}
	return fmt.Errorf("%s: left: it has changed since the run, and its backup %s lacks those changes: compare the two (diff), and copy the backup if nothing is lost", s.Name, r.backups.Name(k))
}

// replace replaces a file by its backup, and by the mail after it that has come since. In a mailbox that has changed in
// another way, it replaces each message.
func (r *restoring) replace(j *job.Job, s *source.Source, backup *os.File, k *write.Kept, standing write.Standing) error {
	var did write.Merged
	content := func(w io.Writer) (*job.Output, error) {
		return job.Replace(s, w, func(w io.Writer) (err error) {
			if standing != write.Edited {
				whole, mail := io.NewSectionReader(backup, 0, k.Was.Size), io.NewSectionReader(s.In, k.Is.Size, math.MaxInt64-k.Is.Size)
				_, err = io.Copy(w, io.MultiReader(whole, mail))
				return err
			}
			did, err = k.Merge(w, io.NewSectionReader(s.In, 0, math.MaxInt64), backup)
			switch {
			case err != nil:
				return fmt.Errorf("%s: left: %w", s.Name, cause.Of(err))
			case did.Restored == 0:
				return errNone
			}
			return nil
		})
	}
	var err error
	if r.c.flags.dryRun {
		var o *job.Output
		if o, err = content(io.Discard); err == nil {
			err = r.inplace.Rehearse(j, s, o)
		}
	} else {
		err = r.inplace.Replace(j, s, content)
	}
	none := errors.Is(err, errNone)
	switch {
	case none && did.Before == 0:
		return r.edited(s, k)
	case err != nil && !none:
		return err
	}
	commit := j.Commit // nil if nothing is written
	j.Commit = func() error {
		if commit != nil {
			if err := commit(); err != nil {
				return err
			}
		}
		if none {
			r.did.Before++
		} else if r.did.Restored++; standing != write.Written {
			r.did.Mail++
		}
		if did.Gone > 0 {
			r.c.Remark(s.Name, "", fmt.Sprintf("%s that the run changed: deleted, moved or edited since, and left: the backup %s has them", console.Plural(did.Gone, "message"), r.backups.Name(k)))
		}
		if did.Large {
			r.c.Remark(s.Name, "", fmt.Sprintf("messages that the run changed and that are too large to be put back one by one: left: the backup %s has them", r.backups.Name(k)))
		}
		return nil
	}
	return nil
}

// errNone is the error of a mailbox without a message that is as the run wrote it.
var errNone = errors.New("no message is as the run wrote it")

// end prints the summary.
func (r *restoring) end() error {
	c, did := r.c, &r.did
	c.EndNotes()
	if c.JSON {
		return c.ReportJSON(did)
	}
	text := "restored"
	if c.flags.dryRun {
		text = "would be restored"
	}
	if *did == (restored{}) {
		text += ": the run with these backups changed no file"
	}
	text = console.Plural(did.Restored, "file") + " " + text
	if did.Mail > 0 {
		text += fmt.Sprintf(", %d of them with the mail and flags of now", did.Mail)
	}
	if did.Before > 0 {
		text += fmt.Sprintf(", %d as before already", did.Before)
	}
	if did.Failed > 0 {
		text += fmt.Sprintf(", %d not restored", did.Failed)
	}
	c.Report("%s", text)
	return nil
}
