//go:build js && wasm

package main

import (
	"fmt"
	"syscall/js"
)

func main() {
	functions := js.Global().Get("hrefix")
	for name, function := range map[string]func(args []js.Value) any{
		"open": open, "close": forget, "rewrite": rewrite, "links": links, "documents": documents,
	} {
		functions.Set(name, js.FuncOf(func(_ js.Value, args []js.Value) any { return guarded(function, args) }))
	}
	select {}
}

// An interrupt is the panic that ends a call whose function decide has thrown an exception.
type interrupt struct{}

// guarded calls a function, and returns the text of a panic. The module stays usable: the engine uses
// nothing again that a walk was using when it panicked.
func guarded(function func(args []js.Value) any, args []js.Value) (result any) {
	defer func() {
		switch p := recover(); p.(type) {
		case nil:
		case interrupt:
			result = nil
		default:
			result = fmt.Sprintf("a defect of hrefix: %v", p)
		}
	}()
	return function(args)
}
