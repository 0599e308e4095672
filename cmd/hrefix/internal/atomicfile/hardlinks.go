package atomicfile

import "io/fs"

// HardLinks are files with several hard links, each with the path of the first file that this run
// wrote for it. The zero value is ready to use.
type HardLinks struct{ first map[fileID]string }

// Add records the first path that was written for the file of info. It does nothing for a file with
// one link.
func (h *HardLinks) Add(info fs.FileInfo, path string) {
	id, links := identify(info)
	if links < 2 {
		return
	}
	if h.first == nil {
		h.first = make(map[fileID]string)
	}
	if _, again := h.first[id]; !again {
		h.first[id] = path
	}
}

// First returns the first path that Add was called with for the file of info.
func (h *HardLinks) First(info fs.FileInfo) (path string, ok bool) {
	if len(h.first) == 0 {
		return "", false
	}
	id, _ := identify(info)
	path, ok = h.first[id]
	return path, ok
}

// A fileID identifies a file among the files of all file systems.
type fileID struct{ device, inode uint64 }

// Written are files that a run has written, whatever their names are. The zero value is ready to
// use.
type Written struct{ files map[fileID]bool }

// Add records a file.
func (w *Written) Add(info fs.FileInfo) {
	if w.files == nil {
		w.files = make(map[fileID]bool)
	}
	if id, _ := identify(info); id != (fileID{}) {
		w.files[id] = true
	}
}

// Has reports whether a file was recorded.
func (w *Written) Has(info fs.FileInfo) bool {
	id, _ := identify(info)
	return w.files[id]
}

// Links returns the number of hard links of a file, or 1 if it is not known.
func Links(info fs.FileInfo) int {
	_, links := identify(info)
	return int(links)
}
