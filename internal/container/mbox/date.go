package mbox

import (
	"bytes"
	"github.com/hrefix/hrefix/internal/ascii"
	"strings"
)

// hasDate reports whether text, which comes after "From ", has a date with a
// time. A date in the form of asctime (C11 section 7.27.3.1), with a day of the
// week, may be anywhere in text. Other forms need a sender before them, and only
// zones, comments and "remote from" may follow, because sentences contain such
// dates, too.
func hasDate(text []byte) bool {
	if endsWithDate(text) {
		return true
	}
	sender := false
	for i, c := range text {
		if isBlank(c) || i > 0 && !isBlank(text[i-1]) {
			continue
		}
		word := cursor(text[i:])
		date := word
		asctime, ok := date.date()
		// "remote from" may follow, by which UUCP says where a mail came from.
		if ok && (asctime || sender && (len(date) == 0 || bytes.HasPrefix(date, []byte("remote from ")))) {
			return true
		}
		sender = sender || !word.weekday()
	}
	return false
}

// endsWithDate reports whether text ends with a date exactly as asctime writes it. That
// is the case in most mailboxes. A cursor would find the same date, but more slowly.
func endsWithDate(text []byte) bool {
	const (
		shape      = "Thu Jan 00 00:00:00 0000" // 0 is any digit
		dayNames   = "SunMonTueWedThuFriSat"
		monthNames = "JanFebMarAprMayJunJulAugSepOctNovDec"
	)
	at := len(text) - len(shape)
	if at < 0 || at > 0 && !isBlank(text[at-1]) {
		return false
	}
	date := text[at:]
	for i := len("Thu Jan 0"); i < len(shape); i++ {
		if c := date[i]; c != shape[i] && (shape[i] != '0' || !ascii.IsDigit(c)) {
			return false
		}
	}
	return strings.Index(dayNames, string(date[:3]))%3 == 0 && date[3] == ' ' &&
		strings.Index(monthNames, string(date[4:7]))%3 == 0 && date[7] == ' ' &&
		(date[8] == ' ' || ascii.IsDigit(date[8]) && string(date[8:10]) <= "31") &&
		string(date[11:13]) <= "24" && date[14] <= '5' && string(date[17:19]) <= "61"
}

// A cursor is the rest of a line that is being parsed. Each method reads one item
// and the blanks after it. If the item is not there, the method reports false and
// reads nothing, unless its comment says otherwise.
type cursor []byte

// date reads a date with a time. asctime reports whether it has the form of asctime
// and begins with a day of the week.
func (c *cursor) date() (asctime, ok bool) {
	weekday := c.weekday()
	switch {
	case c.month():
		return weekday, c.day() && (c.yearTime() || c.timeYear())
	case c.day():
		return false, c.month() && c.year(2, 5) && c.time()
	}
	// "2004-01-01", and the T that may come before a time (ISO 8601)
	return false, c.number(4, 4, 9999) && c.char('-') && c.number(2, 2, 12) && c.char('-') && c.number(2, 2, 31) && c.gap("T") && c.time()
}

// yearTime reads "2004 00:00:00", as JavaScript writes it.
func (c *cursor) yearTime() bool {
	before := *c
	return c.year(4, 4) && c.time() || c.back(before)
}

// timeYear reads "00:00:00 2004".
func (c *cursor) timeYear() bool {
	if !c.time() || !c.year(2, 5) {
		return false
	}
	c.zones()
	return true
}

// back undoes what was read since before.
func (c *cursor) back(before cursor) bool {
	*c = before
	return false
}

// weekday reads the name of a day of the week.
func (c *cursor) weekday() bool { return c.name(weekdays[:], ",.") }

// month reads the name of a month.
func (c *cursor) month() bool { return c.name(months[:], "-.") }

// day reads the day of a month.
func (c *cursor) day() bool {
	before := *c
	return c.number(1, 2, 31) && c.gap("-,") || c.back(before)
}

// year reads a year of least to most digits. A year of the last century may have
// two digits. A year has three or five if a program wrongly added or omitted 1900.
func (c *cursor) year(least, most int) bool {
	before := *c
	return c.number(least, most, 99999) && c.gap("") || c.back(before)
}

// time reads "00:00:00", also without seconds or with a fraction, and zones.
func (c *cursor) time() bool {
	if !c.number(1, 2, 24) || !c.char(':') || !c.number(2, 2, 59) {
		return false
	}
	if c.char(':') && (!c.number(2, 2, 61) || c.char('.') && !c.number(1, 9, 999999999)) {
		return false
	}
	if !c.zone() && !c.gap("") {
		return false
	}
	c.zones()
	return true
}

// zones reads more zones, if there are any.
func (c *cursor) zones() {
	for range 2 {
		if !c.zone() {
			break
		}
	}
}

// zone reads text that may follow a time or a year: "+0100", "+01:00", "CET",
// "GMT+1", "(PST)", and "PM".
func (c *cursor) zone() bool {
	before := *c
	c.blanks()
	if c.char('(') {
		n := bytes.IndexByte(*c, ')')
		*c = (*c)[n+1:]
		return n >= 0 && c.gap("") || c.back(before)
	}
	name := c.zoneName()
	ok := 0 < name && name <= 5
	if c.char('+') || c.char('-') {
		ok = name <= 5 && c.number(1, 4, 9999) && (!c.char(':') || c.number(2, 2, 59))
	}
	return ok && c.gap("") || c.back(before)
}

// zoneName reads capital letters, or am or pm, and returns how many.
func (c *cursor) zoneName() int {
	n := 0
	for n < len(*c) && 'A' <= (*c)[n] && (*c)[n] <= 'Z' {
		n++
	}
	if bytes.HasPrefix(*c, []byte("am")) || bytes.HasPrefix(*c, []byte("pm")) {
		n = 2
	}
	*c = (*c)[n:]
	return n
}

// name reads one of the names, or at least its first three letters.
func (c *cursor) name(names []string, marks string) bool {
	n := 0
	for n < len(*c) && ascii.IsAlpha((*c)[n]) {
		n++
	}
	word, before := (*c)[:n], *c
	for _, name := range names {
		if 3 <= n && n <= len(name) && word[0]|0x20 == name[0] && strings.EqualFold(string(word), name[:n]) {
			*c = (*c)[n:]
			return c.gap(marks) || c.back(before)
		}
	}
	return false
}

var (
	weekdays = [...]string{"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"}
	months   = [...]string{"january", "february", "march", "april", "may", "june", "july", "august",
		"september", "october", "november", "december"}
)

// number reads a number of least to most digits that is no greater than limit,
// without blanks after it. If it fails, some may be read.
func (c *cursor) number(least, most, limit int) bool {
	n, value := 0, 0
	for n < len(*c) && n <= most && ascii.IsDigit((*c)[n]) {
		value = value*10 + int((*c)[n]-'0')
		n++
	}
	*c = (*c)[n:]
	return least <= n && n <= most && value <= limit
}

// char reads a character, without blanks after it.
func (c *cursor) char(want byte) bool {
	if len(*c) == 0 || (*c)[0] != want {
		return false
	}
	*c = (*c)[1:]
	return true
}

// gap reads the separator of two words: one of marks, blanks, both, or the end
// of the line.
func (c *cursor) gap(marks string) bool {
	mark := len(*c) > 0 && strings.IndexByte(marks, (*c)[0]) >= 0
	if mark {
		*c = (*c)[1:]
	}
	return c.blanks() || mark || len(*c) == 0
}

// blanks reads spaces and tabs.
func (c *cursor) blanks() bool {
	n := 0
	for n < len(*c) && isBlank((*c)[n]) {
		n++
	}
	*c = (*c)[n:]
	return n > 0
}
