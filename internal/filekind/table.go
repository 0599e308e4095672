package filekind

// A magic describes how the head of a file of a kind is recognised: one of the patterns is at the
// offset at, in which "?" matches any byte, and the check, if any, succeeds.
type magic struct {
	Kind
	at       int
	patterns []string
	check    func(head []byte) bool
}

// magics are the kinds that are recognised by their magic. The first matching row counts, so a format
// that builds on another format, such as EPUB on zip, comes first. Formats that few people know share
// a name. A pattern of letters counts only in a head that is not text, unless no other kind of text
// begins with the pattern.
var magics = [...]magic{
	// Text in encodings that cannot be read.
	{Kind{Encoding, "text in UTF-32"}, 0, []string{"\xff\xfe\x00\x00", "\x00\x00\xfe\xff"}, nil},
	{Kind{Encoding, "text in UTF-32"}, 0, []string{"<\x00\x00\x00?\x00\x00\x00", "\x00\x00\x00<\x00\x00\x00?"}, isMarkupInUTF32},
	{Kind{Encoding, "text in EBCDIC"}, 0, []string{""}, isEBCDIC},

	// Text that is not a document.
	{Kind{WebArchive, "a WARC file"}, 0, []string{"WARC/?."}, nil},
	{Kind{WebArchive, "an ARC file"}, 0, []string{"filedesc://"}, nil},
	{babyl, 0, []string{"BABYL OPTIONS:"}, nil},
	{mmdf, 0, []string{"\x01\x01\x01\x01\n"}, nil},
	{Kind{MailStore, "a mailbox of UW IMAP (MBX)"}, 0, []string{"*mbx*\r\n"}, nil},
	{Kind{Data, "a vCard"}, 0, []string{"BEGIN:VCARD"}, nil},
	{Kind{Data, "a calendar"}, 0, []string{"BEGIN:VCALENDAR"}, nil},
	{JSON, 0, []string{""}, isJSON},
	{Kind{Data, "JSONP data"}, 0, []string{""}, isJSONP},
	{Kind{Data, "serialized PHP data"}, 0, []string{""}, isSerialized},
	{Kind{Data, "a data file"}, 0, []string{"// <!-- <mdb:mork", "d8:announce", "\n\r\r\n????\x4d\x3c\x2b\x1a"}, nil},
	{Kind{Office, "a PDF file"}, 0, []string{"%PDF-"}, nil},
	{Kind{Office, "a PostScript file"}, 0, []string{"%!PS", "\xc5\xd0\xd3\xc6"}, nil},
	{Kind{Office, "an RTF file"}, 0, []string{`{\rtf`}, nil},
	{Kind{Audio, "an audio file"}, 0, []string{"#!AMR"}, nil},
	{Kind{Program, "a script"}, 0, []string{"#!"}, nil},
	{Kind{Image, "an image"}, 0, []string{"id=Magick", "id=ImageMagick", "/* XPM */", "#?RADIANCE\n", "SIMPLE  =                    T"}, nil},
	{Kind{Image, "a PNM image"}, 0, []string{"P"}, isPortableMap},

	// Archives, and formats that are built on them.
	{EPUB, 30, []string{"mimetypeapplication/epub+zip"}, nil},
	{Kind{Office, "an OpenDocument file"}, 30, []string{"mimetypeapplication/vnd.oasis.opendocument.", "mimetypeapplication/vnd.sun.xml."}, nil},
	{Kind{Office, "a Word document"}, 0, []string{zipMagic}, isWord},
	{Kind{Office, "an Excel workbook"}, 0, []string{zipMagic}, isExcel},
	{Kind{Office, "a PowerPoint presentation"}, 0, []string{zipMagic}, isPowerPoint},
	{WACZ, 0, []string{zipMagic}, isWACZ},
	{EPUB, 0, []string{zipMagic}, isEPUB},
	{Kind{Program, "a Java archive"}, 0, []string{zipMagic}, isJAR},
	{Zip, 0, []string{zipMagic}, nil},
	{EmptyZip, 0, []string{"PK\x05\x06"}, nil},
	{Kind{Archive, "a zip archive in parts"}, 0, []string{"PK\x07\x08"}, nil},
	{Kind{Archive, "a tar archive"}, 257, []string{"ustar"}, isBinary},
	{Kind{Archive, "a 7z archive"}, 0, []string{"7z\xbc\xaf\x27\x1c"}, nil},
	{Kind{Archive, "a RAR archive"}, 0, []string{"Rar!\x1a\x07"}, nil},
	{Kind{Archive, "a cabinet"}, 0, []string{"MSCF\x00\x00\x00\x00"}, nil},
	{Kind{Archive, "an ar archive"}, 0, []string{"!<arch>\n"}, nil},
	{Kind{Archive, "a cpio archive"}, 0, []string{"070707", "070701", "070702"}, isCPIO},
	{Kind{Archive, "a cpio archive"}, 0, []string{"\xc7\x71", "\x71\xc7"}, isBinary},
	{Kind{Archive, "a compiled HTML help file"}, 0, []string{"ITSF\x03\x00\x00\x00"}, nil},
	{Kind{Archive, "an archive"}, 0, []string{"# v? git bundle\n", "xar!\x00", "\xed\xab\xee\xdb", "PACK\x00\x00\x00"}, nil},
	{Kind{Archive, "an archive"}, 0, []string{"ISc(", "\x60\xea", "hsqs", "??-lh?-", "??-lz?-"}, isBinary},

	// Compressed files.
	{Kind{Compressed, "a gzip file"}, 0, []string{"\x1f\x8b\x08"}, nil},
	{Kind{Compressed, "a bzip2 file"}, 0, []string{"BZh?1AY&SY", "BZh?\x17\x72\x45\x38\x50\x90"}, nil},
	{Kind{Compressed, "an xz file"}, 0, []string{"\xfd7zXZ\x00"}, nil},
	{Kind{Compressed, "a zstd file"}, 0, []string{"\x28\xb5\x2f\xfd", "?\x2a\x4d\x18"}, nil},
	{Kind{Compressed, "a compressed file"}, 0, []string{"\x04\x22\x4d\x18", "\x02\x21\x4c\x18", "LZIP\x01", "\x5d\x00\x00", "\x1f\x9d",
		"\x89LZO\x00\r\n\x1a\n", "\xff\x06\x00\x00sNaPpY"}, nil},

	// Images.
	{Kind{Image, "a PNG image"}, 0, []string{"\x89PNG\r\n\x1a\n"}, nil},
	{Kind{Image, "a JPEG image"}, 0, []string{"\xff\xd8\xff"}, nil},
	{Kind{Image, "a GIF image"}, 0, []string{"GIF87a", "GIF89a"}, nil},
	{Kind{Image, "a WebP image"}, 0, []string{"RIFF????WEBP"}, nil},
	{Kind{Image, "a BMP image"}, 0, []string{"BM????\x00\x00\x00\x00"}, nil},
	{Kind{Image, "a TIFF image"}, 0, []string{"II*\x00", "MM\x00*", "II+\x00\x08\x00", "MM\x00+\x00\x08"}, nil},
	{Kind{Image, "an icon"}, 0, []string{"\x00\x00\x01\x00", "\x00\x00\x02\x00"}, isIcon},
	{Kind{Image, "a Photoshop image"}, 0, []string{"8BPS\x00"}, nil},
	{Kind{Image, "a HEIF or AVIF image"}, 4, []string{"ftypavi", "ftyphei", "ftyphev", "ftypmif1", "ftypmsf1"}, nil},
	{Kind{Image, "an image"}, 0, []string{"II\xbc\x01", "gimp xcf ", "\x00\x00\x00\x0cjP  \r\n\x87\n", "\xff\x4f\xff\x51",
		"\x00\x00\x00\x0cJXL \r\n\x87\n", "AT&TFORM", "DDS \x7c\x00\x00\x00", "\x76\x2f\x31\x01", "BPG\xfb", "qoif\x00", "AC10??\x00", "glTF?\x00\x00\x00"}, nil},
	{Kind{Image, "an image"}, 0, []string{"icns", "\xff\x0a", "\x0a\x05\x01\x08"}, isBinary},
	{Kind{Image, "an image"}, 128, []string{"DICM"}, isBinary},

	// Sound and films.
	{Kind{Audio, "an MP3 file"}, 0, []string{"ID3"}, isBinary},
	{Kind{Audio, "an MP3 file"}, 0, []string{"\xff\xfb", "\xff\xfa", "\xff\xf3", "\xff\xf2", "\xff\xe3", "\xff\xe2"}, nil},
	{Kind{Audio, "a FLAC file"}, 0, []string{"fLaC\x00"}, nil},
	{Kind{Audio, "an Ogg file"}, 0, []string{"OggS\x00"}, nil},
	{Kind{Audio, "a WAV file"}, 0, []string{"RIFF????WAVE"}, nil},
	{Kind{Audio, "a MIDI file"}, 0, []string{"MThd\x00\x00\x00"}, nil},
	{Kind{Audio, "an M4A file"}, 4, []string{"ftypM4A"}, nil},
	{Kind{Audio, "an audio file"}, 0, []string{"RIFF????QLCM", "FORM????AIF", ".snd\x00\x00", "Creative Voice File\x1a",
		"\xff\xf1", "\xff\xf9", "\xff\xfd", "\xff\xfc", "\xff\xf5", "\xff\xf4"}, nil},
	{Kind{Audio, "an audio file"}, 0, []string{"MAC ", "MPCK", "MP+"}, isBinary},
	{Kind{Video, "a QuickTime film"}, 4, []string{"ftypqt", "moov", "mdat", "wide"}, isBinary},
	{Kind{Video, "an MP4 film"}, 4, []string{"ftyp"}, isBinary},
	{Kind{Video, "an AVI film"}, 0, []string{"RIFF????AVI "}, nil},
	{Kind{Video, "a Matroska or WebM film"}, 0, []string{"\x1a\x45\xdf\xa3"}, nil},
	{Kind{Video, "a Flash film"}, 0, []string{"FLV\x01"}, nil},
	{Kind{Video, "a Flash film"}, 0, []string{"FWS", "CWS", "ZWS"}, isFlash},
	{Kind{Video, "an MPEG film"}, 0, []string{"\x00\x00\x01\xba", "\x00\x00\x01\xb3"}, nil},
	{Kind{Video, "an MPEG transport stream"}, 0, []string{"G"}, isTransportStream},
	{Kind{Video, "a film"}, 0, []string{"\x30\x26\xb2\x75\x8e\x66\xcf\x11", ".RMF\x00"}, nil},

	// Fonts.
	{Kind{Font, "a WOFF font"}, 0, []string{"wOFF", "wOF2"}, isBinary},
	{Kind{Database, "a database"}, 0, []string{"\x00\x01\x00\x00Standard "}, nil},
	{Kind{Font, "a font"}, 0, []string{"\x00\x01\x00\x00"}, isTrueType},
	{Kind{Font, "a font"}, 0, []string{"true\x00", "OTTO\x00", "ttcf\x00", "\x80\x01????%!"}, nil},
	{Kind{Font, "a font"}, 34, []string{"LP"}, isEOT},

	// Office files.
	{outlook, 0, []string{oleMagic}, isOutlook},
	{Kind{Office, "an Office file"}, 0, []string{oleMagic}, nil},
	{Kind{Office, "an electronic book"}, 0, []string{"ITOLITLS"}, nil},
	{Kind{Office, "an electronic book"}, 60, []string{"BOOKMOBI"}, nil},

	// Programs.
	{Kind{Program, "a Windows program"}, 0, []string{"MZ"}, isBinary},
	{Kind{Program, "a WebAssembly module"}, 0, []string{"\x00asm"}, nil},
	{Kind{Program, "a program"}, 0, []string{"\x7fELF", "\xca\xfe\xba\xbe", "\xfe\xed\xfa\xce", "\xfe\xed\xfa\xcf", "\xce\xfa\xed\xfe", "\xcf\xfa\xed\xfe",
		"?\x0d\x0d\x0a", "L\x00\x00\x00\x01\x14\x02\x00", "NES\x1a"}, nil},
	{Kind{Program, "a browser extension"}, 0, []string{"Cr24"}, isBinary},

	// Databases, mail stores and other data.
	{Kind{Database, "an SQLite database"}, 0, []string{"SQLite format 3\x00"}, nil},
	{Kind{Database, "a database"}, 0, []string{"????????????\x61\x15\x06\x00", "????????????\x62\x31\x05\x00", "\xce\x9a\x57\x13", "\xcf\x9a\x57\x13"}, nil},
	{Kind{MailStore, "an Outlook store (PST)"}, 0, []string{"!BDN"}, isBinary},
	{Kind{MailStore, "an Outlook Express store (DBX)"}, 0, []string{"\xcf\xad\x12\xfe"}, nil},
	{Kind{Data, "a binary property list"}, 0, []string{"bplist0"}, isBinary},
	{Kind{Data, "a data file"}, 0, []string{"\x00\x00\x00\x01Bud1", "DIRC\x00\x00\x00", "\xd4\xc3\xb2\xa1", "\xa1\xb2\xc3\xd4",
		"\x93NUMPY", "\x89HDF\r\n\x1a\n", "\x80\x02", "\x80\x03", "\x80\x04", "\x80\x05", "\xde\x12\x04\x95", "\x95\x04\x12\xde"}, nil},
	{Kind{Data, "a data file"}, 0, []string{"TZif"}, isBinary},
	{Kind{Data, "a data file"}, 0, []string{"x"}, isZlib},
}
