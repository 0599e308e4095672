package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

const gmimeName = "GMime, parse and write"

// newGMime is GMime: each message parsed and written again. Its program is
// compiled here.
func newGMime(shop *workshop) peer {
	return &process{
		name: gmimeName, lacks: "no links, no decoding; messages come split",
		shop: shop,
		tools: []tool{
			debian("gcc", command("gcc")), debian("pkg-config", command("pkg-config")),
			debian("libgmime-3.0-dev", succeeds("pkg-config", "--exists", "gmime-3.0")),
		},
		argv: func() ([]string, error) {
			source, err := shop.script("gmime.c")
			if err != nil {
				return nil, err
			}
			program := filepath.Join(shop.scratch, "gmime")
			return []string{program}, compile(source, program, "gmime-3.0")
		},
	}
}

// compile compiles a C program with a library that pkg-config knows.
func compile(source, program, library string) error {
	flags, err := exec.Command("pkg-config", "--cflags", "--libs", library).Output()
	if err != nil {
		return fmt.Errorf("pkg-config %s: %w", library, err)
	}
	args := append([]string{"-O2", "-o", program, source}, strings.Fields(string(flags))...)
	if out, err := exec.Command("gcc", args...).CombinedOutput(); err != nil {
		return fmt.Errorf("gcc: %w: %s", err, out)
	}
	return nil
}
