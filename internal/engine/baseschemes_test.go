package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/promise"
	"github.com/hrefix/hrefix/resolve"
)

// What becomes of a base of some scheme in a header field.
const (
	schemeCounts  = "counts"
	schemeRefused = "refused"      // unless Options.BaseSchemes has it
	schemeNever   = "never a base" // whatever the options
)

// baseSchemes are the schemes that were tried, by what they give.
var baseSchemes = map[string]string{
	schemeCounts: "http https ftp gopher nntp prospero wais",
	schemeRefused: "file smb nfs afp sftp ftps ssh rsync ws wss dav davs ldap ldaps imap pop3 rtsp rtmp mms irc magnet feed webcal svn git " +
		"ms-msdt search-ms search ms-officecmd ms-word ms-excel ms-powerpoint ms-settings ms-appinstaller ms-its mk its hcp shell res " +
		"chrome chrome-extension edge opera moz-extension resource jar view-source wyciwyg filesystem intent android-app content app " +
		"itms-services facetime skype zoommtg steam slack vscode vnc rdp x-apple bcc x",
	schemeNever: "mailto news telnet about blob cid data javascript mid sms tel urn vbscript livescript mocha thismessage",
}

// schemeMessage is a message with a link, whose base has that scheme.
func schemeMessage(field, scheme string) string {
	return fmt.Sprintf("%s: %s://evil/share/\nContent-Type: text/html\n\n<a href=x>", field, scheme)
}

// TestBaseSchemes tries each scheme in each field that gives a base, and in a dialect of
// its own, with and without a base from the caller, with Options.BaseSchemes and without,
// and prints the table.
func TestBaseSchemes(t *testing.T) {
	var table strings.Builder
	n := 0
	for verdict, schemes := range baseSchemes {
		for scheme := range strings.FieldsSeq(schemes) {
			n++
			fmt.Fprintf(&table, "%-17s %s\n", scheme, verdict)
			for field, dialect := range map[string]resolve.Dialect{"Base": resolve.RFC1808, "Content-Base": resolve.RFC3986, "Content-Location": resolve.WHATWG} {
				checkScheme(t, field, scheme, verdict, dialect)
			}
		}
	}
	require.GreaterOrEqual(t, n, 47)
	t.Logf("%d schemes\n%s", n, table.String())
}

func checkScheme(t *testing.T, field, scheme, verdict string, dialect resolve.Dialect) {
	src := schemeMessage(field, scheme)
	for _, base := range []string{"", "http://caller/d/"} {
		for _, allowed := range [][]string{nil, {strings.ToUpper(scheme)}} {
			r := promise.Check(t, []byte(src), engine.Options{Type: detect.Message, Base: base, BaseSchemes: allowed, Dialect: dialect})
			want := "x"
			switch {
			case verdict == schemeCounts, verdict == schemeRefused && allowed != nil:
				want = scheme + "://evil/share/x"
			case base != "":
				want = base + "x"
			}
			require.Equal(t, "<a href="+want+">", string(r.Output[len(r.Output)-len("<a href=>")-len(want):]), "%s in %s, %s", scheme, field, dialect)
			refused := verdict == schemeRefused && allowed == nil
			require.Equal(t, refused, len(r.Plan.Notes) == 1, "%v", r.Plan.Notes)
			if refused {
				require.Equal(t, field+" of the message is passed over: a header field may not give a base of this scheme: "+scheme, r.Plan.Notes[0].Text)
			}
		}
	}
}

// TestBaseSchemesElsewhere: how else a scheme could come into a base.
func TestBaseSchemesElsewhere(t *testing.T) {
	const html = "Content-Type: text/html\n\n"
	for _, c := range []struct{ name, src, base, want string }{
		{"BASE in HTML", html + "<base href=file://own/d/><a href=x>", "", "file://own/d/x"},
		{"from the caller", html + "<a href=x>", "file:///d/", "file:///d/x"},
		{"a path against the caller's", "Content-Location: e/\n" + html + "<a href=x>", "file:///d/", "file:///d/e/x"},
		{"a host against the caller's", "Content-Base: //evil/d/\n" + html + "<a href=x>", "file:///d/", "file:///d/x"},
		{"a host of http", "Content-Base: //other/d/\n" + html + "<a href=x>", "http://h/", "http://other/d/x"},
		{"folded", "Base: <URL:fi\n le://evil/>\n" + html + "<a href=x>", "http://h/", "http://h/x"},
		{"capitals", "Base: <URL:FILE://evil/>\n" + html + "<a href=x>", "http://h/", "http://h/x"},
		{"encoded word", "Base: =?utf-8?q?=3CURL:file://evil/=3E?=\n" + html + "<a href=x>", "http://h/", "http://h/x"},
		{"the next field counts", "Base: <URL:file://evil/>\nContent-Base: http://b/\n" + html + "<a href=x>", "", "http://b/x"},
		{"the message around counts", "Base: <URL:http://b/>\nContent-Type: message/rfc822\n\nBase: <URL:smb://evil/>\n" + html + "<a href=x>", "", "http://b/x"},
		{"saved by a browser", "Snapshot-Content-Location: file://evil/\n" + html + "<a href=x>", "", "x"},
		{"a control character", "Base: <URL:\x01file://evil/>\n" + html + "<a href=x>", "http://h/", "http://h/x"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, dialect := range []resolve.Dialect{resolve.RFC1808, resolve.RFC3986, resolve.WHATWG} {
				r := promise.Check(t, []byte(c.src), engine.Options{Type: detect.Message, Base: c.base, Dialect: dialect})
				last := r.References[len(r.References)-1]
				if !strings.HasPrefix(c.src, "Base: <URL:\x01") || dialect == resolve.WHATWG {
					require.Equal(t, c.want, last.Target, dialect)
				}
				require.NotContains(t, last.Target, "evil")
			}
		})
	}
}

// TestPinSchemes: pin writes no base that would not count.
func TestPinSchemes(t *testing.T) {
	src := []byte("Content-Type: text/html\n\n<a href=x>")
	opts := engine.Options{Type: detect.Message, Base: "file:///d/", Mode: engine.Pin}
	out, plan := pinned(t, src, opts)
	require.Equal(t, string(src), out)
	require.Equal(t, "not pinned: a header field may not give a base of its scheme", plan.Notes[0].Text)
	opts.BaseSchemes = []string{"File"}
	out, _ = pinned(t, src, opts)
	require.Contains(t, out, "Base: <URL:file:///d/>\n")
}

// TestFileBase checks that a BASE with the scheme file counts, and is noted in a message: its links lead to files of
// another computer. A page may have been written on this one.
func TestFileBase(t *testing.T) {
	t.Parallel()
	for base, want := range map[string]bool{"file:///C:/d/": true, "FILE:///d/": true, "http://h/d/": false} {
		page := "<base href=" + base + "><a href=q>"
		out, notes := noted(t, engine.Options{Type: detect.Message}, "Content-Type: text/html\n\n"+page)
		require.Contains(t, out, "<a href="+base+"q>")
		require.Equal(t, want, strings.Contains(notes, engine.FileBase), notes)
		out, notes = noted(t, engine.Options{Type: detect.HTML}, page)
		require.Contains(t, out, "<a href="+base+"q>")
		require.Empty(t, notes)
	}
}

// noted returns what becomes of a document, and the codes of its notes.
func noted(t *testing.T, o engine.Options, text string) (out, notes string) {
	t.Helper()
	rw, err := engine.New(o)
	require.NoError(t, err)
	plan := rw.References([]byte(text), nil)
	for _, n := range plan.Notes {
		notes += n.Code + " "
	}
	b, err := plan.Bytes()
	require.NoError(t, err)
	return string(b), notes
}
