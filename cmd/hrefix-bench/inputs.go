package main

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// largeSize is the size of large pages.
const largeSize = 60_000_000

// madePrefix begins the names of pages that are made.
const madePrefix = "made-"

// An inputs makes the inputs of rows in a folder.
type inputs struct{ corpus, dir string }

// makers are the functions that make the files and folders that rows name after "$in/".
func (in inputs) makers() map[string]func() error {
	return map[string]func() error{
		"pages":              in.pages,
		"es6-60MB.html":      func() error { return in.repeat("es6-60MB.html", "pages", "es6.html", largeSize) },
		"links-60MB.html":    func() error { return in.repeat("links-60MB.html", "pages", madePrefix+"links.html", largeSize) },
		"feeds":              in.feeds,
		"references":         in.references,
		"list.mbox":          in.mailingList,
		"messages":           in.messages,
		"mailbox.mbox":       in.mailbox,
		"mailbox-210MB.mbox": func() error { return in.repeat("mailbox-210MB.mbox", "mailbox.mbox", "", 4*mailboxSize) },
		"small":              in.smallFiles,
		"dense.warc.gz":      in.denseArchive,
		"copies":             in.copies,
		"tree-python":        func() error { return in.tree("tree-python", "/usr/share/doc/python3.*-doc/html") },
		"tree-postgresql":    func() error { return in.tree("tree-postgresql", "/usr/share/doc/postgresql-doc-*/html") },
	}
}

// inputNames finds the names of inputs in a command line.
var inputNames = regexp.MustCompile(`(?:\$in|\$host)/([-\w.]+)`)

// make makes an input, unless it is there. It removes an input that is made only in part.
func (in inputs) make(name string) error {
	if _, err := os.Stat(filepath.Join(in.dir, name)); err == nil {
		return nil
	}
	maker := in.makers()[name]
	if maker == nil {
		return fmt.Errorf("%s: no such input", name)
	}
	if err := os.MkdirAll(in.dir, 0o777); err != nil {
		return err
	}
	if err := maker(); err != nil {
		return errors.Join(err, os.RemoveAll(filepath.Join(in.dir, name)))
	}
	return nil
}

// write writes an input, or a file of it.
func (in inputs) write(name string, data []byte) error {
	path := filepath.Join(in.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o666)
}

// all returns what a pattern matches in the corpus, at least one file.
func (in inputs) all(pattern string) ([]string, error) {
	names, err := filepath.Glob(filepath.Join(in.corpus, filepath.FromSlash(pattern)))
	if err == nil && len(names) == 0 {
		err = fmt.Errorf("no %s in %q: give the corpus by HREFIX_CORPUS or -corpus", pattern, in.corpus)
	}
	return names, err
}

// pages are the pages of the corpus, and three that are made.
func (in inputs) pages() error {
	names, err := in.all("pages/*")
	if err != nil {
		return err
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err == nil && strings.HasSuffix(name, ".gz") {
			var z *gzip.Reader
			if z, err = gzip.NewReader(bytes.NewReader(data)); err == nil {
				data, err = io.ReadAll(z)
			}
		}
		short := strings.TrimSuffix(filepath.Base(name), ".gz")
		if err = errors.Join(err, in.write("pages/"+short, data)); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return errors.Join(
		in.write("pages/"+madePrefix+"links.html", makePage((*maker).linkRow)),
		in.write("pages/"+madePrefix+"attributes.html", makePage((*maker).attributeRow)),
		in.write("pages/"+madePrefix+"table.html", makePage((*maker).tableRow)))
}

// eachPage calls do for each page; for generated pages only if made is true.
func (in inputs) eachPage(made bool, do func(name string, data []byte) error) error {
	if err := in.make("pages"); err != nil {
		return err
	}
	paths, err := filepath.Glob(filepath.Join(in.dir, "pages", "*"))
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".html")
		if strings.HasPrefix(name, madePrefix) && !made {
			continue
		}
		data, readErr := os.ReadFile(path)
		err = errors.Join(err, readErr, do(name, data))
	}
	return err
}

// repeat makes a large file of a file of an input, or of the input itself.
func (in inputs) repeat(name, input, file string, size int) error {
	if err := in.make(input); err != nil {
		return err
	}
	data, err := os.ReadFile(filepath.Join(in.dir, input, file))
	if err != nil {
		return err
	}
	return in.write(name, bytes.Repeat(data, size/len(data)+1))
}

// copies are ten copies of each page of the corpus, and a list of their names for wget.
func (in inputs) copies() error {
	var list strings.Builder
	err := in.eachPage(false, func(name string, data []byte) (err error) {
		for i := range 10 {
			file := fmt.Sprintf("%s-%d.html", name, i)
			list.WriteString(file + "\n")
			err = errors.Join(err, in.write("copies/"+file, data))
		}
		return err
	})
	return errors.Join(err, in.write("copies.txt", []byte(list.String())))
}

var attribute = regexp.MustCompile(`\s(?:href|src)="([^"\r\n]*)"`)

// references are the values of href and src in the pages of the corpus, a line for each.
func (in inputs) references() error {
	var out bytes.Buffer
	err := in.eachPage(false, func(_ string, data []byte) error {
		for _, m := range attribute.FindAllSubmatch(data, -1) {
			out.Write(append(bytes.ReplaceAll(m[1], []byte("&amp;"), []byte("&")), '\n'))
		}
		return nil
	})
	return errors.Join(err, in.write("references", out.Bytes()))
}

var feedItem = regexp.MustCompile(`(?s).{1000}.{1000}.{1000}.{1000}[^<]*|.+`)

// feeds writes each page as HTML, and as three feeds with items of 4 kB: in CDATA, escaped, and in base64.
func (in inputs) feeds() error {
	const rss, item = "<rss version=\"2.0\"><channel><title>Feed</title><link>http://www.example.org/</link>\n", "<item><link>item.html</link><description>%s</description></item>\n"
	const atom, entry = "<feed version=\"0.3\" xmlns=\"http://purl.org/atom/ns#\">", "<entry><link href=\"item.html\"/><content type=\"text/html\" mode=\"base64\">%s</content></entry>\n"
	forms := []struct {
		name, ext, before, item, after string
		code                           func(string) string
	}{
		{"html", ".html", "", "%s", "", func(s string) string { return s }},
		{"cdata", ".xml", rss, fmt.Sprintf(item, "<![CDATA[%s]]>"), "</channel></rss>\n", func(s string) string { return strings.ReplaceAll(s, "]]>", "]]]]><![CDATA[>") }},
		{"escaped", ".xml", rss, item, "</channel></rss>\n", strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace},
		{"base64", ".xml", atom, entry, "</feed>\n", func(s string) string { return inLines(base64.StdEncoding.EncodeToString([]byte(s))) }},
	}
	return in.eachPage(true, func(name string, data []byte) (err error) {
		for _, f := range forms {
			out := []byte(f.before)
			for _, text := range feedItem.FindAllString(string(data), -1) {
				out = fmt.Appendf(out, f.item, f.code(text))
			}
			err = errors.Join(err, in.write("feeds/"+f.name+"/"+name+f.ext, append(out, f.after...)))
		}
		return err
	})
}

// inLines cuts text into lines of 76 bytes.
func inLines(text string) string {
	var out strings.Builder
	for ; len(text) > 76; text = text[76:] {
		out.WriteString(text[:76] + "\n")
	}
	return out.String() + text
}

// smallFiles are 10,000 pages of 2 KB, a hundred in a folder.
func (in inputs) smallFiles() (err error) {
	page := bytes.Repeat([]byte("<p>Text that has no link, <a href=\"../other/page.html\">and one</a> <img src=image.png>\n"), 24)
	for i := range 10_000 {
		err = errors.Join(err, in.write(fmt.Sprintf("small/%03d/%d.html", i/100, i), page))
	}
	return err
}

// tree copies a package of documentation, if it is installed. Symbolic links become files; cp fails at
// links that lead nowhere, after it has copied all other files.
func (in inputs) tree(name, pattern string) error {
	dirs, err := filepath.Glob(pattern)
	if err != nil || len(dirs) == 0 {
		return errors.Join(err, fmt.Errorf("%s: %w", pattern, fs.ErrNotExist))
	}
	copied := command("cp", "-rL", dirs[len(dirs)-1], filepath.Join(in.dir, name))
	if _, err := os.Stat(filepath.Join(in.dir, name, "index.html")); err != nil {
		return errors.Join(err, copied)
	}
	return nil
}

// denseArchive is a web archive, compressed by record, of 4,000 pages of a site whose links work. Half
// as many bytes as the pages have are printed for their links by `hrefix links --format tsv`.
func (in inputs) denseArchive() error {
	const pages, size = 4000, 27_000
	m := newMaker()
	var out bytes.Buffer
	for i := range pages {
		m.out.Reset()
		m.out.WriteString("<!DOCTYPE html>\n<html><head><meta charset=utf-8><title>A page</title><link rel=stylesheet href=\"../0/0.html\"></head>\n<body>\n")
		for n := 0; m.out.Len() < size; n++ {
			to := m.random.IntN(pages)
			fmt.Fprintf(&m.out, "<p id=\"s%d\">%s <a class=\"reference internal\" href=\"../%d/%d.html#s%d\">%s</a> %s.</p>\n",
				n, m.words(10), to%50, to, m.random.IntN(20), m.words(2), m.words(6))
		}
		head := fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: %d\r\n\r\n", m.out.Len())
		z := gzip.NewWriter(&out)
		fmt.Fprintf(z, "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-%012d>\r\nWARC-Date: 2024-02-01T00:00:00Z\r\nWARC-Target-URI: http://www.example.org/%d/%d.html\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n%s%s\r\n\r\n",
			i, i%50, i, len(head)+m.out.Len(), head, m.out.Bytes())
		if err := z.Close(); err != nil {
			return err
		}
	}
	return in.write("dense.warc.gz", out.Bytes())
}

// A maker writes markup at random, the same in each run.
type maker struct {
	out    bytes.Buffer
	random *rand.Rand
	row    int
}

func newMaker() *maker { return &maker{random: rand.New(rand.NewPCG(1808, 3986))} }

// makePage returns a page of 600 kB with rows that are written by calls of row.
func makePage(row func(*maker)) []byte {
	m := newMaker()
	m.out.WriteString("<!DOCTYPE html>\n<html><head><meta charset=utf-8><title>made</title></head>\n<body>\n<table>\n")
	for m.row = 1; m.out.Len() < 600_000; m.row++ {
		row(m)
	}
	m.out.WriteString("</table>\n</body></html>\n")
	return m.out.Bytes()
}

var vocabulary = strings.Fields("the base of each document is found from the inside out and a link without one means nothing at all to those who read it years later somewhere else")

// words returns n words.
func (m *maker) words(n int) string {
	var some []string
	for range n {
		some = append(some, vocabulary[m.random.IntN(len(vocabulary))])
	}
	return strings.Join(some, " ")
}

// linkForms are the forms of references that pages have, the most frequent ones several times.
var linkForms = []string{"../%s/%d.html", "/%s/?id=%d&amp;page=1", "#%s-%d", "http://www.example.com/%s/%d", "../../%s/a/../%d.html#top", "%s-%d.html", "%s-%d.html", "%s-%d.html"}

// link returns a reference.
func (m *maker) link() string {
	return fmt.Sprintf(linkForms[m.random.IntN(len(linkForms))], m.words(1), m.random.IntN(10_000))
}

// linkRow writes a row of links and an image, as in an index.
func (m *maker) linkRow() {
	fmt.Fprintf(&m.out, "<tr><td><img src=\"%s\" alt=\"\"></td><td><a href=\"%s\">%s</a></td><td><a href='%s' class=more>%s</a></td></tr>\n",
		m.link(), m.link(), m.words(3), m.link(), m.words(1))
}

// attributeRow writes a row of elements with many attributes, few of them links.
func (m *maker) attributeRow() {
	fmt.Fprintf(&m.out, "<tr id=\"row-%d\" class=\"row even wide\" role=\"row\" aria-rowindex=\"%d\" data-id=\"%d\" data-kind=\"item\">", m.row, m.row, m.row)
	for i := range 4 {
		fmt.Fprintf(&m.out, "<td id=\"cell-%d-%d\" class=\"cell c%d\" title=\"%s\" lang=\"en\" dir=\"ltr\" align=\"left\" valign=\"top\" tabindex=\"0\" role=\"gridcell\" aria-label=\"%s\" aria-colindex=\"%d\" data-value=\"%d\" data-sort=\"%d\" hidden>%d</td>",
			m.row, i, i, m.words(3), m.words(2), i, m.random.IntN(1000), m.random.IntN(1000), i)
	}
	fmt.Fprintf(&m.out, "<td><a id=\"link-%d\" class=\"link\" rel=\"nofollow\" target=\"_blank\" title=\"%s\" href=\"%s\" data-track=\"row\">%s</a></td></tr>\n",
		m.row, m.words(2), m.link(), m.words(1))
}

// tableRow writes a row of numbers.
func (m *maker) tableRow() {
	fmt.Fprintf(&m.out, "<tr><th>%d</th>", m.row)
	for range 12 {
		fmt.Fprintf(&m.out, "<td>%d.%02d</td>", m.random.IntN(10_000), m.random.IntN(100))
	}
	m.out.WriteString("</tr>\n")
}
