package origins

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"time"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/internal/httrack"
	"github.com/hrefix/hrefix/internal/savedfrom"
)

// A cache is a file of HTTrack's cache.
type cache struct {
	dir  string // the mirror
	name string // archiveName or logName
}

// The directory of the cache in a mirror, and its files.
const (
	cacheDir    = "hts-cache"
	archiveName = "new.zip"
	logName     = "new.txt"
)

// cacheOf returns the cache that a file is. ok is false for other files.
func cacheOf(file *inputs.File) (c cache, ok bool) {
	in := filepath.Dir(file.Name)
	if file.Base != archiveName && file.Base != logName || filepath.Base(in) != cacheDir {
		return c, false
	}
	return cache{filepath.Dir(in), file.Base}, true
}

// lookNear looks for a cache beside a directory that has none, as that of one host in a mirror.
func (c *collector) lookNear(t tree) {
	dir, err := filepath.Abs(t.dir)
	if err != nil || t.flat || hasCache(t.dir) || !hasCache(filepath.Dir(dir)) {
		return
	}
	cache := filepath.Join(t.dir, "..", cacheDir)
	c.Caches = append(c.Caches, Near{t.dir, cache})
}

// hasCache reports whether a directory has a cache.
func hasCache(dir string) bool {
	for _, name := range []string{archiveName, logName} {
		if info, err := os.Lstat(filepath.Join(dir, cacheDir, name)); err == nil && info.Mode().IsRegular() {
			return true
		}
	}
	return false
}

// readCaches adds the entries of all caches. Those of an archive count before those of a log,
// which has only the files of the last run.
func (c *collector) readCaches() {
	for _, name := range []string{logName, archiveName} {
		for _, cache := range c.caches {
			if cache.name == name {
				c.readCache(cache)
			}
		}
	}
}

// readCache adds the entries of a cache, for the files that exist in the mirror. No path leads
// out of the mirror. A cache that is no regular file, such as a named pipe, is skipped.
func (c *collector) readCache(from cache) {
	root, err := os.OpenRoot(from.dir)
	if err != nil {
		return
	}
	mirror := atomicfile.NewFolder(root)
	defer mirror.Release()
	f, _, err := mirror.OpenRead(path.Join(cacheDir, from.name))
	if err != nil {
		return
	}
	defer f.Close()
	records := httrack.Log(f)
	if from.name == archiveName {
		records = httrack.Archive(f)
	}
	c.addRecords(from, mirror, records)
}

// addRecords adds the entries of the files that exist in a mirror, and the redirects. A file that
// one record names, and that may have an error by another one, has none.
func (c *collector) addRecords(from cache, mirror *atomicfile.Folder, records httrack.Records) {
	var last fs.FileInfo // of the file that was looked at last
	isFile := func(p string) (ok bool) {
		var err error
		last, err = mirror.Stat(p)
		return err == nil && last.Mode().IsRegular()
	}
	done := make(map[string]bool)
	var failed []Entry
	for rec := range records.Files(isFile) {
		e := Entry{Name: filepath.Join(from.dir, filepath.FromSlash(rec.Path)), URL: rec.URL, From: "HTTrack cache", Saved: true}
		switch {
		case rec.To != "":
			c.redirects[savedfrom.SameURL(rec.URL)] = rec.To
		case rec.Failed:
			e.From, e.Failed = "error in the HTTrack cache", true
			failed = append(failed, e)
		case !done[e.Name] && isFile(rec.Path):
			done[e.Name] = true
			c.add(e, last.ModTime())
		}
	}
	for _, e := range failed {
		if !done[e.Name] {
			done[e.Name] = true
			c.add(e, time.Time{})
		}
	}
}
