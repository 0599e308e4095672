// Package container is the table of file formats that hold documents, and finds
// the format of a file.
//
// # Terms
//
// A container is a file that holds documents. A member is one document and the
// bytes of the format around it. A coding is an encoding of a whole file, such
// as a compression; its text is the decoded file, which may be a document or a
// container.
//
//	box.mbox.gz    a file with the coding gzip
//	box.mbox       its text: a container of format mbox
//	From a@b ...   its members: a From_ line, a message, an empty line
//
// A bundle is a container whose members are the files of a tree, such as a zip or
// tar archive. Its format has [format.Format].List.
//
// # Adding a format
//
// A new format is a folder below this one, and a row in table.go. The folder
// has a variable of type [format.Format] or [format.Coding]. Its functions say
//
//   - how a file is recognised: by its magic, before its name is looked at; by
//     its extension; or by how it begins.
//   - how a file is taken apart. [format.Format].Open returns a Reader, which
//     reads one member at a time. The texts of all members, one after the
//     other, are the file. A Decoder reads the text of a coding as a stream.
//   - which base a document gets: [format.Member].Base.
//   - which path a file of a bundle has: [format.Member].Name. Whether the file is a
//     document is decided by [format.Options].Document.
//   - which record of a web archive a document is: [format.Member].Record. The
//     offsets of records in a compressed file come from [format.Units].
//   - how a file is put together again around edits. What is not edited is
//     copied as it is. In a container, an edit of a document is an edit of the
//     file, so nothing else is needed. A coding has a [format.UnitWriter]. Package
//     pack has one for files that are a series of units, such as members of gzip or
//     frames of Zstandard: a new coding there only decodes and encodes a unit.
//     Documents that are encoded in the container, such as chunked bodies, have
//     a [format.MemberWriter]. If the file has a coding as well, it writes
//     through [format.Options].Back. A [format.ChangedText] has the changes
//     of one member.
//   - what is corrected: [format.Format].Correct returns edits of the bytes
//     around an edited document, such as lengths, sizes and digests, and
//     Escape keeps an edit from looking like the end of the document.
//   - where a file can be cut into parts that are files of their own: [format.Format].Cuts, and
//     [format.Coding].UnitMagic. Package ranges uses them.
//
// The folder of a format whose files begin with a line SKETCH, and whose records are a line with a
// URL and a length, and then a document of that length:
//
//	var magic = []byte("SKETCH\n")
//
//	var Format = format.Format{
//		Name:       "sketch",
//		Extensions: []string{".sketch"},
//		Magic:      func(head []byte) bool { return bytes.HasPrefix(head, magic) },
//		Split:      split,
//		Correct:    correct,
//	}
//
//	// split yields the records of a file. The magic belongs to the first one.
//	func split(file []byte) iter.Seq[*format.Member] {
//		return func(yield func(*format.Member) bool) {
//			start := len(magic)
//			for at, number := 0, 1; at < len(file); number++ {
//				m := format.Member{Number: number, Offset: int64(at), Text: file[at:]}
//				line, _, _ := bytes.Cut(m.Text[start:], []byte("\n"))
//				url, length, _ := strings.Cut(string(line), " ")
//				size, err := strconv.ParseUint(length, 10, 31)
//				start += len(line) + 1
//				if err != nil || uint64(start)+size > uint64(len(m.Text)) {
//					m.Defect, m.Broken = "not a valid record", true // the rest of the file is copied
//					yield(&m)
//					return
//				}
//				m.Start, m.End = start, start+int(size)
//				m.Text, m.Base = m.Text[:m.End], format.URL{Value: url, From: "the record"}
//				at, start = at+m.End, 0
//				if !yield(&m) {
//					return
//				}
//			}
//		}
//	}
//
//	// correct returns the edit of the length before a document that has changed.
//	func correct(m *format.Member, c format.Change) (before, after []edit.Edit) {
//		from := c.Member + bytes.LastIndexByte(c.Text[c.Member:c.Start], ' ') + 1
//		size := strconv.AppendInt(nil, int64(c.Size()), 10)
//		return []edit.Edit{{Start: from, End: c.Start - 1, New: size}}, nil
//	}
//
// A file of a format with only Split is read into memory, as one piece: reports give offsets in the file, and no numbers
// of members. A format with Open is read as a stream, member by member. The smallest is format/ndjson.go; tar/reader.go
// returns large members in parts, and after damage the rest of the file as one part. A Reader of a stream may read
// it through a [format.Buffer], whose Peek may move the text of a member: peek first.
//
// Nothing has to be done for cancellation: the Read method of a file returns the
// error of a context, and Next returns that error.
//
// The engine and the command find the format of a file in the table. No other code names a format, except where
// users give options for it, and package filekind, which names files that a build without archives leaves.
//
// # Builds without archives
//
// With the build tag hrefix_noarchives the table has no archives and no codings (tablesmall.go). Then
// package httpmessage has no content codings, package mimebase reads media types without go-message, and
// programs have no code that compresses. Such files are left as they are, with a note that names their
// kind.
//
// # Limits
//
// A Reader holds one member in memory. Members larger than
// [format.Options].MaxMember come in parts, which are copied. A Decoder holds
// as much as its format needs to take a change back; package pack says how
// much. Members of containers in containers are taken apart up to a depth of
// ten.
package container
