package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/spf13/pflag"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
)

// writing are the flags that say where results go, as given.
type writing struct {
	write  bool
	output string
	list   bool
	dryRun bool
	diff   job.DiffKind
	rename bool
	backup suffix
	force  bool
	update bool

	symlinks string
	manifest string

	rehearsed bool // -w was given with -n or -d, which say what it would do
}

// addWriting adds the flags that say where results go.
func (f *flags) addWriting(set *pflag.FlagSet) {
	f.addSandbox(set)
	w := &f.writing
	set.BoolVarP(&w.write, "write", "w", false, "write the results in place; only files that change are written")
	set.StringVarP(&w.output, "output", "o", "", "write the results into a new tree at `PATH`, or the result of one document into the file PATH, unless PATH is a directory or ends in /")
	set.BoolVar(&w.force, "force", false, "with -o: replace files that exist")
	set.BoolVar(&w.update, "update", false, "with -o: replace files that exist and have another content")
	set.StringVar(&w.symlinks, "symlinks", string(inputs.KeepInside), "with -o: `WHAT` to do with symbolic links in directories: "+anyOf(inputs.SymlinkChoices())+"; keep makes links like those that lead inside the directory, and follow-inside writes files instead")
	set.VarP(&w.diff, "diff", "d", "print a unified diff of what would change, and write no file. `KIND` is "+anyOf(job.DiffKinds())+": a patch can be applied, a decoded diff shows quoted-printable, base64 and UTF-16 as text, and edits are JSON objects, one a line, with the bytes that each replaces. Without a KIND, it is decoded on a terminal, and a patch elsewhere. Changes do not affect the exit status")
	set.Lookup("diff").NoOptDefVal = string(job.AutoDiff)
	set.BoolVarP(&w.list, "list", "l", false, "print the names of the files that would change, one a line, and write no file; with -w, write, and print the names of the files that changed")
	set.BoolVarP(&w.dryRun, "dry-run", "n", false, "write no file, and print only the messages that a run would print; with -w, also what it would refuse")
	set.BoolVar(&w.rename, "rename", false, "with -w: rename messages of a Maildir whose names contain their sizes")
	set.Var(&w.backup, "backup", "with -w: keep each file that changes in the same directory, with `SUFFIX` after its name (without a SUFFIX, "+inputs.DefaultBackupSuffix+"; or one of "+inputs.BackupSuffixes()+"); a value with a \"/\" is a directory for them")
	set.StringVar(&w.manifest, "manifest", "", "with -w or -o: record each file that is done in `FILE`, and do only what earlier runs with it have not done, or what has changed since")
	set.Lookup("backup").NoOptDefVal = inputs.DefaultBackupSuffix
}

// looks reports whether -n or -d is given. With these, -w and -o write nothing.
func (w *writing) looks() bool { return w.dryRun || w.diff != job.NoDiff }

// check returns an error if flags contradict each other.
func (w *writing) check() error {
	var given []string
	for _, way := range []struct {
		given bool
		does  string
	}{
		{w.write && !w.list && (w.output != "" || !w.looks()), "-w writes in place"}, // with -l, -w lists the files that it writes
		{w.output != "" && (w.write || !w.looks()), "-o writes new files"},
		{w.diff != job.NoDiff, "-d prints a diff"},
		{w.list, "-l prints names"},
		{w.dryRun, "-n writes nothing"},
	} {
		if way.given {
			given = append(given, way.does)
		}
	}
	info, err := os.Stat(w.backup.suffix()) // finds a directory if the "/" of --backup=DIR/ is missing
	switch {
	case len(given) > 1:
		return fmt.Errorf("%s and %s: give one of them", given[0], given[1])
	case w.force && w.update:
		return errors.New("--force replaces all files, and --update those with another content: give one of them")
	case (w.force || w.update) && w.output == "":
		return errors.New("--force and --update are for -o: give -o too")
	case !slices.Contains(inputs.SymlinkChoices(), cmp.Or(w.symlinks, string(inputs.KeepInside))):
		return fmt.Errorf("--symlinks %q: give %s", w.symlinks, anyOf(inputs.SymlinkChoices()))
	case cmp.Or(w.symlinks, string(inputs.KeepInside)) != string(inputs.KeepInside) && w.output == "":
		return errors.New("--symlinks is for -o: give -o too")
	case w.manifest != "" && (!w.writes() || w.looks()):
		return errNoManifest
	case w.rename && !w.write:
		return errors.New("--rename is for files in place: give -w too")
	case !w.backup.given:
		return nil
	case !w.write:
		return errors.New("--backup is for files in place: give -w too")
	case err == nil && info.IsDir():
		return fmt.Errorf("--backup=%s: is a directory: write --backup=%[1]s/ to put backups there", w.backup.text)
	case w.backup.dir() == "" && !inputs.IsBackupSuffix(w.backup.text):
		dir := "or a directory: --backup=DIR/"
		if w.backup.text != "" && w.backup.text[0] != '.' {
			dir = "or a directory: did you mean --backup=" + console.ShellWord(w.backup.text+"/")
		}
		return fmt.Errorf("--backup=%q: not a suffix that later runs know: they would take such a backup for a document, and rewrite it: give one of %s, %s", w.backup.text, inputs.BackupSuffixes(), dir)
	}
	return nil
}

// isStdout reports whether the output is a single document on stdout.
func (w *writing) isStdout() bool {
	return !w.writes() && w.diff == job.NoDiff && !w.list && !w.dryRun
}

// writes reports whether files are written.
func (w *writing) writes() bool { return w.write || w.output != "" }
