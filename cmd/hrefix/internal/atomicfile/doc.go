// Package atomicfile writes files as a whole or not at all.
//
// # Terms
//
// A temporary ([File]) is a file that is written in the same directory as the file that it
// replaces. It is committed when it gets the name of that file. [Temporaries] are the
// temporaries of a run. An orphan is a temporary of a run that ended without warning. A
// [Folder] is an open directory.
//
// # Rules
//
//   - A name leads to a whole file at any time, the old one or the new one: the content is
//     on the disk before the file is renamed. The new name is on the disk when the last user
//     has released the folder: [Folder.Release] syncs a directory once for all its files.
//   - Every file is opened in the open directory. No symbolic link leads out of it, not
//     even one that is created meanwhile.
//   - A temporary is locked until it is renamed. The system unlocks the files of a process
//     that ends, however it ends: a temporary that can be locked is an orphan. The first
//     temporary of a run in a folder removes the orphans there before anything is written,
//     since their room may be needed.
//   - Nobody gets more rights to a file than to its source ([File.Resemble]).
//   - Only two kinds of files count as orphans: regular files whose names have exactly the form of
//     temporaries, and links whose names are the name of a temporary and a suffix.
//   - A link replaces a file as a temporary does: it is made under the name of a temporary and
//     a suffix, while the temporary is locked, and then renamed. Links have no locks.
//
// # Limits
//
// If the file system or the operating system has no locks that end with a process, orphans
// stay: [Folder.Orphaned] returns an error. If locks hold on one machine only, as in some network
// file systems, a run on another machine may remove a temporary that is in use. Committing it
// then fails, and the old file stays. Runs that share the work remove only their own orphans
// ([Temporaries.Share]).
//
// # Files
//
//   - temporary.go: temporaries, and the locks of mailboxes. link.go: links. orphan.go: what other runs left.
//   - folder.go: open directories. attrs.go: permissions, owners and times. compare.go: whether files are the same.
//   - sys_unix.go and the like: calls that systems have or lack.
package atomicfile
