package main

import (
	"bufio"
	"cmp"
	"errors"
	"runtime"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/ordered"
)

// A verb is a command that works on inputs, in three steps: inputs are selected and
// prepared in order; each is worked on by any free goroutine; each is finished, in order
// again.
type verb struct {
	stdout  *bufio.Writer    // nil if nothing is listed there
	prepare func(*job) error // may be nil
	do      func(*job) error
	done    func(*job) // called for what did not fail, may be nil
}

// A job is the work on one input.
type job struct {
	console.Console // prints to the buffer until it is the job's turn
	c               *command
	verb            *verb
	pool            *ordered.Pool
	file            *inputs.File
	into            *atomicfile.Folder // of the new tree, where the result belongs; nil if there is none
	inTurn          bool               // all jobs before it are finished
	err             error              // of do, or what is said in place of it

	// commit gives the result its name when it is the job's turn, if it is set. The
	// error is errStale if the file is not what was read.
	commit func() error

	tally  tally // of the file
	seen   int64 // bytes of it that were told as progress
	buffer console.Buffer
}

// errTurn is the error of a job that has to be done when it is its turn.
var errTurn = errors.New("to be done in turn")

// errStale is the error of a commit if the file has changed.
var errStale = errors.New("not written: changed by somebody else meanwhile: try again")

// each runs v on the inputs that the arguments name. It reports inputs that fail and
// continues with the others. The output does not depend on how many are worked on at once.
// The error is that of v.stdout, or else console.ErrReported.
func (c *command) each(args []string, v verb) error {
	if n := c.flags.jobs; n < runtime.GOMAXPROCS(0) {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(n))
	}
	if !c.flags.verbose {
		c.Notes = new(console.Notes)
	}
	defer c.startProgress(args)()
	pool := ordered.NewPool(c.flags.jobs)
	defer pool.Close()
	failed := false
	q := ordered.NewQueue(pool, (*job).work, func(j *job) error {
		err := j.finish()
		failed = failed || j.failed()
		return err
	})
	for f, err := range c.inputs(args).All() {
		j := &job{c: c, verb: &v, pool: pool, file: f, err: err}
		err = q.Add(j, j.prepare())
		if err == nil && c.flags.rename {
			err = q.Wait() // what is found next may have been renamed
		}
		if err != nil {
			return err
		}
	}
	err := q.Wait()
	if c.Notes != nil {
		c.Notes.Print(&c.Console)
	}
	switch {
	case err != nil:
		return err
	case failed:
		return console.ErrReported
	}
	return nil
}

// prepare makes the job ready, and returns the size of its file.
func (j *job) prepare() (size int) {
	if j.err != nil {
		return 0
	}
	if j.verb.prepare != nil {
		j.err = j.verb.prepare(j)
	}
	return int(j.file.Size)
}

// work does the part of the job that may be done out of turn.
func (j *job) work(inTurn bool) {
	if j.err != nil {
		return
	}
	j.inTurn = inTurn
	j.Console = j.buffer.Console(&j.c.Console)
	if inTurn {
		j.Console = j.out()
	}
	j.err = j.verb.do(j)
}

// out is where all output goes in the end.
func (j *job) out() console.Console {
	to := j.c.Console
	if j.verb.stdout != nil {
		to.Stdout = j.verb.stdout
	}
	if j.c.passing {
		to.Stdout = clearing{to.Stdout, &j.c.bar}
	}
	return to
}

// finish does the rest of the job when it is its turn. The error is that of stdout.
func (j *job) finish() error {
	defer j.release()
	defer j.pass()
	j.settle()
	if !j.inTurn && (j.buffer.IsFull() || errors.Is(j.err, console.ErrFull) || errors.Is(j.err, errTurn) || errors.Is(j.err, errStale)) {
		j.err, j.commit = nil, nil
		j.buffer.Reset()
		j.read(-j.seen)
		j.work(true)
		j.settle()
	}
	if j.verb.stdout != nil {
		out := j.out().Stdout
		_, before := out.Write(nil)
		if err := cmp.Or(before, j.buffer.Stdout(out)); err != nil {
			return err
		}
	}
	_ = j.buffer.Messages(&j.c.Console)
	switch {
	case j.err != nil:
		j.c.ReportError(j.err)
	case j.verb.done != nil:
		j.verb.done(j)
	}
	return nil
}

// settle commits what was done.
func (j *job) settle() {
	if j.commit != nil {
		j.err = errors.Join(j.err, j.commit())
	}
}

func (j *job) release() {
	if j.file != nil {
		j.file.Folder.Release()
	}
	j.into.Release()
}

// failed reports whether something went wrong.
func (j *job) failed() bool { return j.err != nil && !errors.As(j.err, new(inputs.Remark)) }
