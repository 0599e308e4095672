package write

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/container/mbox"
)

// After a run, mail programs may change a mailbox: they add and remove messages, and write flags into the headers of
// messages. So the list of backups identifies each message that the run changed by its text, without the fields that mail
// programs write. Then restore can put back these messages one by one. The From_ lines and the empty lines between
// messages are not part of their texts.

// maxMessage is the largest message of a mailbox in bytes that can be put back by itself.
const maxMessage = 64 << 20

// A keptMessage is a message of a mailbox that a run changed. In the list it has a fixed size, since a mailbox may have
// millions of them.
type keptMessage struct {
	At, Size int64 // where its text is in the backup
	Is       textID
}

// A textID identifies the text of a message without the fields that mail programs write.
type textID [16]byte

// larger is the entry of the list for changed messages that are larger than maxMessage.
var larger = keptMessage{Size: -1}

// keptSize is the size of a keptMessage in the list, in bytes.
var keptSize = binary.Size(keptMessage{})

// changedMessages returns the messages of a mailbox that differ from the messages of its result, in the form of the list.
// It returns nil if the two have different numbers of messages: an edit may change where a mailbox is split. If messages
// that are too large differ, the list has larger.
func changedMessages(was, is io.Reader) (list []byte, err error) {
	from, to := messagesOf(was), messagesOf(is)
	for {
		before, large, ended := next(from)
		after, result, err := next(to)
		if large != result && (ended == nil || ended == io.EOF) {
			list, _ = binary.Append(list, binary.BigEndian, &larger) // it has a fixed size
		}
		switch {
		case ended == io.EOF && err == io.EOF:
			return list, nil
		case ended == io.EOF || err == io.EOF:
			return nil, nil
		case ended != nil || err != nil:
			return nil, errors.Join(ended, err)
		case before.Number != after.Number || !bytes.Equal(before.Text[:before.Start], after.Text[:after.Start]):
			return nil, nil
		}
		text, now := before.Document(), after.Document()
		if bytes.Equal(text, now) {
			continue
		}
		m := keptMessage{At: before.Offset + int64(before.Start), Size: int64(len(text)), Is: identify(now)}
		list, _ = binary.Append(list, binary.BigEndian, &m)
	}
}

func messagesOf(mailbox io.Reader) *mbox.Reader {
	r := mbox.NewReader(mailbox)
	r.Max = maxMessage
	return r
}

// next returns the next message that is not too large. large identifies the messages before it that are too large.
func next(r *mbox.Reader) (m format.Member, large textID, err error) {
	h := sha256.New()
	for err = r.Next(&m); err == nil && m.Large; err = r.Next(&m) {
		h.Write(m.Text)
	}
	copy(large[:], h.Sum(nil))
	return m, large, err
}

// A writer says who writes a field of a message.
type writer uint8

const (
	sender  writer = iota
	reader         // a mail program, for flags
	counter        // a mail program, for the size of the text
)

// writers are the fields that mail programs write when a message is read, flagged or moved, by their names in lower case.
var writers = map[string]writer{
	"status": reader, "x-status": reader, "x-keywords": reader, "x-uid": reader, "x-imap": reader, "x-imapbase": reader,
	"x-label": reader, "x-evolution": reader,
	"x-mozilla-status": reader, "x-mozilla-status2": reader, "x-mozilla-keys": reader,
	"content-length": counter, "lines": counter,
}

// A field is a field of a message, with its line endings.
type field struct {
	by   writer
	text []byte
}

// fieldsOf returns the fields of a message, and the rest of it.
func fieldsOf(text []byte) (fields []field, rest []byte) {
	for len(text) > 0 && text[0] != '\n' && !bytes.HasPrefix(text, []byte("\r\n")) {
		n := 0
		for more := true; more; more = n < len(text) && (text[n] == ' ' || text[n] == '\t') {
			end := bytes.IndexByte(text[n:], '\n')
			if end < 0 {
				end = len(text) - n - 1
			}
			n += end + 1
		}
		name, _, _ := bytes.Cut(text[:n], []byte(":"))
		fields = append(fields, field{writers[strings.ToLower(string(bytes.TrimRight(name, " \t")))], text[:n]})
		text = text[n:]
	}
	return fields, text
}

// identify returns the textID of the text of a message.
func identify(text []byte) (id textID) {
	fields, rest := fieldsOf(text)
	h := sha256.New()
	for _, f := range fields {
		if f.by == sender {
			h.Write(f.text)
		}
	}
	h.Write(rest)
	copy(id[:], h.Sum(nil))
	return id
}

// withFlags returns the message backup with the flags of the message now. If both have the same flags, it returns backup
// unchanged.
func withFlags(backup, now []byte) []byte {
	old, rest := fieldsOf(backup)
	fields, _ := fieldsOf(now)
	text := make([]byte, 0, len(backup)+len(now)-len(rest))
	for _, f := range append(fields, field{by: sender}) {
		for f.by != reader && len(old) > 0 && (f.by == sender || old[0].by != sender) {
			o := old[0]
			if old = old[1:]; o.by != reader {
				text = append(text, o.text...)
			}
			if o.by == f.by && f.text != nil {
				break
			}
		}
		if f.by == reader {
			text = append(text, f.text...)
		}
	}
	return append(text, rest...)
}

// Merged says what has become of the messages of a mailbox that a run changed.
type Merged struct {
	Restored int  // messages that were put back
	Before   int  // messages that an earlier restore had put back
	Gone     int  // messages that were removed or edited since the run
	Large    bool // some changed messages are too large, and were not put back
}

// Merge writes the mailbox in now to w. Each message that is still as the run wrote it is replaced by its old text from
// backup, with the flags that it has now.
func (k *Kept) Merge(w io.Writer, now io.Reader, backup *os.File) (did Merged, err error) {
	p, err := k.pairing(backup)
	if err != nil {
		return did, err
	}
	did.Large = p.large
	for r := messagesOf(now); ; {
		var m format.Member
		err := r.Next(&m)
		switch {
		case err == io.EOF:
			did.Gone = max(0, len(p.all)-len(p.found)-did.Before)
			return did, nil
		case err != nil:
			return did, err
		case !m.Large:
			was, before := p.next(&m)
			if before {
				did.Before++
			}
			if was == nil {
				break
			}
			b := make([]byte, was.Size)
			if _, err := backup.ReadAt(b, was.At); err != nil {
				return did, err
			}
			did.Restored++
			b = withFlags(b, m.Document())
			m.Text = slices.Concat(m.Text[:m.Start], b, m.Text[m.End:])
		}
		if _, err := w.Write(m.Text); err != nil {
			return did, err
		}
	}
}

// A pairing finds the old message in the backup for each message of a mailbox. If the run wrote a text that another
// message of the mailbox had already, the From_ lines tell the two apart. If these are the same, too, both messages are
// left as they are.
type pairing struct {
	all     []keptMessage
	old     map[textID]bool // the texts that the run changed
	shared  map[textID]bool // the texts that the run wrote, and that other messages had already
	written map[textID]int  // by text, or by text and From_ line: the index plus 1 of the first message with it
	same    []int           // by index of a message: the index plus 1 of the next message with the same key in written
	found   map[int]bool    // the indexes of the messages that were found in the mailbox
	large   bool            // the run changed messages that are too large
}

// pairing returns the pairing for a mailbox.
func (k *Kept) pairing(backup io.ReaderAt) (*pairing, error) {
	p := &pairing{
		all: make([]keptMessage, len(k.Messages)/keptSize), same: make([]int, len(k.Messages)/keptSize), found: make(map[int]bool),
		old: make(map[textID]bool), shared: make(map[textID]bool), written: make(map[textID]int),
	}
	damaged := errors.New("the list of the backups is damaged")
	if n, err := binary.Decode(k.Messages, binary.BigEndian, p.all); err != nil || n != len(k.Messages) {
		return nil, damaged
	}
	n := len(p.all)
	p.all = slices.DeleteFunc(p.all, func(m keptMessage) bool { return m == larger })
	p.large = len(p.all) < n
	for i := range p.all {
		p.written[p.all[i].Is] = 1
	}
	froms := make([]textID, 0, len(p.all)) // for each changed message, the ID of its text and From_ line
	var others []textID                    // such IDs of the other messages that had a text which the run wrote
	for r := messagesOf(io.NewSectionReader(backup, 0, math.MaxInt64)); ; {
		m, _, err := next(r)
		if err == io.EOF {
			break
		} else if err != nil {
			return nil, fmt.Errorf("its backup: %w", err)
		}
		id := identify(m.Document())
		if p.written[id] > 0 {
			p.shared[id] = true
			others = append(others, withFrom(id, &m))
		}
		if i := len(froms); i < len(p.all) && p.all[i].At == m.Offset+int64(m.Start) && p.all[i].Size == int64(m.End-m.Start) {
			p.old[id] = true
			froms = append(froms, withFrom(p.all[i].Is, &m))
		}
	}
	if len(froms) < len(p.all) {
		return nil, damaged
	}
	clear(p.written)
	for i := len(p.all) - 1; i >= 0; i-- {
		id := p.all[i].Is
		if p.shared[id] {
			id = froms[i]
		}
		p.same[i], p.written[id] = p.written[id], i+1
	}
	for _, id := range others {
		delete(p.written, id)
	}
	return p, nil
}

// withFrom returns the ID of a text together with the From_ line of the message m.
func withFrom(id textID, m *format.Member) textID {
	h := sha256.New()
	h.Write(id[:])
	h.Write(bytes.TrimRight(m.Text[:m.Start], "\r\n"))
	copy(id[:], h.Sum(nil))
	return id
}

// next returns the old message for m, the next message of the mailbox, or nil. before reports whether an earlier
// restore has put m back.
func (p *pairing) next(m *format.Member) (was *keptMessage, before bool) {
	text := identify(m.Document())
	id := text
	if p.shared[id] {
		id = withFrom(id, m)
	}
	i := p.written[id] - 1
	if i < 0 {
		return nil, p.old[text]
	}
	if p.same[i] > 0 {
		p.written[id] = p.same[i]
	}
	p.found[i] = true
	return &p.all[i], false
}
