// Package inputs finds the files that a run of the command works on.
//
// # Terms
//
// An argument names a file, a directory, or "-" for standard input. A list is a file of paths
// (--files-from), each of which is treated like an argument. An input is a [File]: an
// argument, or a file that was found in a directory. A [Choice] says which files in
// directories are inputs (--ext, --glob). The new tree is the directory that results are
// written to (-o). A [Shard] is the part of the inputs that this run works on.
//
// # The files of this package
//
//	inputs.go    arguments, also those that name no file
//	list.go      paths in a list, while it is read
//	apart.go     inputs within the new tree, and the reverse
//	walk.go      files in a directory, in the order of their names
//	symlink.go   symbolic links in a directory
//	choice.go    which files are selected
//	shard.go     which files are in the shard of this run
//	backups.go   backups, and directories of backups
//	file.go      the result: a File
//
// # Rules
//
//   - Inputs come in the order of the arguments, then of the lists. They are looked for
//     while earlier ones are worked on: a list may never end.
//   - Directories of version control, such as .git, are not looked into: an edit would break
//     them. Nor are directories of backups. In a new tree, their files are copied. A directory of
//     backups that is given is read, but not written.
//   - Symbolic links are followed if they are given. In directories they are yielded as
//     links if a new tree gets links like them, and followed only for FollowInside. No link
//     leads out of a directory: directories are opened as [os.Root].
//   - If an input cannot be read, All yields an error in its place and continues. A
//     [Remark] is reported, but is no failure.
//   - The new tree is not in an input, and no path in a list is in the new tree: results
//     would be read as inputs.
//   - The files of other shards are yielded, too, because their names in the new tree are taken. They
//     are not opened, and errors about them are left to those shards.
package inputs
