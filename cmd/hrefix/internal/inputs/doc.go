// Package inputs says which files a run of the command is about.
//
// # Terms
//
// An argument names a file, a directory, or "-" for standard input; a list is a file of
// paths (--files-from), each of which is an argument too. An input is a [File]: an
// argument, or what was found in one that is a directory. A [Choice] says which files of
// directories are inputs (--ext, --glob). The new tree is the directory that results go
// to, if they go to one (-o).
//
// # The way of a name
//
//	argument   a path that was given                               inputs.go
//	missing    whether it names a file at all                      missing.go
//	list       a path that stands in a list, while that is read    list.go
//	apart      whether it and the new tree keep out of each other  apart.go
//	walk       what lies in a directory, in the order of names     walk.go, cmd/hrefix/internal/maildir
//	choice     whether it is taken                                 choice.go
//	orphan     what another run left behind is not                 orphan.go
//	File       what all others know of it                          file.go
//
// # Rules
//
//   - Inputs come in the order of the arguments, then of the lists, and are looked for
//     while the ones before are worked on: a list may be one that never ends.
//   - Directories of version control, such as .git, are not looked into: an edit would break
//     them. In a new tree, their files are copied.
//   - Symbolic links are followed where they are given, and nowhere else. Directories are
//     opened as [os.Root], so that nothing leads out of them later on.
//   - What cannot be read is told in place of an input, and the next one comes. A
//     [Remark] is told and does no harm.
//   - The new tree lies within no input, and no path in a list lies in the new tree: what
//     is written would be read.
package inputs
