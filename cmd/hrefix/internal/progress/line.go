package progress

import (
	"fmt"
	"strings"
	"time"
)

const (
	widest    = 32 // columns of the bar itself
	narrowest = 12
)

// A State is how far the work is.
type State struct {
	Done Amount
	All  *Amount       // nil while the amount is not known
	Rate float64       // bytes a second since the line before, or of the whole run in the last line
	Took time.Duration // since the start
}

// String returns the state as a sentence without a full stop, such as "30%, 12 of 40 files, 1.2 GB
// of 4.0 GB, 30 MB/s, 1:33 left".
func (s State) String() string {
	text := strings.Join(s.parts(), ", ")
	if s.All == nil {
		return text
	}
	return fmt.Sprintf("%d%%, %s", int(100*s.Done.share(*s.All)), text)
}

// line returns the line for the work in at most width columns. all is nil if it is not known;
// rate is in bytes a second.
func line(done Amount, all *Amount, rate float64, width int) string {
	s := State{Done: done, All: all, Rate: rate}
	parts := s.parts()
	if all == nil {
		return cut(strings.Join(parts, ", "), width)
	}
	share := done.share(*all)
	text := fmt.Sprintf("%3d%%  %s", int(100*share), strings.Join(parts, ", "))
	if room := min(widest, width-len(text)-1); room >= narrowest {
		text = bar(share, room) + " " + text
	}
	return cut(text, width)
}

// parts returns the files, the bytes, the rate and, if it is known, the remaining time as texts.
func (s *State) parts() []string {
	parts := []string{count(s.Done.Files), size(s.Done.Bytes), size(int64(max(s.Rate, 0))) + "/s"}
	if s.All == nil {
		return parts
	}
	parts[0] = fmt.Sprintf("%d of %s", s.Done.Files, count(s.All.Files))
	parts[1] += " of " + size(s.All.Bytes)
	if left, ok := s.Left(); ok {
		parts = append(parts, clock(left)+" left")
	}
	return parts
}

// Left returns the time that the rest of the work takes at the rate, if that is known.
func (s *State) Left() (left time.Duration, ok bool) {
	if s.All == nil || s.Rate < 1 {
		return 0, false
	}
	seconds := float64(s.All.Bytes-s.Done.Bytes) / s.Rate
	return time.Duration(seconds * float64(time.Second)), seconds >= 0 && seconds < maxLeft.Seconds()
}

// share returns the share of the work that is done, from 0 to 1.
func (done Amount) share(all Amount) float64 {
	share := 0.0
	if all.Bytes > 0 {
		share = float64(done.Bytes) / float64(all.Bytes)
	} else if all.Files > 0 {
		share = float64(done.Files) / float64(all.Files)
	}
	return max(0, min(share, 1)) // files change their size while they are counted
}

// bar returns a bar of width columns.
func bar(share float64, width int) string {
	n := int(share * float64(width-2))
	return "[" + strings.Repeat("=", n) + strings.Repeat(" ", width-2-n) + "]"
}

func cut(text string, width int) string { return text[:max(0, min(width, len(text)))] }

func count(files int64) string {
	if files == 1 {
		return "1 file"
	}
	return fmt.Sprintf("%d files", files)
}

// size returns a number of bytes in the units of the SI.
func size(bytes int64) string {
	if bytes < 1000 {
		return fmt.Sprintf("%d B", max(bytes, 0))
	}
	n, units := float64(bytes)/1000, "kMGTPE"
	for n >= 999.5 {
		n, units = n/1000, units[1:]
	}
	if n < 9.95 {
		return fmt.Sprintf("%.1f %cB", n, units[0])
	}
	return fmt.Sprintf("%.0f %cB", n, units[0])
}

// maxLeft is the longest remaining time that is shown.
const maxLeft = 100 * time.Hour

// clock returns a time in hours, minutes and seconds.
func clock(d time.Duration) string {
	s := int(d.Seconds())
	if s < 3600 {
		return fmt.Sprintf("%d:%02d", s/60, s%60)
	}
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}

// replace returns the text that makes a terminal show line in place of old.
func replace(old, line string) string {
	text := "\r" + line + strings.Repeat(" ", max(0, len(old)-len(line)))
	if line == "" {
		text += "\r"
	}
	return text
}
