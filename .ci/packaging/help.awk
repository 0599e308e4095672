# Writes a manual page from what a command prints with --help: lines of Usage, and flags with indented texts.
function roff(s) {
	gsub(/\\/, "\\e", s)
	gsub(/-/, "\\-", s)
	gsub(/,/, ",\\:", s) # a long list may break there
	sub(/^[.']/, "\\\\\\&&", s)
	return s
}
BEGIN { q = "\"" }
NR == 1 {
	name = $1
	sub(/^[^ ]+ /, "")
	text = $0
	next
}
/^Usage:/ {
	printf ".TH %s 8 %s%s%s %shrefix %s%s hrefix\n.ad l\n.nh\n", toupper(name), q, date, q, q, version, q
	printf ".SH NAME\n%s \\- %s\n.SH SYNOPSIS\n", roff(name), roff(text)
	part = "usage"
	next
}
/^Flags:/ { part = "flags"; print ".SH OPTIONS"; next }
/^[^ ]/ { part = ""; print ".SH NOTES"; print roff($0); next }
NF == 0 { next }
part == "usage" { printf "%s%s\n", used++ ? ".br\n" : "", roff(substr($0, 3)); next }
part == "flags" && /^ +-/ {
	sub(/^ +/, "")
	end = match($0, /  +/)
	printf ".TP\n\\fB%s\\fP\n%s\n", roff(substr($0, 1, end - 1)), roff(substr($0, end + RLENGTH))
	next
}
{
	sub(/^ +/, "")
	print roff($0)
}
