-- Sends messages to the filter at the address in the variable "address", as OpenDKIM's tests do.

local function check(ok, what)
	if not ok then
		mt.echo(what)
		error(what)
	end
end

conn = mt.connect(address)
check(conn ~= nil, "mt.connect() failed")
check(mt.negotiate(conn, nil, nil, nil) == nil, "mt.negotiate() failed")

local function message(seal)
	-- The filter has asked for no command before the header.
	check(mt.test_option(conn, SMFIP_NOCONNECT) and mt.test_option(conn, SMFIP_NOMAIL), "the filter wants commands that it does not need")
	mt.macro(conn, SMFIC_MAIL, "i", "QUEUEID")
	if seal then
		check(mt.header(conn, "DKIM-Signature", " v=1") == nil, "mt.header() failed")
	end
	check(mt.header(conn, "Link", " <http://a/>") == nil, "mt.header() failed")
	check(mt.header(conn, "Link", " <next>;\n\trel=next") == nil, "mt.header() failed")
	check(mt.header(conn, "Content-Base", " http://example.org/") == nil, "mt.header() failed")
	check(mt.header(conn, "Content-Type", " text/html") == nil, "mt.header() failed")
	check(mt.eoh(conn) == nil, "mt.eoh() failed")
end

message(false)
check(mt.getreply(conn) == SMFIR_CONTINUE, "the header is not accepted")
check(mt.bodystring(conn, "<a href=x>1</a>\r\n") == nil, "mt.bodystring() failed")
check(mt.bodystring(conn, "<a href=y>2</a>\r\n") == nil, "mt.bodystring() failed")
check(mt.getreply(conn) == SMFIR_CONTINUE, "the body is not accepted")
check(mt.eom(conn) == nil, "mt.eom() failed")
check(mt.getreply(conn) == SMFIR_ACCEPT, "the message is not accepted")
check(mt.eom_check(conn, MT_BODYCHANGE, "<a href=http://example.org/x>1</a>\r\n<a href=http://example.org/y>2</a>\r\n"), "the body has not changed")
check(mt.eom_check(conn, MT_HDRCHANGE, "Link"), "the field has not changed")
check(not mt.eom_check(conn, MT_HDRCHANGE, "Content-Base"), "Content-Base has changed")

mt.abort(conn)
message(true)
check(mt.getreply(conn) == SMFIR_ACCEPT, "a signed message is not accepted at the end of its header")

-- A client that breaks off does not end the filter.
mt.disconnect(conn, false)
conn = mt.connect(address)
check(mt.negotiate(conn, nil, nil, nil) == nil, "mt.negotiate() failed")
message(false)
mt.disconnect(conn)
