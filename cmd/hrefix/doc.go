// Command hrefix rewrites the relative links of HTML and MIME documents to
// absolute form, by RFC 1808, and changes no other byte.
//
// See the README for its use, and "hrefix help" for its flags.
//
// # The way of a file
//
//	argument     a path, or a name in a list                         inputs.go
//	input        a file: the argument, or what is found in it        cmd/hrefix/internal/inputs
//	base         whether --base may be that of all inputs             samebase.go
//	job          the work on it: one goroutine of several            job.go, cmd/hrefix/internal/ordered
//	place        where the result belongs, and its URL in a --root   destination.go, newtree.go, outfile.go, options.go
//	source       the open file: its type, decompressed               source.go, internal/container
//	piece        a message of a mailbox, or the whole                pass.go
//	batch        pieces that one goroutine works on                  batch.go
//	plan         what becomes of a piece                             package rewrite
//	output       the piece with its edits, compressed again          output.go, broken.go
//	temporary    a file beside the one whose place it takes          latecomer.go, cmd/hrefix/internal/atomicfile
//	commit       it gets the name, if nobody changed the file        destination.go, existing.go, backup.go
//	finish       what is told goes out, in the order of the inputs   job.go, leftovers.go, account.go
//
// # The verbs
//
// abs, rel and pin write (rewrite.go): they are one, in another mode of package
// rewrite. Where results go is a [destination]: stdout, in place, a new tree, a diff, a
// list of names or nothing (writing.go has the flags). links, check, base and report read
// (read.go), each in a file of its name. resolve knows no files. How far long work is
// stands in progress.go, what to do about errors of the system in cmd/hrefix/internal/cause. What was
// meant by wrong usage is found in usage.go and advice.go.
//
// # Rules
//
//   - What comes out does not depend on --jobs: work looks at nothing that the
//     finishing of other jobs changes, and what it tells is kept until its turn.
//   - Nothing is written but by a temporary that is renamed, or to stdout. Every file
//     is opened through an [os.Root] on its directory, which no symbolic link leaves.
//   - An error that concerns one file is told, and the others are still done
//     (exit status 2). Each says what to do.
//   - A run that ends without warning leaves at most temporaries. They are locked as
//     long as their process lives; the next run that writes there removes those that
//     are not (cmd/hrefix/internal/atomicfile).
package main
