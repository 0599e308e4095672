// Package zip reads and writes zip files, such as zip archives of pages, EPUB books and MAFF files.
package zip
