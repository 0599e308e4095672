// Package ordered does work in parallel and finishes it in order.
//
// A [Queue] takes items one after the other. The work on an item is done in a
// goroutine of a [Pool]; then the item is finished in the goroutine that uses the
// queue, in the order in which items were added, one at a time. So whoever selects
// items and whoever gives out their results need no locks: these are one goroutine.
// In a pool of one there is no other: all happens as it would without a queue.
//
// # Rules
//
//   - What is given out does not depend on the size of the pool, as long as work
//     looks at nothing that the finishing of other items changes.
//   - A single item, the first of a queue, is worked on by the goroutine that added
//     it: what is small never leaves it. Items should hold enough work to be worth
//     the hand-over, some ten microseconds.
//   - An item can be of any size. No more than [Pool.Size] items are held at once, or
//     as many small ones as have some 100 KiB for each goroutine and are not yet
//     too many: memory is bounded by the largest items times the size of the pool.
//   - The finishing of an item may use a second queue with the same pool. Work must
//     not use any.
//   - After an error nothing more is finished, and what was begun is waited for.
package ordered
