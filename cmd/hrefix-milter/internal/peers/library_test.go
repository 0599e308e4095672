//go:build unix

package peers

import (
	"bytes"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"testing"

	"github.com/d--j/go-milter"
	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix-milter/internal/client"
	"github.com/hrefix/hrefix/cmd/hrefix-milter/internal/session"
)

// TestLibrary speaks the protocol by another implementation, as servers do that know only older
// versions or few of the options.
func TestLibrary(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	c := session.Defaults()
	c.Rewriter, c.Log, c.Held, c.Working = rewriter(t), slog.New(slog.DiscardHandler), 64<<20, 256<<20
	go session.NewServer(c).Serve(l)
	for _, test := range []struct {
		name    string
		options []milter.Option
		spaced  bool // the values of fields have their first space
	}{
		{"version 6", nil, true},
		{"version 2", []milter.Option{milter.WithMaximumVersion(2), milter.WithProtocols(0x7f), milter.WithActions(0x3f)}, false},
		{"version 4", []milter.Option{milter.WithMaximumVersion(4), milter.WithProtocols(0x37f), milter.WithActions(0x3f)}, false},
		{"no options", []milter.Option{milter.WithProtocols(0)}, false},
		{"few actions", []milter.Option{milter.WithActions(milter.OptChangeBody | milter.OptChangeHeader)}, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			s, err := milter.NewClient("tcp", l.Addr().String(), test.options...).Session(milter.NewMacroBag())
			require.NoError(t, err)
			defer s.Close()
			for i := range 12 {
				m := client.Parse([]byte(made(i)))
				got := exchange(t, s, m, test.spaced)
				want := rewriter(t).Bytes(m.Text())
				require.Equal(t, string(want), string(got.Text()), i)
			}
		})
	}
}

// exchange sends a message by the other implementation, and returns it with the changes.
func exchange(t *testing.T, s *milter.ClientSession, m client.Message, spaced bool) client.Message {
	t.Helper()
	going := func(a *milter.Action, err error) {
		t.Helper()
		require.NoError(t, err)
		require.Equal(t, milter.ActionContinue, a.Type)
	}
	going(s.Conn("client.example.org", milter.FamilyInet, 25, "192.0.2.1"))
	going(s.Helo("client.example.org"))
	going(s.Mail("a@example.org", ""))
	going(s.Rcpt("b@example.org", ""))
	going(s.DataStart())
	for _, f := range m.Fields {
		value := f.Value
		if !spaced {
			value = strings.TrimPrefix(value, " ")
		}
		going(s.HeaderField(f.Name, value, nil))
	}
	going(s.HeaderEnd())
	changes, a, err := s.BodyReadFrom(bytes.NewReader(m.Body))
	require.NoError(t, err)
	require.Equal(t, milter.ActionAccept, a.Type)
	answer := client.Answer{}
	for _, change := range changes {
		switch change.Type {
		case milter.ActionReplaceBody:
			answer.Replace = true
			answer.Body = append(answer.Body, change.Body...)
		case milter.ActionChangeHeader:
			value := change.HeaderValue
			if !spaced {
				value = " " + value
			}
			answer.Fields = append(answer.Fields, client.FieldChange{Index: int(change.HeaderIndex), Field: client.Field{Name: change.HeaderName, Value: value}})
		default:
			require.Fail(t, fmt.Sprint("change ", change.Type))
		}
	}
	m, err = m.Apply(answer)
	require.NoError(t, err)
	require.NoError(t, s.Reset(milter.NewMacroBag()))
	return m
}
