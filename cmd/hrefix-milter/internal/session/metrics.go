package session

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hrefix/hrefix/cmd/hrefix-milter/internal/mail"
)

// metrics count what a server has done.
type metrics struct {
	refused, broken atomic.Int64 // connections
	staleOptions    atomic.Bool  // the last attempt to read the options failed

	mu       sync.Mutex
	messages map[outcome]int64
	left     map[string]int64 // counts by reason
	changed  int64
	bytes    int64
	seconds  float64
	within   [len(bounds)]int64 // messages that took at most as many seconds as bounds says
	total    int64
}

// An outcome is what became of a message, and why.
type outcome struct{ outcome, reason string }

// bounds are the upper bounds of the histogram, in seconds.
var bounds = [...]float64{0.001, 0.01, 0.1, 1, 10, 60}

// add counts a message.
func (m *metrics) add(what, reason string, size int, took time.Duration, r mail.Report) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.messages == nil {
		m.messages, m.left = make(map[outcome]int64), make(map[string]int64)
	}
	m.messages[outcome{what, reason}]++
	for reason, n := range r.Left {
		m.left[reason] += int64(n)
	}
	m.changed += int64(r.Changed)
	m.bytes += int64(size)
	m.seconds += took.Seconds()
	m.total++
	for i, bound := range bounds {
		if took.Seconds() <= bound {
			m.within[i]++
		}
	}
}

// WriteMetrics writes the metrics of the server in the text format of Prometheus.
func (s *Server) WriteMetrics(w io.Writer) {
	s.mu.Lock()
	serving := len(s.serving)
	s.mu.Unlock()
	m := &s.metrics
	m.mu.Lock()
	defer m.mu.Unlock()
	head := func(name, kind, help string) string {
		name = "hrefix_milter_" + name
		fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind)
		return name
	}
	one := func(name, kind, help string, value any) { fmt.Fprintf(w, "%s %v\n", head(name, kind, help), value) }

	name := head("messages_total", "counter", "Messages by outcome and reason, as in the log.")
	byName := func(a, b outcome) int {
		return cmp.Or(cmp.Compare(a.outcome, b.outcome), cmp.Compare(a.reason, b.reason))
	}
	for _, o := range slices.SortedFunc(maps.Keys(m.messages), byName) {
		fmt.Fprintf(w, "%s{outcome=%q,reason=%q} %d\n", name, o.outcome, o.reason, m.messages[o])
	}
	one("links_changed_total", "counter", "Links made absolute.", m.changed)
	name = head("links_left_total", "counter", "Links left relative, by reason.")
	for _, reason := range slices.Sorted(maps.Keys(m.left)) {
		fmt.Fprintf(w, "%s{reason=%q} %d\n", name, reason, m.left[reason])
	}
	one("message_bytes_total", "counter", "Bytes of messages. Of those that are not read, only the header counts.", m.bytes)
	name = head("message_seconds", "histogram", "Time from the first header field of a message to the verdict.")
	for i, bound := range bounds {
		fmt.Fprintf(w, "%s_bucket{le=\"%v\"} %d\n", name, bound, m.within[i])
	}
	fmt.Fprintf(w, "%s_bucket{le=\"+Inf\"} %d\n%s_sum %v\n%s_count %d\n", name, m.total, name, m.seconds, name, m.total)
	one("connections", "gauge", "Connections of mail servers.", serving)
	one("connections_refused_total", "counter", "Connections that were too many.", m.refused.Load())
	one("connections_broken_total", "counter", "Connections that ended with an error.", m.broken.Load())
	one("received_bytes", "gauge", "Memory of messages that are being received.", s.Held-s.held.free.Load())
	stale := 0
	if m.staleOptions.Load() {
		stale = 1
	}
	one("options_stale", "gauge", "1 if the options could not be read again.", stale)
}
