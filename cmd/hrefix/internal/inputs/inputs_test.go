package inputs

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/filekind"
)

// archive makes files in the current directory, which is the test's own.
func archive(t *testing.T, names ...string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for _, name := range names {
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
		require.NoError(t, os.WriteFile(name, []byte("x"), 0o666))
	}
}

// lines returns a line for each input or error.
func lines(in Inputs) (all []string) {
	in.Temporaries = new(atomicfile.Temporaries)
	for f, err := range in.All() {
		if err != nil {
			all = append(all, "! "+err.Error())
			continue
		}
		line := fmt.Sprintf("%s: %s/%s", f.Name, f.Top, f.Rel)
		for _, mark := range []struct {
			is   bool
			name string
		}{
			{f.Dir, "directory"}, {f.Apart == filekind.VersionControl, "version control"}, {f.Apart == filekind.BackupDirectory, "backups"}, {f.Folder == nil && f.IsRead(), "no file"}, {f.Found, "found"}, {f.Mail, "mail"}, {f.DirType == detect.Message, "message"},
			{f.Chosen, "chosen"}, {f.Copied, "copied"}, {f.Size == 1, "1 byte"}, {f.Group == filekind.SymbolicLink, "link"}, {f.Link != "", "to " + f.Link},
		} {
			if mark.is {
				line += ", " + mark.name
			}
		}
		all = append(all, line)
		f.Folder.Release()
	}
	return all
}

func TestAll(t *testing.T) {
	archive(t, "a/1.html", "a/sub/2.html", "a/sub/3.txt", "a/box/cur/4", "a/box/new/5", "a/box/tmp/6", "cur/7,S=1:2,S", "b/1.html", "list")
	require.NoError(t, os.Symlink("1.html", "a/link.html"))
	require.NoError(t, os.Symlink("../a/1.html", "b/link"))
	require.NoError(t, os.WriteFile("list", []byte("a/sub/2.html\nb\n./a/box/cur/4\n"), 0o666))
	html, err := NewChoice([]string{"html"}, []string{"!b*"})
	require.NoError(t, err)
	for name, c := range map[string]struct {
		in   Inputs
		want []string
	}{
		"none":                                {Inputs{}, []string{"-: /, no file"}},
		"files":                               {Inputs{Args: []string{"a/1.html", "-"}}, []string{"a/1.html: /1.html, 1 byte", "-: /, no file"}},
		"a link that is given":                {Inputs{Args: []string{"b/link"}}, []string{"b/link: /link, 1 byte"}},
		"a message whose name tells its size": {Inputs{Args: []string{"cur/7,S=1:2,S"}}, []string{"cur/7,S=1:2,S: /7,S=1:2,S, mail, message, 1 byte"}},
		"a directory": {Inputs{Args: []string{"a"}}, []string{
			"a/1.html: /1.html, found, 1 byte", "a/box/cur/4: /box/cur/4, found, mail, message, 1 byte", "a/box/new/5: /box/new/5, found, mail, message, 1 byte",
			"a/link.html: /link.html, found, link", "a/sub/2.html: /sub/2.html, found, 1 byte", "a/sub/3.txt: /sub/3.txt, found, 1 byte",
		}},
		"two": {Inputs{Args: []string{"b/", "./a/sub/../sub"}}, []string{
			"b/1.html: b/1.html, found, 1 byte", "! b/link: passed over: a symbolic link that leads out of the tree (../a/1.html)", "a/sub/2.html: sub/2.html, found, 1 byte", "a/sub/3.txt: sub/3.txt, found, 1 byte",
		}},
		"a list": {Inputs{Args: []string{"cur/7,S=1:2,S"}, Lists: []string{"list"}}, []string{
			"cur/7,S=1:2,S: /7,S=1:2,S, mail, message, 1 byte", "a/sub/2.html: /a/sub/2.html, 1 byte", "b/1.html: /b/1.html, found, 1 byte",
			"! b/link: passed over: a symbolic link that leads out of the tree (../a/1.html)", "./a/box/cur/4: /a/box/cur/4, 1 byte",
		}},
		"some":                {Inputs{Args: []string{"a"}, Choice: html}, []string{"a/1.html: /1.html, found, chosen, 1 byte", "a/link.html: /link.html, found, link", "a/sub/2.html: /sub/2.html, found, chosen, 1 byte"}},
		"some, in a new tree": {Inputs{Args: []string{"a/sub"}, Choice: html, NewTree: "out"}, []string{"a/sub: /., directory, found", "a/sub/2.html: /2.html, found, chosen, 1 byte", "a/sub/3.txt: /3.txt, found, copied, 1 byte"}},
		"a Maildir, for a new tree": {Inputs{Args: []string{"a/box", "b"}, NewTree: "out"}, []string{
			"a/box: box/., directory, found", "a/box/cur: box/cur, directory, found, mail", "a/box/cur/4: box/cur/4, found, mail, message, 1 byte",
			"a/box/new: box/new, directory, found, mail", "a/box/new/5: box/new/5, found, mail, message, 1 byte",
			"! a/box/tmp: not in the new tree: messages that were not delivered yet: 1",
			"b: b/., directory, found", "b/1.html: b/1.html, found, 1 byte", "! b/link: not in the new tree: a symbolic link that leads out of the tree (../a/1.html)",
		}},
		"missing": {Inputs{Args: []string{"x", "a/1.html/x"}, Lists: []string{"y"}}, []string{"! x: no such file: check the name, or give - for stdin", "! a/1.html/x: not a directory: a part of the path is no directory: check the name", "! --files-from y: no such file or directory"}},
	} {
		t.Run(name, func(t *testing.T) { require.Equal(t, c.want, lines(c.in)) })
	}
}

// TestVersionControl checks that directories of version control are yielded, and the files in
// them only for a new tree.
func TestVersionControl(t *testing.T) {
	archive(t, "a/.git/1.html", "a/.git/cur/2", "a/.git/x/.svn/3", "a/CVS/4.html", "a/x/CVS/Entries", "a/x/CVS/5.html")
	for name, c := range map[string]struct {
		in   Inputs
		want []string
	}{
		"passed over": {Inputs{Args: []string{"a"}}, []string{
			"a/.git: /.git, directory, version control, found", "a/CVS/4.html: /CVS/4.html, found, 1 byte", "a/x/CVS: /x/CVS, directory, version control, found",
		}},
		"copied": {Inputs{Args: []string{"a/.git", "a/x"}, NewTree: "out"}, []string{
			"a/.git: .git/., directory, found", "a/.git/1.html: .git/1.html, found, 1 byte", "a/.git/cur: .git/cur, directory, found", "a/.git/cur/2: .git/cur/2, found, 1 byte",
			"a/.git/x: .git/x, directory, found", "a/.git/x/.svn: .git/x/.svn, directory, version control, found", "a/.git/x/.svn/3: .git/x/.svn/3, version control, found, copied, 1 byte",
			"a/x: x/., directory, found", "a/x/CVS: x/CVS, directory, version control, found", "a/x/CVS/5.html: x/CVS/5.html, version control, found, copied, 1 byte", "a/x/CVS/Entries: x/CVS/Entries, version control, found, copied, 1 byte",
		}},
		"named": {Inputs{Args: []string{"a/.git/1.html"}}, []string{"a/.git/1.html: /1.html, 1 byte"}},
	} {
		t.Run(name, func(t *testing.T) { require.Equal(t, c.want, lines(c.in)) })
	}
}

// TestBackups checks that directories of backups are passed over, or copied, and that nothing in them is
// written in place.
func TestBackups(t *testing.T) {
	archive(t, "a/old/cur/1", "a/x/2", "old/3", "false/"+BackupMark, "false/4")
	for _, dir := range []string{"a/old/", "old/"} {
		require.NoError(t, os.WriteFile(dir+BackupMark, []byte(MarkText), 0o666))
	}
	require.NoError(t, os.Symlink("old", "link"))
	require.NoError(t, os.WriteFile("list", []byte("old/3\n"), 0o666))
	const kept = ": passed over: a backup, which -w does not change: if it is none, remove "
	top, err := filepath.EvalSymlinks(".")
	require.NoError(t, err)
	top, err = filepath.Abs(top)
	require.NoError(t, err)
	mark := filepath.Join(top, "old", BackupMark)
	for name, c := range map[string]struct {
		in   Inputs
		want []string
	}{
		"passed over": {Inputs{Args: []string{"a"}, InPlace: true}, []string{"a/old: /old, directory, backups, found", "a/x/2: /x/2, found, 1 byte"}},
		"copied": {Inputs{Args: []string{"a"}, NewTree: "out"}, []string{
			"a: /., directory, found", "a/old: /old, directory, backups, found", "a/old/" + BackupMark + ": /old/" + BackupMark + ", backups, found, copied",
			"a/old/cur: /old/cur, directory, found", "a/old/cur/1: /old/cur/1, backups, found, copied, 1 byte", "a/x: /x, directory, found", "a/x/2: /x/2, found, 1 byte",
		}},
		"written, alone":     {Inputs{Args: []string{"old"}, InPlace: true}, []string{"! old" + strings.Replace(kept, "passed over: ", "", 1) + mark}},
		"another text":       {Inputs{Args: []string{"false"}, InPlace: true}, []string{"false/4: /4, found, 1 byte"}},
		"read":               {Inputs{Args: []string{"old"}}, []string{"old/3: /3, found, 1 byte"}},
		"copied, named":      {Inputs{Args: []string{"old"}, NewTree: "out"}, []string{"old: /., directory, found", "old/3: /3, found, 1 byte"}},
		"written":            {Inputs{Args: []string{"a/x/2", "a/x", "old", "old/3", "link"}, InPlace: true}, []string{"a/x/2: /2, 1 byte", "a/x/2: x/2, found, 1 byte", "! old" + kept + mark, "! old/3" + kept + mark, "! link" + kept + mark}},
		"written, in a list": {Inputs{Lists: []string{"list"}, InPlace: true}, []string{"! list:1: old/3" + kept + mark}},
	} {
		t.Run(name, func(t *testing.T) { require.Equal(t, c.want, lines(c.in)) })
	}
}

// TestStopped checks that the loop over the inputs can be left.
func TestStopped(t *testing.T) {
	archive(t, "a/1", "a/2", "b")
	n := 0
	for f := range (&Inputs{Args: []string{"a", "b"}, Lists: []string{"missing"}, Temporaries: new(atomicfile.Temporaries)}).All() {
		f.Folder.Release()
		n++
		break
	}
	require.Equal(t, 1, n)
}

func TestReadStdin(t *testing.T) {
	require.True(t, (&Inputs{}).ReadStdin())
	require.True(t, (&Inputs{Args: []string{"a", "-"}}).ReadStdin())
	require.True(t, (&Inputs{Args: []string{"a"}, Lists: []string{"-"}}).ReadStdin())
	require.False(t, (&Inputs{Args: []string{"a"}}).ReadStdin())
	require.False(t, (&Inputs{Lists: []string{"a"}}).ReadStdin())
}

func TestApart(t *testing.T) {
	archive(t, "a/sub/1", "out/2", "real/3")
	require.NoError(t, os.Symlink("real", "link"))
	for _, c := range []struct {
		tree   string
		args   []string
		inTurn bool
		err    string
	}{
		{"out", []string{"a", "-"}, false, ""},
		{"out", []string{"a", "out/2"}, true, ""},
		{"a/sub/new", []string{"out", "a"}, false, "-o a/sub/new: is within a: give a directory elsewhere"},
		{"a", []string{"./a/../a"}, false, "-o a: is the same as ./a/../a: give a directory elsewhere"},
		{"link/new", []string{"real"}, false, "-o link/new: is within real: give a directory elsewhere"},
		{"outer", []string{"out"}, false, ""},
	} {
		inTurn, err := (&Inputs{Args: c.args, NewTree: c.tree}).Apart()
		require.Equal(t, c.inTurn, inTurn, c)
		if c.err == "" {
			require.NoError(t, err, c)
		} else {
			require.EqualError(t, err, c.err)
		}
	}
	list := func(paths string) Inputs {
		return Inputs{Lists: []string{Stdin}, Stdin: strings.NewReader(paths), NewTree: "out"}
	}
	require.Equal(t, []string{
		"a/sub/1: /a/sub/1, 1 byte", "! stdin:2: out/2: is within -o out: give a directory elsewhere", "! stdin:3: -o out: is within .: give a directory elsewhere",
		"! stdin:4: -: stdin cannot be named in a list: give ./- for a file of that name", "! stdin:5: x: no such file: check the name, or make the list again",
	}, lines(list("a/sub/1\nout/2\n.\n-\nx\n")))
}

func TestCheckLists(t *testing.T) {
	archive(t, "a/1")
	for _, c := range []struct {
		args, lists []string
		want        string
	}{
		{nil, []string{"a/1", "-"}, ""},
		{[]string{"-"}, []string{"-"}, "--files-from -: stdin is named twice: give it once, as a PATH or as a list"},
		{nil, []string{"-", "-"}, "--files-from -: stdin is named twice: give it once, as a PATH or as a list"},
		{nil, []string{"x"}, "--files-from x: no such file: check the name, or give - for stdin"},
		{nil, []string{"a"}, "--files-from a: is a directory: give it as a PATH"},
		{nil, []string{"a/1/x"}, "--files-from a/1/x: not a directory: a part of the path is no directory: check the name"},
	} {
		err := (&Inputs{Args: c.args, Lists: c.lists}).CheckLists()
		if c.want == "" {
			require.NoError(t, err)
		} else {
			require.EqualError(t, err, c.want)
		}
	}
}

func TestNewChoice(t *testing.T) {
	for _, c := range []struct {
		exts, globs []string
		want        string
	}{
		{[]string{"html,.HTM"}, []string{"a*", "!b"}, ""},
		{[]string{"html,"}, nil, `--ext "html,": "" is not an extension: give some such as html,htm, or --glob PATTERN`},
		{[]string{"*.html"}, nil, `--ext "*.html": "*.html" is not an extension: give some such as html,htm, or --glob PATTERN`},
		{nil, []string{"!"}, `--glob "!": is empty: give a pattern such as docs/**/*.html`},
		{nil, []string{"/a"}, `--glob "/a": begins with /: give one for paths below a given directory, such as ./a`},
		{nil, []string{"a/"}, `--glob "a/": ends with /: give a/** for what is below, or !a to leave it out`},
		{nil, []string{"[a"}, `--glob "[a": is not a pattern: close each [ and {, and write \[ and \{ for those of a name`},
	} {
		_, err := NewChoice(c.exts, c.globs)
		if c.want == "" {
			require.NoError(t, err)
		} else {
			require.EqualError(t, err, c.want)
		}
	}
	ch, err := NewChoice([]string{"html,.HTM"}, []string{"a*", "!b"})
	require.NoError(t, err)
	for name, want := range map[string]bool{"a.html": true, "a.HTML": true, "a.htm.gz": true, "a.txt": false, "b.html": false, "d/a.htm": true} {
		require.Equal(t, want, ch.takes(name), name)
	}
	require.True(t, ch.leavesOut("d/b"))
}

// TestLeftBehind checks that a temporary file of another run is reported, or removed if Sweep
// is set.
func TestLeftBehind(t *testing.T) {
	archive(t, "a/1", "a/"+atomicfile.Prefix+"1-2")
	name := "a/" + atomicfile.Prefix + "1-2"
	require.Equal(t, []string{"! " + name + ": passed over: left by a run of hrefix that did not end well: remove it", "a/1: /1, found, 1 byte"}, lines(Inputs{Args: []string{"a"}}))
	require.Equal(t, []string{"a/1: /1, found, 1 byte"}, lines(Inputs{Args: []string{"a"}, Sweep: true}))
	require.NoFileExists(t, name)
}

// TestKey checks the names of files in lists of work.
func TestKey(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.MkdirAll("a/b", 0o777))
	require.NoError(t, os.WriteFile("a/b/c.html", []byte("x"), 0o666))
	for args, want := range map[string]string{
		"a":           "b/c.html",
		"./a/":        "b/c.html",
		"a/b/c.html":  "a/b/c.html",
		"a//b/c.html": "a/b/c.html",
		"a ./a/b":     "a/b/c.html a/b/c.html",
	} {
		var got []string
		in := Inputs{Args: strings.Fields(args), Temporaries: new(atomicfile.Temporaries)}
		for f, err := range in.All() {
			require.NoError(t, err)
			got = append(got, f.Key())
			f.Folder.Release()
		}
		require.Equal(t, want, strings.Join(got, " "), args)
	}
}

// TestGlob checks which paths patterns match.
func TestGlob(t *testing.T) {
	for _, c := range []struct {
		pattern  string
		yes, not []string
	}{
		{"*.html", []string{"a.html", "d/e/a.html", ".html", "caf\xe9.html"}, []string{"a.htm", "a.html/b", "A.HTML"}},
		{"./*.html", []string{"a.html"}, []string{"d/a.html"}},
		{"**/a", []string{"a", "d/a", "d/e/a"}, []string{"ba", "d/a/b"}},
		{"d/**", []string{"d", "d/a", "d/e/a"}, []string{"de", "e/d/a"}},
		{"d/**/a", []string{"d/a", "d/e/f/a"}, []string{"a", "d/e/b"}},
		{"d?/[a-c]", []string{"d1/a", "d\xe9/b", "dé/c"}, []string{"d/a", "d1/d", "d12/a"}},
		{"[!a]", []string{"b", "a/b"}, []string{"a", "b/a"}},
		{"{a,d/*}.html", []string{"a.html", "d/x.html"}, []string{"e/a.html", "x.html"}},
		{`\!\[x\]`, []string{"![x]", "d/![x]"}, []string{"x"}},
	} {
		g, err := newGlob(c.pattern)
		require.NoError(t, err, c.pattern)
		for _, rel := range c.yes {
			require.True(t, g.matches(rel), "%s: %q", c.pattern, rel)
		}
		for _, rel := range c.not {
			require.False(t, g.matches(rel), "%s: %q", c.pattern, rel)
		}
	}
}

// TestExt checks extensions, also before that of gzip and before a query.
func TestExt(t *testing.T) {
	ch, err := NewChoice([]string{"css,.tar.x"}, nil)
	require.NoError(t, err)
	for _, name := range []string{"a.css", "A.CSS", "a.css.gz", "d/a.css?v=1", "a.css@v=1.2", "a.tar.x"} {
		require.True(t, ch.takes(name), name)
	}
	for _, name := range []string{"a.x", "css", "a.css.html", "a.php?f=a.js", "a?b.html"} {
		require.False(t, ch.takes(name), name)
	}
}

// TestOwnTemporaries checks that temporary files of this run are neither inputs nor reported,
// and are removed if the run is ended.
func TestOwnTemporaries(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "1.html")
	require.NoError(t, os.WriteFile(name, []byte("<a href=x>"), 0o600))
	in, err := os.Open(name)
	require.NoError(t, err)
	defer in.Close()
	root, err := os.OpenRoot(dir)
	require.NoError(t, err)
	f := atomicfile.NewFolder(root)
	defer f.Release()
	var temps atomicfile.Temporaries
	for range 3 {
		_, err = temps.Create(f, nil)
		require.NoError(t, err)
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, ".hrefix-1-1"), nil, 0o600))
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 5)
	var found, reported []string
	for file, err := range (&Inputs{Args: []string{dir}, Temporaries: &temps}).All() {
		if err != nil {
			reported = append(reported, err.Error())
			continue
		}
		found = append(found, file.Rel)
		file.Folder.Release()
	}
	require.Equal(t, []string{"1.html"}, found)
	require.Len(t, reported, 1)
	require.True(t, strings.HasPrefix(reported[0], filepath.Join(dir, ".hrefix-1-1")+": passed over: left by a run"))

	temps.RemoveAll()
	entries, err = os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 2)
}

// TestLists checks that names are found in lists as programs write them.
func TestLists(t *testing.T) {
	long := strings.Repeat("x", longest)
	for what, c := range map[string]struct {
		list   string
		null   bool
		want   []string
		errors string
	}{
		"LF":                     {list: "a\nb\n", want: []string{"a", "b"}},
		"CRLF":                   {list: "a\r\nb\r\n", want: []string{"a", "b"}},
		"no ending":              {list: "a\nb", want: []string{"a", "b"}},
		"blank lines":            {list: "\n\r\na\n \t\n\nb\n\n", want: []string{"a", "b"}},
		"spaces":                 {list: " a\nb \n", want: []string{" a", "b "}},
		"UTF-8 with a mark":      {list: "\ufeffa\nb\n", want: []string{"a", "b"}},
		"only a mark":            {list: "\ufeff"},
		"UTF-16":                 {list: utf16LE("\ufeffa\r\nb é\r\n"), want: []string{"a", "b é"}},
		"Latin-1":                {list: "caf\xe9\n", want: []string{"caf\xe9"}},
		"NUL":                    {list: "a\x00b\x00", null: true, want: []string{"a", "b"}},
		"NUL, no ending":         {list: "a\x00\x00b", null: true, want: []string{"a", "b"}},
		"NUL, nothing trimmed":   {list: "two\nlines\x00cr\r\x00 \x00", null: true, want: []string{"two\nlines", "cr\r", " "}},
		"NUL, a mark":            {list: "\ufeffa\x00", null: true, want: []string{"\ufeffa"}},
		"NUL without -0":         {list: "a\x00b\x00", errors: "stdin:1: a\x00b\x00: is not a path: give -0 if paths end with NUL bytes"},
		"more NUL without -0":    {list: "b\n" + strings.Repeat("a\x00", longest) + "\na\n", want: []string{"b"}, errors: "stdin:2: is not a path, and nothing after it is read: give -0 if paths end with NUL bytes, and only then"},
		"a name no system takes": {list: long[:5000] + "\na\n", want: []string{"a"}, errors: "stdin:1: " + long[:5000] + ": file name too long: give a shorter one"},
	} {
		t.Run(what, func(t *testing.T) {
			t.Chdir(t.TempDir())
			for _, name := range c.want {
				require.NoError(t, os.WriteFile(name, []byte("x"), 0o666))
			}
			in := Inputs{Lists: []string{Stdin}, Null: c.null, Stdin: strings.NewReader(c.list)}
			var got []string
			var errors []string
			for f, err := range in.All() {
				if err != nil {
					errors = append(errors, err.Error())
					continue
				}
				got = append(got, f.Name)
				f.Folder.Release()
			}
			require.Equal(t, c.want, got)
			require.Equal(t, c.errors, strings.Join(errors, "\n"))
		})
	}
}

func utf16LE(s string) string {
	var b []byte
	for _, u := range utf16.Encode([]rune(s)) {
		b = append(b, byte(u), byte(u>>8))
	}
	return string(b)
}

// TestListIsRead checks that a list is not read further than needed.
func TestListIsRead(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("page.html", []byte("<html><a href=x>"), 0o666))
	list, writer := io.Pipe()
	defer list.Close()
	in := Inputs{Lists: []string{Stdin}, Stdin: list}
	go io.WriteString(writer, "page.html\n")
	n := 0
	for f, err := range in.All() {
		require.NoError(t, err)
		require.Equal(t, "page.html", f.Name)
		f.Folder.Release()
		if n++; n == 3 {
			break // with a list that has not ended
		}
		go io.WriteString(writer, "page.html\n")
	}
	require.Equal(t, 3, n)
}
