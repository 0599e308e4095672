// Command hrefix-bench measures how fast hrefix is, beside yardsticks and peers, and compares two
// commits. It runs in a clone of the project, on Linux:
//
//	cd cmd/hrefix-bench
//	HREFIX_CORPUS=FOLDER go run . [-only PATTERN] [-launches N]
//	HREFIX_CORPUS=FOLDER go run . [-only PATTERN] [-launches N] compare A B
//
// The first measures the files of the clone as they are. The second builds two commits outside of the
// clone ("." is the clone itself), runs each row of both in turns, and prints a verdict for each row.
// The figures are Markdown for PERFORMANCE.md.
//
// # How it measures
//
// Each figure comes from at least five fresh processes, because the placement of memory alone makes
// one process up to a fifth slower than the next. All rows are run once in each turn. A figure is the
// lower quartile of the processes; the spread says how much longer the median process takes.
//
// The time is processor time, user and system, because it depends less on who else uses the machine
// than the time of the clock does. It still depends on the caches and on the second hardware thread of
// a core, so measure on an idle machine, and believe ratios of rows that ran in turns. Only rows that
// are about two cores show the time of the clock. The peak memory of a process seems to be at least that
// of this program, some 15 MB, because the system counts from before the process runs its own program.
//
// The verdict on a row is "faster" or "slower" if a Mann-Whitney test of the processes' times finds the
// difference with p < 0.02 and the lower quartiles are at least 3 % apart; otherwise it is "noise".
// The placement of functions in the binary alone may be worth more than that, up to 10 % of a row.
//
// # What is measured
//
// rows.go has a row for each measurement: a command line. Most are commands as people run them,
// measured as a whole. Others call a library in a process that reads its input, does the work once,
// repeats it for a tenth of a second of processor time on one core, and prints the time of one pass
// (work.go). They call only the parts of the API that have been the same since the first releases, so
// that the program of one commit measures the library of another; if that does not compile, compare
// builds the program of the other commit instead. A peer is a command line, too, with the command that
// installs it; one that is missing costs its row and nothing else.
//
// The pages and messages are those of the corpus (CONTRIBUTING.md). The others are made, the same in
// each run (inputs.go, mailbox.go).
package main
