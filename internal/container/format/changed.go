package format

import (
	"errors"
	"fmt"
)

// ErrFixed is the error of changing a member that must stay.
var ErrFixed = errors.New("a change of a member that cannot be changed")

// A ChangedText is the text of the current member of a MemberWriter, with the changes so far. A
// MemberWriter that needs the whole new text passes calls of [Writer].Keep and Replace on to its
// ChangedText. A nil ChangedText belongs to no member.
type ChangedText struct {
	old  []byte // nil if the member must stay
	size int
	used int    // bytes that were kept or replaced
	text []byte // the new text for old[:used], or nil if nothing has changed
}

// TextOf returns a ChangedText without changes. If old is nil, Replace fails.
func TextOf(old []byte) ChangedText { return ChangedText{old: old, size: len(old)} }

// FixedText returns a text of size bytes that must stay: Replace fails.
func FixedText(size int) ChangedText { return ChangedText{size: size} }

// Old returns the text before the changes, or nil if it must stay.
func (c *ChangedText) Old() []byte { return c.old }

// Used returns how many bytes of the old text were kept or replaced.
func (c *ChangedText) Used() int { return c.used }

// HasChanged reports whether Replace was called.
func (c *ChangedText) HasChanged() bool { return c.text != nil }

// All returns the new text. It keeps the rest of the old text.
func (c *ChangedText) All() []byte {
	if c.text == nil {
		return c.old
	}
	return append(c.text, c.old[c.used:]...)
}

// Keep keeps the next n bytes of the text.
func (c *ChangedText) Keep(n int) error {
	from, err := c.use(n)
	if err == nil && c != nil && c.text != nil {
		c.text = append(c.text, c.old[from:from+n]...)
	}
	return err
}

// Replace writes p instead of the next n bytes of the text.
func (c *ChangedText) Replace(n int, p []byte) error {
	if n == 0 && len(p) == 0 {
		return nil
	}
	from, err := c.use(n)
	switch {
	case err != nil:
		return err
	case c == nil || c.old == nil:
		return ErrFixed
	case c.text == nil:
		const growth = 512 // spare bytes: in most members, the changes need no more
		c.text = append(make([]byte, 0, len(c.old)+len(p)+growth), c.old[:from]...)
	}
	c.text = append(c.text, p...)
	return nil
}

// use counts n bytes of the text as used. It returns the offset of the first of them.
func (c *ChangedText) use(n int) (from int, err error) {
	left := 0
	if c != nil {
		from, left = c.used, c.size-c.used
	}
	if n < 0 || n > left {
		return 0, fmt.Errorf("%d bytes to keep or replace that are not in the member", n)
	}
	if n > 0 {
		c.used += n
	}
	return from, nil
}
