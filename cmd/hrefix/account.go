package main

import (
	"errors"
	"time"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
)

// An account is what is kept of a run for its summary.
type account struct {
	began time.Time
	many  bool // there may be more than one file: a summary is wanted
	files int  // so far
	total tally
}

// begin opens the account of a run over what the arguments name.
func (d *destination) begin(args []string) {
	d.began, d.many = time.Now(), d.dryRun || len(args) > 1
	for _, arg := range args {
		d.many = d.many || isDir(arg)
	}
}

// meet takes notice of a file. Nothing is to be said of lists that are empty.
func (d *destination) meet() {
	d.files++
	d.many = d.many || d.files > 1 || len(d.c.flags.inputs.lists) > 0
}

// count adds what was counted in a file.
func (d *destination) count(j *job) { d.total.add(&j.tally) }

// end closes everything, and tells the summary of a run that ended with err.
func (d *destination) end(err error) error {
	if d.out != nil {
		if lost := d.out.Flush(); lost != nil {
			err = lost // which is that of the run, too
		}
	}
	d.there.report(&d.c.Console)
	d.total.reportTwins(&d.c.Console)
	err = errors.Join(err, d.close())
	if !d.many || err != nil && !errors.Is(err, console.ErrReported) {
		return err
	}
	s := newSummary(&d.total, time.Since(d.began))
	if d.update {
		s.Unchanged = &d.there.same
	}
	if d.c.flags.json {
		return errors.Join(err, console.WriteJSON(d.c.Stderr, s))
	}
	s.mode, s.written, s.copied = d.mode, d.writes(), d.output != ""
	s.tell(&d.c.Console)
	return err
}
