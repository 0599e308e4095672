package main

import "fmt"

// advise returns what to print of an argument that names no file, or "" for the usual
// advice: to check the name.
func (c *command) advise(arg string) string {
	if c.follows("--backup", arg) {
		return fmt.Sprintf("no such file: to give it as the suffix of backups, write --backup=%s", shellWord(arg))
	}
	return ""
}

// follows reports whether arg was given right after a flag, as its value is for most
// flags. That of --backup may be left out, so it is given after "=" only.
func (c *command) follows(flag, arg string) bool {
	for i, given := range c.args[:max(0, len(c.args)-1)] {
		if given == "--" {
			return false
		}
		if given == flag && c.args[i+1] == arg {
			return true
		}
	}
	return false
}
