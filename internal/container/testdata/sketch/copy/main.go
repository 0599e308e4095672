// Command copy rewrites stdin to stdout as the library does.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/hrefix/hrefix/rewrite"
)

func main() {
	rw, err := rewrite.New(rewrite.Options{})
	if err == nil {
		_, err = rw.Copy(context.Background(), os.Stdout, os.Stdin)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
