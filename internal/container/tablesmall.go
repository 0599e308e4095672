//go:build hrefix_noarchives

package container

import (
	"github.com/hrefix/hrefix/internal/container/emlx"
	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/container/mbox"
)

// formats are the container formats of a build without archives: mail and lines
// of JSON.
var formats = [...]*format.Format{
	&mbox.Format,
	&emlx.Format,
	&format.NDJSON,
}

// codings is empty: compressed files are not read.
var codings = [...]*format.Coding{}
