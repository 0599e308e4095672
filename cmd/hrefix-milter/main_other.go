//go:build !unix

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "hrefix-milter: this system has no mail server with the milter protocol")
	os.Exit(1)
}
