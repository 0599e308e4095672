// Package job works on the inputs of a run, several at once, and prints what they
// print in the order of the inputs.
//
// # Jobs
//
// A [Run] has steps for each input. Prepare is called in order, before work on the input
// begins. Do is called by any goroutine of a pool: it prints to the console of its [Job],
// which is a buffer until all jobs before it have finished. Commit, if Do has set it,
// and End are called in order again. So the output does not depend on how many inputs are
// worked on at once.
//
// # Pieces
//
// Do goes over the pieces of a source: the messages of a mailbox, or the whole of another document.
// [Visit] only reads the pieces, [Rewrite] writes the rewritten source, and [Diff] writes the
// changes. All goroutines of the run share the messages of a large mailbox; the output is in the
// order of the messages.
//
// # Queues
//
// The jobs of a run are the items of a [Queue], and so are the batches of messages of a large mailbox. Any goroutine of
// a [Pool] works on an item. Then the goroutine that uses the queue finishes the items: one at a time, in the order in
// which they were added. So code that reads items and code that writes their results need no locks.
//
//   - The output does not depend on the size of the pool, as long as work does not look at
//     anything that the finishing of other items changes.
//   - In a pool of one goroutine, everything happens as it would without a queue. A single item is worked on
//     directly, too: the first item waits for a second one. Items should take so long that handing one
//     over, some ten microseconds, does not matter.
//   - At most [Pool.Size] items are in memory at once, or twice as many if all of them
//     except the largest have at most 512 KiB for each goroutine. So memory is bounded by the
//     largest item times the size of the pool, and the other goroutines do not wait for the goroutine
//     that works on the large item.
//   - Finishing an item may use a second queue with the same pool. Work may not.
//   - After an error no more items are finished. The queue still waits for work that has begun.
//
// # Files
//
//   - job.go: the steps of a job. queue.go: queues and pools.
//   - pass.go goes over the pieces of a source; rewrite.go and output.go write what becomes of the source, diff.go what
//     changes.
//   - hints.go: signs that the base of a page is wrong.
package job

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"iter"
	"runtime"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/progress"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/summary"
	"github.com/hrefix/hrefix/internal/archive"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/manifest"
)

// A Run works on inputs.
type Run struct {
	Console *console.Console
	Inputs  iter.Seq2[*inputs.File, error]
	Size    int           // the number of jobs at once
	Bar     *progress.Bar // shows the progress
	HideBar bool          // hide the bar before anything is written to standard output
	OneWait bool          // finish each job before the next input is taken from Inputs
	Steps

	Found    summary.Tally  // the counts of all jobs that did not fail
	Records  archive.Counts // the records of the web archives that were read
	Archives int            // the number of these web archives
	Archive  string         // the name of the first web archive
}

// Steps are the steps of a run for each input. All but Do may be nil.
type Steps struct {
	Stdout    *bufio.Writer      // standard output; nil if nothing is printed there
	Elsewhere func(*inputs.File) // is called in order for each input of another shard
	Prepare   func(*Job) error   // is called before the job starts
	Do        func(*Job) error
	End       func(*Job, error) // is called in order for each job, with the error of a failed job
}

// A Job is the work on one input.
type Job struct {
	console.Console
	File   *inputs.File
	Pool   *Pool
	InTurn bool               // all earlier jobs are finished
	Into   *atomicfile.Folder // the folder of the result, released at the end, or nil
	Tally  summary.Tally
	// Records are the records that were read, if the input is a web archive, or has some.
	Records archive.Counts
	Commit  func() error // renames the result, if Do has set it

	// For the manifest of the run, see package write.
	Record *manifest.Record // the record of the file in the manifest, or nil
	Prior  *manifest.Record // the record of an earlier run, or nil
	Known  bool             // an earlier run has done the file

	run    *Run
	number int   // the number of files of the run that probably are documents, up to this job
	err    error // the error of a step, or of finding the input
	read   int64 // bytes that were counted as progress
	buffer console.Buffer
}

// ErrChanged is the error of a job or a commit if the input has changed since it was opened. A job that
// was done out of turn is then done again.
var ErrChanged = fmt.Errorf("not written: %w", atomicfile.ErrChanged)

// Do works on all inputs. It reports inputs that fail and continues with the others. The error
// comes from Stdout, or is [console.ErrReported].
func (r *Run) Do() error {
	if r.Size < runtime.GOMAXPROCS(0) {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(r.Size))
	}
	pool := NewPool(r.Size)
	defer pool.Close()
	q, number := NewQueue(pool, (*Job).work, (*Job).finish), 0
	for f, err := range r.Inputs {
		if f != nil && f.Elsewhere {
			if r.Elsewhere != nil {
				r.Elsewhere(f)
			}
			continue
		}
		if err == nil && f.IsRead() && (!f.Found || isDocumentName(f.Name)) {
			number++
		}
		j, size := &Job{run: r, number: number, Pool: pool, File: f, err: err}, 0
		if err == nil && r.Prepare != nil {
			j.err = r.Prepare(j)
		}
		if err == nil {
			size = int(f.Size)
		}
		if err = q.Add(j, size); err == nil && r.OneWait {
			err = q.Wait()
		}
		if err != nil {
			return err
		}
	}
	err := q.Wait()
	if err == nil && r.Found.Failed > 0 {
		return console.ErrReported
	}
	return err
}

// isDocumentName reports whether the name of a file shows that it is a document.
func isDocumentName(name string) bool {
	_, known := detect.TypeOf(name, nil)
	return known
}

// work calls Do.
func (j *Job) work(inTurn bool) {
	if j.err != nil {
		return
	}
	j.InTurn = inTurn
	j.Console = j.buffer.Console(j.run.Console)
	if inTurn {
		notes := j.Console.Notes
		j.Console = j.run.out()
		j.Console.Notes = notes // the notes are held until it is known whether the result is written
	}
	j.err = j.run.Steps.Do(j)
}

// out returns the console that everything is printed to in the end.
func (r *Run) out() console.Console {
	to := *r.Console
	if r.Stdout != nil {
		to.Stdout = r.Stdout
	}
	if r.HideBar {
		to.Stdout = r.Bar.Hiding(to.Stdout)
	}
	return to
}

// finish calls Commit and End. The error comes from standard output.
func (j *Job) finish() error {
	defer j.end()
	j.commit()
	isAgain := j.buffer.IsFull() || errors.Is(j.err, console.ErrFull) || errors.Is(j.err, source.ErrInTurn) || errors.Is(j.err, ErrChanged)
	if isAgain && !j.InTurn {
		j.err, j.Commit, j.Records, j.Tally = nil, nil, archive.Counts{}, summary.Tally{}
		j.buffer.Reset()
		j.Progress(-j.read)
		j.work(true)
		j.commit()
	}
	r := j.run
	if r.Stdout != nil {
		out := r.out().Stdout
		_, before := out.Write(nil) // an error of an earlier write
		if err := cmp.Or(before, j.buffer.Stdout(out)); err != nil {
			return err
		}
	}
	_ = j.buffer.Messages(r.Console)
	if j.failed() {
		name := ""
		if j.File != nil {
			name = j.File.Name
		}
		r.Console.ReportErrorOn(name, j.err)
		return nil
	}
	if remark, ok := errors.AsType[inputs.Remark](j.err); ok {
		r.Console.Remark(remark.Name, "", remark.Text)
	}
	switch {
	case j.File == nil || j.File.Group == 0:
	case j.File.Lost:
		j.Tally.Lost[j.File.Group]++
	default:
		j.Tally.CountOther(j.File.Group, j.File.Name)
	}
	if r.Found.Add(&j.Tally); j.Tally.Documents > 0 {
		r.Found.Files++
	}
	if j.Records.Records > 0 {
		r.Records.Merge(&j.Records)
		r.Archives++
		r.Archive = cmp.Or(r.Archive, j.File.Name)
	}
	return nil
}

// end ends the job: it counts the file, and releases its directories.
func (j *Job) end() {
	var err error
	if j.failed() {
		err = j.err
		j.run.Found.Failed++
	}
	if j.run.End != nil {
		j.run.End(j, err)
	}
	if j.File != nil && j.File.IsRead() {
		j.Progress(max(0, j.File.Size-j.read)) // the bytes that were not read
		j.run.Bar.Add(progress.Amount{Files: 1})
	}
	if j.File != nil {
		j.File.Folder.Release()
	}
	j.Into.Release()
}

// Fail notes in the record why the job fails. It is called for jobs that fail with
// [console.ErrReported], which does not give the reason.
func (j *Job) Fail(why error) {
	if j.Record != nil {
		j.Record.Error = why.Error()
	}
}

func (j *Job) commit() {
	if j.Commit != nil {
		j.err = errors.Join(j.err, j.Commit())
	}
}

// NotWritten drops the notes about the input: they describe a result that is not written.
func (j *Job) NotWritten() { j.buffer.DropNotes() }

// failed reports whether the job failed. A remark is printed like an error, but is not a
// failure.
func (j *Job) failed() bool {
	_, isRemark := errors.AsType[inputs.Remark](j.err)
	return j.err != nil && !isRemark
}

// Progress adds n bytes of the input to the progress.
func (j *Job) Progress(n int64) {
	j.read += n
	j.run.Bar.Add(progress.Amount{Bytes: n})
}
