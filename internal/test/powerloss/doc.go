// Package powerloss computes what a disk may hold if the power fails amid a run: which
// files, and with which content, from the system calls of the run. Tests ask it whether a
// file could be lost.
//
// # Model
//
// The model grants what POSIX grants, and no more. Every change is pending until it is
// synced, and at any moment each pending change is on the disk or not, whatever was done
// before or after it:
//
//   - A write changes bytes of a file, and a chmod its mode. fsync of the file brings those
//     before it to the disk. Without it, any of the writes may be there, in any combination,
//     or only the first half of one; what lies before one that is there, and is not there
//     itself, is zero.
//   - open with O_CREAT, mkdir, link, rename and unlink change names in a directory. fsync of
//     the directory, and not that of the file, brings those before it to the disk. Without
//     it, any of them may be there. A rename is one change: the new name leads to the file
//     and the old one is gone, or neither.
//   - A name leads to an inode. What its content is, is a matter of that inode alone.
//
// File systems in use grant more: ext4, XFS and Btrfs write names in the order in which
// they changed, or nearly so, and ext4 brings the name of a new file to the disk with the
// file. None of this is relied on. All of them keep what fsync has returned for, as long as
// the disk does what it is told.
//
// # Limits
//
// Owners, extended attributes and times are left out. A call that is not known to change
// nothing, and is not modelled, is an error, so that no change goes unseen.
package powerloss
