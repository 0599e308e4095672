//go:build unix

package main

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/test/corpus"
)

// A diffTree is a directory of documents, and copies of it.
type diffTree struct {
	dir   string            // has the copies
	files map[string]string // their contents, by name
}

// copy writes a copy of the tree, and returns its directory.
func (tree *diffTree) copy(t testing.TB, name string) string {
	dir := filepath.Join(tree.dir, name)
	for name, content := range tree.files {
		name = filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.WriteFile(name, []byte(content), 0o644))
	}
	return dir
}

// abs runs hrefix abs over a copy, and returns what it prints.
func (tree *diffTree) abs(t testing.TB, dir string, args ...string) string {
	var stdout, stderr bytes.Buffer
	args = append(append([]string{"abs", "--root", "http://h.example/d/=" + dir}, args...), dir)
	require.Equal(t, exitOK, run(args, strings.NewReader(""), &stdout, &stderr), "%v: %s", args, &stderr)
	return stdout.String()
}

// apply has a program that reads diffs apply one, made in another copy of the tree, to
// this copy. It returns whether the program took it whole.
func (tree *diffTree) apply(t testing.TB, diff, from, to string, program ...string) bool {
	strip := 1 + strings.Count(strings.Trim(from, "/"), "/") + 1
	cmd := exec.Command(program[0], append(program[1:], fmt.Sprintf("-p%d", strip))...)
	cmd.Dir, cmd.Stdin = to, strings.NewReader(diff)
	cmd.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+tree.dir) // in no repository
	reported, err := cmd.CombinedOutput()
	t.Logf("%v: %v: %.300s", program, err, reported)
	return err == nil
}

// treeFiles returns the files of a directory.
func treeFiles(t testing.TB, dir string) map[string]string {
	files := make(map[string]string)
	require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		files[strings.TrimPrefix(path, dir+"/")] = string(data)
		return err
	}))
	return files
}

// check checks that patch and Git make the same of the files with the output of -d as -w does,
// and that they change nothing with that of --diff=decoded. args are for hrefix. It returns
// the number of files that change.
func (tree *diffTree) check(t testing.TB, args ...string) int {
	programs := [][]string{{"patch", "--batch", "--fuzz=0"}, {"git", "apply", "--whitespace=nowarn"}}
	for _, program := range programs {
		if _, err := exec.LookPath(program[0]); err != nil {
			t.Skip(program[0] + " is not installed")
		}
	}
	from := tree.copy(t, "from")
	abs := func(flag string) string { return tree.abs(t, from, append(args, flag)...) }
	patch, decoded := abs("-d"), abs("--diff=decoded")
	require.Equal(t, tree.files, treeFiles(t, from), "a diff changes nothing")
	abs("-w")
	want := treeFiles(t, from)
	for _, program := range programs {
		to := tree.copy(t, "to-"+program[0])
		require.False(t, tree.apply(t, decoded, from, to, program...), "%s takes a diff that is for people", program[0])
		require.Equal(t, tree.files, treeFiles(t, to), "%s --diff=decoded", program[0])
		require.True(t, tree.apply(t, patch, from, to, program...), program[0])
		got := treeFiles(t, to)
		for name := range want {
			require.Equal(t, want[name], got[name], "%s: %s", program[0], name)
		}
		require.Len(t, got, len(want), program[0])
	}
	changed := 0
	for name := range want {
		if want[name] != tree.files[name] {
			changed++
		}
	}
	return changed
}

// wide returns a text in UTF-16, little-endian, with a byte order mark.
func wide(text string) string {
	b := []byte("\xff\xfe")
	for _, unit := range utf16.Encode([]rune(text)) {
		b = append(b, byte(unit), byte(unit>>8))
	}
	return string(b)
}

// base64Lines returns data in base64, in lines of 76 characters.
func base64Lines(data string) string {
	const width = 76
	var b strings.Builder
	for text := base64.StdEncoding.EncodeToString([]byte(data)); text != ""; {
		n := min(width, len(text))
		b.WriteString(text[:n] + "\n")
		text = text[n:]
	}
	return b.String()
}

// quotedPrintable returns data in quoted-printable, each byte that is no letter escaped.
func quotedPrintable(data string) string {
	var b strings.Builder
	for i := range len(data) {
		if c := data[i]; 'a' <= c && c <= 'z' {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "=%02X", c)
		}
		if i%20 == 19 {
			b.WriteString("=\n")
		}
	}
	return b.String() + "\n"
}

// diffFiles returns files with links in all encodings, with that line ending.
func diffFiles(eol string) map[string]string {
	lines := strings.NewReplacer("\n", eol).Replace
	page := lines("<p>1\n<p>2\n<a href=x>\n<p>3\n<p>4\n<p>5\n<p>6\n<p>7\n<p>8\n<a href='y z'>")
	head := lines("Content-Location: l\nContent-Type: text/html\n")
	wrap := func(head, encoding, body string) string {
		return head + lines("Content-Transfer-Encoding: "+encoding+"\n\n") + body
	}
	encoded := func(encoding, body string) string { return wrap(head, encoding, body) }
	message := func(encoding, body string) string {
		return wrap(lines("Content-Location: m\nContent-Type: message/rfc822\n"), encoding, body)
	}
	inQP := func(data string) string { return lines(quotedPrintable(data)) }
	inBase64 := func(data string) string { return lines(base64Lines(data)) }

	plain, widePart := head+eol+page+eol, head+eol+wide(page)
	qp, b64 := encoded("quoted-printable", inQP(page)), encoded("base64", inBase64(page))
	wideQP, wide64 := encoded("quoted-printable", inQP(wide(page))), encoded("base64", inBase64(wide(page)))
	multipart := lines("Content-Location: m\nContent-Type: multipart/mixed; boundary=b\n\n")
	for _, part := range []string{plain, qp, b64, wideQP, wide64, widePart, message("7bit", qp)} {
		multipart += lines("--b\n") + part + eol
	}
	multipart += lines("--b--\n")
	box := ""
	for _, m := range []string{plain, multipart, qp, widePart + eol} {
		box += lines("From a@b.example Thu Jan  1 00:00:00 2004\n") + m + eol
	}
	return map[string]string{
		"page.html": page, "wide.html": wide(page), "no newline.html": "<a href=x>",
		"plain.eml": plain, "wide.eml": widePart, "qp.eml": qp, "base64.eml": b64, "wide-qp.eml": wideQP, "wide-base64.eml": wide64,
		"message.eml": message("7bit", plain), "message-qp.eml": message("7bit", qp), "message-wide.eml": message("8bit", widePart),
		"message-base64.eml": message("base64", inBase64(plain)), "base64-in-base64.eml": message("base64", inBase64(b64)),
		"wide-qp-in-base64.eml": message("base64", inBase64(wideQP)), "wide-in-base64.eml": message("base64", inBase64(widePart)),
		"multipart.eml": multipart, "all.mbox": box,
		"apple.emlx": fmt.Sprintf("%d", len(qp)) + eol + qp + lines("<plist></plist>\n"),
	}
}

// TestDiffApplies checks that a diff is of the bytes of the file, even of a link in several
// encodings.
func TestDiffApplies(t *testing.T) {
	t.Parallel()
	tree := &diffTree{t.TempDir(), make(map[string]string)}
	for folder, eol := range map[string]string{"lf": "\n", "crlf": "\r\n"} {
		for name, content := range diffFiles(eol) {
			tree.files[folder+"/"+name] = content
		}
	}
	require.Equal(t, len(tree.files), tree.check(t), "files that change")
}

// TestDiffAppliesCorpus holds the same for all files of other people, as what they are and
// as whatever else, and for twins of their mail with other line endings.
func TestDiffAppliesCorpus(t *testing.T) {
	t.Parallel()
	files := make(map[string]string)
	for _, f := range corpus.Files(t) {
		if strings.HasSuffix(f.Name, ".gz") {
			continue // its diff is of what it expands to
		}
		text := string(f.Data)
		files[f.Name] = text
		if lf := strings.ReplaceAll(text, "\r\n", "\n"); strings.HasPrefix(f.Name, "mail/") {
			files["lf/"+f.Name], files["crlf/"+f.Name] = lf, strings.ReplaceAll(lf, "\n", "\r\n")
		}
	}
	for kind, least := range map[string]int{"auto": 60, "html": 40, "message": 20, "mbox": 20} {
		tree := &diffTree{t.TempDir(), files}
		changed := tree.check(t, "--type", kind)
		require.Greater(t, changed, least, kind)
		t.Logf("%s: %d files change", kind, changed)
	}
}
