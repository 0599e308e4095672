// Package progress shows a progress bar on a terminal, or writes lines to a log.
//
// A [Bar] is the last line of the terminal. It appears when the work has taken a second, is
// drawn at most ten times a second, and is erased at the end. All other text for the terminal
// is written through it: the bar is erased first, and drawn again below the text. The bar is
// ASCII, so that a byte is a column. It is erased with spaces, which every terminal knows.
//
// Work is added as it is done, in files and bytes. To find out how much work there is takes a
// walk over the inputs. That walk begins when the bar appears, in a goroutine of its own, so
// that short runs do not pay for it. Until it has ended, the bar shows neither a share nor a
// remaining time.
//
// Without a terminal, a [Log] gets a line after each interval, which the caller chooses. The rate in a line is the
// rate since the line before.
//
// # Rules
//
//   - The rate is a mean in which the rate five seconds ago counts a third. The remaining
//     time is the remaining bytes at this rate.
//   - A line is shorter than the terminal is wide: a line that ends at the edge would
//     become two on some terminals. First the bar is left out, then the end of the text.
//   - A process in the background draws nothing, and leaves the terminal to the process in
//     the foreground.
//
// # Limits
//
// If the terminal becomes narrower than the line, the terminal wraps the line, and a part of
// it is not erased.
//
// Libraries for progress bars have neither the delay nor a total that is known later. They
// draw when work is added, or keep the terminal and a goroutine for good.
package progress
