// Package atomicfile writes files as a whole or not at all, in directories that hold
// what must not be lost.
//
// # Terms
//
// A temporary ([File]) is a file that is written beside the one whose place it takes:
// it is committed by getting that name. [Temporaries] are those of a run. An orphan is
// one of a run that ended without warning. A [Folder] is a directory that is kept open.
//
// # Rules
//
//   - A name leads to a whole file at any time, the old one or the new one: content is
//     on the disk before the file is renamed. The name is on the disk once the folder
//     has no users any more: [Folder.Release] syncs a directory once for all its files.
//   - Every file is opened in the directory that is open: nothing that is a symbolic
//     link leads out of it, also not one that is put there meanwhile.
//   - A temporary is locked from when it is created until it is renamed. The system
//     unlocks what belongs to a process that ends, however it ends: what can be locked
//     is an orphan. The first temporary of a run in a folder removes the orphans there,
//     before anything is written: they may take the room that is needed.
//   - Nobody may do more with a file than with its source ([File.Resemble]).
//   - Nothing is taken for an orphan but a regular file whose name is that of a
//     temporary to the last byte.
//
// # Limits
//
// Where the file system or the operating system has no locks that end with a process,
// orphans stay: [Folder.Seize] says that it cannot tell. If locks hold on one machine
// only, as in some network file systems, a run on another may remove a temporary that
// is in use: committing it fails then, and the old file stays.
package atomicfile
