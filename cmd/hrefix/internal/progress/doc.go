// Package progress shows on a terminal how far long work has come.
//
// A [Bar] is the last line of the terminal. It appears when the work has taken a
// second, is drawn ten times a second at most, and is erased in the end. Whatever else
// is to stand on the terminal is written through it: it is erased first, and drawn
// again below. All that it consists of is ASCII, so that a column is a byte; it is
// erased with spaces, which every terminal knows.
//
// The work is told as it is done, in files and bytes. How much there is altogether may
// take a walk to find out: that is begun when the bar appears, beside the work, so that
// short work pays nothing for it. Until it has ended, no share and no time are shown.
//
// # Rules
//
//   - The rate is a mean in which what lies five seconds back counts a third. The time
//     left is that of the bytes left at this rate.
//   - A line takes less than the width of the terminal: one that ends at its edge would
//     become two on some. The bar is left out first, then the end of the text.
//   - A process in the background draws nothing, and leaves alone what is on the
//     terminal, which is somebody else's then.
//
// # Limits
//
// If the terminal becomes narrower than the line, what it made of the line is not
// erased whole.
//
// The libraries for bars have neither the delay nor a total that comes late, and draw
// when the work is told or take hold of the terminal and of a goroutine for good. What
// they would do here is the line, which is the least of it.
package progress
