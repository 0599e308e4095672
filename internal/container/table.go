//go:build !hrefix_noarchives

package container

import (
	"github.com/hrefix/hrefix/internal/container/emlx"
	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/container/mbox"
	"github.com/hrefix/hrefix/internal/container/pack"
	"github.com/hrefix/hrefix/internal/container/tar"
	"github.com/hrefix/hrefix/internal/container/warc"
	"github.com/hrefix/hrefix/internal/container/webarchive"
	"github.com/hrefix/hrefix/internal/container/zip"
)

// formats are the container formats. The first format that recognises a file by its content reads
// it.
var formats = [...]*format.Format{
	&mbox.Format,
	&emlx.Format,
	&format.NDJSON,
	&warc.Format,
	&tar.Format,
	&zip.Format,
	&webarchive.Format,
}

// codings are the codings of files.
var codings = [...]*format.Coding{
	&pack.Gzip,
	&pack.Zstd,
}
