package wire

// Commands of the mail server.
const (
	Abort      = 'A'
	Body       = 'B'
	Connect    = 'C'
	Macro      = 'D'
	EndOfBody  = 'E'
	Helo       = 'H'
	QuitNewCon = 'K' // the server uses the connection for another client
	Header     = 'L'
	Mail       = 'M'
	EndOfHead  = 'N'
	Negotiate  = 'O'
	Quit       = 'Q'
	Recipient  = 'R'
	Data       = 'T'
	Unknown    = 'U'
)

// Replies of the filter.
const (
	Accept        = 'a'
	ReplaceBody   = 'b'
	Continue      = 'c'
	ChangeHeader  = 'm'
	Progress      = 'p'
	Skip          = 's' // send no more of the body
	TemporaryFail = 't'
)

// Actions of a filter, which it must announce.
const (
	CanChangeBody   = 0x02
	CanChangeHeader = 0x10
	CanListMacros   = 0x100
)

// Steps of the protocol, which a filter may refuse or change.
const (
	NoConnect     = 0x01
	NoHelo        = 0x02
	NoMail        = 0x04
	NoRecipient   = 0x08
	NoHeaderReply = 0x80
	NoUnknown     = 0x100
	NoData        = 0x200
	CanSkip       = 0x400
	LeadingSpace  = 0x100000 // the space after the colon of a field is part of its value
)

// MaxChunk is the number of bytes of a body that a packet may have (MILTER_CHUNK_SIZE).
const MaxChunk = 65535
