package session

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/hrefix/hrefix/cmd/hrefix-milter/internal/wire"
)

// maxText is the number of bytes of a text from outside in a line of the log.
const maxText = 200

const messageID = "Message-ID"

// Clean returns s without control characters and other characters that a terminal acts upon, cut to
// maxText bytes.
func Clean(s string) string {
	cut := len(s) > maxText
	if cut {
		s = s[:maxText]
	}
	s = strings.Map(func(r rune) rune {
		if r == unicode.ReplacementChar || !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, s)
	if cut {
		s += "..."
	}
	return s
}

// record counts a message, and writes its line of the log.
func (s *session) record(verdict byte, r result) {
	size, id := s.message.Size(), s.message.Value(messageID)
	if s.failure != "" {
		size, id = s.size, s.id
	}
	attrs := []slog.Attr{
		slog.String("queue", Clean(s.queue)),
		slog.String("message_id", Clean(id)),
		slog.Int("size", size),
	}
	if r.change != nil {
		attrs = append(attrs, slog.Int("new_size", r.change.Size))
	}
	attrs = append(attrs,
		slog.Int("documents", r.report.Documents),
		slog.Int("changed", r.report.Changed),
		slog.String("left", counts(r.report.Left)),
		slog.String("notes", counts(r.report.Notes)))
	outcome, reason, detail := s.outcome(verdict, r)
	took := time.Since(s.begun)
	s.server.metrics.add(outcome, reason, size, took, r.report)
	attrs = append(attrs,
		slog.String("outcome", outcome),
		slog.String("reason", reason+detail),
		slog.Float64("ms", float64(took.Microseconds())/1000))
	s.server.Log.LogAttrs(context.Background(), slog.LevelInfo, "message", attrs...)
}

// outcome returns the outcome of the message, and the reason. detail is the text of an error, if
// reason does not have it.
func (s *session) outcome(verdict byte, r result) (outcome, reason, detail string) {
	if r.err != nil && r.err.Error() != string(s.failure) {
		detail = ": " + r.err.Error()
	}
	switch {
	case r.report.Kept != "":
		return "unchanged", r.report.Kept, ""
	case s.failure != "" && verdict == wire.TemporaryFail:
		return "tempfail", string(s.failure), detail
	case s.failure != "":
		return "unchanged", string(s.failure), detail
	case r.change != nil:
		return "changed", "", ""
	}
	return "unchanged", "nothing-to-change", ""
}

// counts returns a number for each code, in the order of the codes.
func counts(numbers map[string]int) string {
	var items []string
	for _, code := range slices.Sorted(maps.Keys(numbers)) {
		items = append(items, code+":"+strconv.Itoa(numbers[code]))
	}
	return strings.Join(items, ",")
}
