// Command copy rewrites stdin to stdout as the library does.
package main

import (
	"fmt"
	"os"

	"github.com/hrefix/hrefix/internal/engine"
)

func main() {
	rw, err := engine.New(engine.Options{})
	if err == nil {
		_, err = rw.Copy(os.Stdout, os.Stdin)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
