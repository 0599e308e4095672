// Package ordered does work in parallel and finishes it in order.
//
// A [Queue] takes items one after the other. Any goroutine of a [Pool] works on an item. Then
// the goroutine that uses the queue finishes the item: one at a time, in the order in which
// items were added. So code that reads items and code that writes their results need no
// locks, and both run beside the work. In a pool of one goroutine, everything happens as it would
// without a queue.
//
// # Rules
//
//   - The output does not depend on the size of the pool, as long as work does not look at
//     anything that the finishing of other items changes.
//   - The first item waits until there is a second one. If there is only one, no other
//     goroutine is started. Items should take so long that handing one over, some ten
//     microseconds, does not matter.
//   - At most [Pool.Size] items are in memory at once, or twice as many if all of them
//     except the largest have at most 512 KiB for each goroutine. So memory is bounded by the
//     largest item times the size of the pool, and the goroutines do not wait for the one
//     with the large item.
//   - Finishing an item may use a second queue with the same pool. Work may not.
//   - After an error nothing more is finished, and work that has begun is waited for.
package ordered
