package main

import (
	"bufio"
	"bytes"
	"errors"
	"runtime"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
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
	console // where it tells: kept until it is its turn
	c       *command
	verb    *verb
	pool    *ordered.Pool
	file    *inputs.File
	into    *atomicfile.Folder // of the new tree, where the result belongs; nil if there is none
	inTurn  bool               // all jobs before it are finished
	err     error              // of do, or what is said in place of it

	// commit gives the result its name when it is the job's turn, if it is set. The
	// error is errStale if the file is not what was read.
	commit func() error

	tally tally // of the file
	seen  int64 // bytes of it that were told as progress
	kept  kept
}

// kept buffers what a job prints before it is its turn.
type kept struct {
	stdout, stderr bytes.Buffer
	sums           noteSums
	full           bool // stdout had no room: the same has to be done again in turn
}

// maxKept is how many bytes of stdout are buffered. It is a variable for tests.
var maxKept = 16 << 20

// console returns a console that prints to the buffers. turn is the console that is printed
// to in turn.
func (k *kept) console(turn *console) console {
	buffered := console{stdout: keeper{k}, stderr: &k.stderr}
	if turn.sums != nil {
		buffered.sums = &k.sums
	}
	return buffered
}

// reset empties the buffers. It releases those larger than maxSpare.
func (k *kept) reset() {
	k.full, k.sums = false, noteSums{}
	for _, b := range []*bytes.Buffer{&k.stdout, &k.stderr} {
		if b.Cap() > maxSpare {
			*b = bytes.Buffer{}
		}
		b.Reset()
	}
}

// A keeper writes to the buffer of stdout. It fails with errTurn if the buffer is full.
type keeper struct{ *kept }

func (k keeper) Write(b []byte) (int, error) {
	if k.stdout.Len()+len(b) > maxKept {
		k.full = true
		return 0, errTurn
	}
	return k.stdout.Write(b)
}

// errTurn is the error of a job that has to be done when it is its turn.
var errTurn = errors.New("to be done in turn")

// errStale is the error of a commit if the file has changed.
var errStale = errors.New("not written: changed by somebody else meanwhile: try again")

// each runs v on the inputs that the arguments name. It reports inputs that fail and
// continues with the others. The output does not depend on how many are worked on at once.
// The error is that of v.stdout, or else errSaid.
func (c *command) each(args []string, v verb) error {
	if n := c.flags.jobs; n < runtime.GOMAXPROCS(0) {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(n))
	}
	if !c.flags.verbose {
		c.sums = new(noteSums)
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
	if c.sums != nil {
		c.sums.print(&c.console)
	}
	switch {
	case err != nil:
		return err
	case failed:
		return errSaid
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
	j.console = j.kept.console(&j.c.console)
	if inTurn {
		j.console = j.out()
	}
	j.err = j.verb.do(j)
}

// out is where all output goes in the end.
func (j *job) out() console {
	to := j.c.console
	if j.verb.stdout != nil {
		to.stdout = j.verb.stdout
	}
	if j.c.passing {
		to.stdout = clearing{to.stdout, &j.c.bar}
	}
	return to
}

// finish does the rest of the job when it is its turn. The error is that of stdout.
func (j *job) finish() error {
	defer j.release()
	defer j.pass()
	j.settle()
	if !j.inTurn && (j.kept.full || errors.Is(j.err, errTurn) || errors.Is(j.err, errStale)) {
		j.err, j.commit = nil, nil
		j.kept.reset()
		j.read(-j.seen)
		j.work(true)
		j.settle()
	}
	if j.verb.stdout != nil {
		if _, err := j.out().stdout.Write(j.kept.stdout.Bytes()); err != nil {
			return err // of now or before
		}
	}
	_ = pour(j.c.stderr, &j.kept.stderr)
	if j.c.sums != nil {
		j.c.sums.merge(&j.kept.sums)
	}
	switch {
	case j.err != nil:
		j.c.complainOf(j.err)
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
