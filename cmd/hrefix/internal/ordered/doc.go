// Package ordered does work in parallel and finishes it in order.
//
// A [Queue] takes items one after the other. The work on an item is done in any
// goroutine of a [Pool]; then the item is finished in the goroutine that uses the
// queue, in the order in which items were added, one at a time. So whoever selects
// items and whoever gives out their results need no locks: these are one goroutine.
// It is also one of the pool: it works where it would have to wait. In a pool of
// one there is no other: all happens as it would without a queue.
//
// With [Each], the goroutines take the items themselves, one goroutine at a time, and
// whoever has worked on the item whose turn it is finishes it. That is for items that
// come by being read: a goroutine that works on what another one has read waits for it
// to come from the cache of another processor.
//
// # Rules
//
//   - What is given out does not depend on the size of the pool, as long as work
//     looks at nothing that the finishing of other items changes.
//   - The first item is held back until there is a second one. If there is none, no
//     other goroutine is started: what is small stays where it is. Items should hold
//     enough work to be worth the hand-over, some ten microseconds.
//   - At most [Pool.Size] items are held at once, or four times as many of which all
//     together but the largest have no more than 1 MiB for each goroutine: while one
//     works on what is large, others go on. So memory is bounded by the largest item
//     times the size of the pool.
//   - Finishing an item of a queue may use a second queue, or Each, with the same pool.
//     Work may not.
//   - After an error nothing more is finished, and what was begun is waited for.
package ordered
