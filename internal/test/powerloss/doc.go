// Package powerloss computes from the system calls of a run what a disk may contain if the
// power fails during the run: which files, with which content. Tests use it to check that
// no file can be lost.
//
// # Model
//
// The model guarantees what POSIX guarantees, and no more. Every change is pending until it
// is synced. At any moment each pending change may or may not be on the disk, independent
// of earlier and later changes:
//
//   - A write changes bytes of a file, and a chmod its mode. fsync of the file puts all earlier ones on
//     the disk. Without it, any combination of the writes may be there, or only the first half of one.
//     Bytes that were not written, before bytes that were, are zero.
//   - open with O_CREAT, mkdir, link, rename and unlink change names in a directory. fsync of the
//     directory, not of the file, puts all earlier ones on the disk. Without it, any of them may be
//     there. A rename is one change: either the new name leads to the file and the old one is gone, or
//     neither.
//   - A name leads to an inode. The content depends on that inode only.
//
// Real file systems guarantee more: ext4, XFS and Btrfs write names roughly in the order in
// which they changed, and ext4 writes the name of a new file together with the file. hrefix
// does not rely on this. All of them keep what was synced before fsync returned, as long as
// the disk obeys.
//
// # Limits
//
// The model ignores owners, extended attributes and times. A call that is neither modelled
// nor known to change nothing is an error, so that no change is missed.
package powerloss
