package breakout

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// An atom is a part of a URL that a document writes.
type atom struct {
	kind kind
	text string
}

type kind uint8

const (
	chars   kind = iota // characters
	raw                 // bytes, whatever they mean in the encoding
	escaped             // a character, written as an escape of the innermost syntax
)

// ends are strings that end a value.
var ends = []string{`"`, `'`, "`", `\`, `"+(document.title=666))//`, `)`, `</`, `~`}

// hostile are the atoms of bases and references.
var hostile = func() (all []atom) {
	for _, s := range []string{
		`"`, `'`, `\`, "`", `</script `, `</style `, `<!--`, `-->`, `]]>`, `*/`, `/*`, `${x}`, `(`, `)`, `}`, `{`, `;`, ` `, `&`, `&amp;`, `&quot;`,
		`<`, `>`, `~`, `^`, `|`, `,`, `=`, `//`, `..`, `%41`, `%e9`, `%`, `\u0022`, `\22 `, "\n", "\t", `"+(document.title=666))//`, `")}body{--x:1}/`,
		`');alert(1)//`, `",x:"`, `b`, `/c/`, `/../`, `[`, `]`, "\u00a5", "\u203e", "\u2028", "\u2029", "\u0085", "\u00a0", "\u3000",
		"é", "Á", "ß", "ソ", "表", "功", "許", "能", "兝", "坔", "\uff3c", "\uff5e", "\uffe5", "\U0001f600", "\uff71", "\u2212", "\u301c", "\u20ac", "Ж", "ı",
	} {
		all = append(all, atom{chars, s})
	}
	for _, s := range []string{
		"\x81", "\x83", "\x85", "\x8e", "\x8f", "\x8f\xa1", "\xa1", "\xe0", "\xfc", "\xfe", "\xff", "\x80", "\xa0", "\xc3\xa9", "\x81\x30", "\x81\x30\x81", "\x83\x5c", "\xa5\x5c", "\x81\x7c",
		"\x1b", "\x1b$", "\x1b$B", "\x1b(J", "\x1b(B", "\x1b(I", "\x1b$B%=\x1b(B", "\x1b$B!\"\x1b(J", "\x1b$B\"", "\x0e", "\x7f",
	} {
		all = append(all, atom{raw, s})
	}
	for _, s := range []string{"é", "Á", "ソ", "功", "\u00a5", "\u203e", "\u2028", "\U0001f600", "\uff3c", "~", `"`, `\`, "'", "\u00ff"} {
		all = append(all, atom{escaped, s})
	}
	return all
}()

// A layer writes atoms in a syntax: it escapes what would end the value there.
type layer func([]atom) []atom

// escaping returns a layer that replaces characters by escapes: the characters in special, and
// escaped atoms.
func escaping(special string, escape func(r rune) string) layer {
	return func(atoms []atom) (out []atom) {
		for _, a := range atoms {
			if a.kind == raw {
				out = append(out, a)
				continue
			}
			var b strings.Builder
			for _, r := range a.text {
				if a.kind == escaped || strings.ContainsRune(special, r) {
					b.WriteString(escape(r))
				} else {
					b.WriteRune(r)
				}
			}
			out = append(out, atom{chars, b.String()})
		}
		return out
	}
}

// The layers.
var (
	inDouble   = escaping(`"&`, reference)
	inSingle   = escaping(`'&`, reference)
	inNone     = escaping("\"'&<>=` \t\n\f\r", reference)
	inXML      = escaping("\"'&<>\n\t", func(r rune) string { return fmt.Sprintf("&#x%x;", r) })
	inCSS      = escaping("\"'\\\n<", func(r rune) string { return fmt.Sprintf(`\%x `, r) })
	inURL      = escaping("\"'\\\n\t\x7f< ()", func(r rune) string { return fmt.Sprintf(`\%x `, r) })
	inScript   = escaping("\"'`$\\\n<\u2028\u2029", scriptEscape)
	inJSON     = escaping("\"\\\n\t<", jsonEscape)
	references = map[rune]string{'é': "&eacute;", 'Á': "&Aacute;", '\u00a5': "&yen;", '\u203e': "&oline;", '"': "&quot;", '&': "&amp;"}
)

func reference(r rune) string {
	if s := references[r]; s != "" {
		return s
	}
	return fmt.Sprintf("&#%d;", r)
}

func scriptEscape(r rune) string {
	if r < 0x100 {
		return fmt.Sprintf(`\x%02x`, r)
	}
	return fmt.Sprintf(`\u{%x}`, r)
}

func jsonEscape(r rune) string {
	if r >= 0x10000 {
		r -= 0x10000
		return fmt.Sprintf(`\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
	}
	return fmt.Sprintf(`\u%04x`, r)
}

// bytes returns atoms in an encoding. state is what must be there after a character of ISO-2022-JP.
// Characters that the encoding lacks are left out, or are character references if refs is set.
func (c *Coding) bytes(atoms []atom, state string, refs bool) (out []byte) {
	for _, a := range atoms {
		if a.kind == raw {
			out = append(out, a.text...)
			continue
		}
		for _, r := range a.text {
			b, ok := c.encode(r)
			switch {
			case ok && c.Name == "iso-2022-jp" && r >= utf8.RuneSelf && state != "":
				b = append(b[:len(b)-3:len(b)-3], toRoman...)
				fallthrough
			case ok:
				out = append(out, b...)
			case refs:
				out = fmt.Appendf(out, "&#%d;", r)
			}
		}
	}
	return out
}

// smallerAtoms returns lists with one atom less, or with a shorter atom.
func smallerAtoms(atoms []atom) (all [][]atom) {
	for i := range atoms {
		all = append(all, slices.Delete(slices.Clone(atoms), i, i+1))
	}
	for i, a := range atoms {
		for k := 1; a.kind != escaped && k < len(a.text); k++ {
			if a.kind == chars && !utf8.RuneStart(a.text[k]) {
				continue
			}
			for _, part := range []string{a.text[k:], a.text[:k]} {
				all = append(all, slices.Replace(slices.Clone(atoms), i, i+1, atom{a.kind, part}))
			}
		}
	}
	return all
}

// signature returns the kinds of atoms.
func signature(atoms []atom) string {
	var all []string
	for _, a := range atoms {
		name := map[kind]string{chars: "characters", raw: "bytes", escaped: "escape"}[a.kind]
		if a.kind == chars && strings.Trim(a.text, ascii) == "" {
			name = "ASCII"
		}
		all = append(all, name)
	}
	slices.Sort(all)
	return strings.Join(slices.Compact(all), "+")
}

// ascii has all characters of ASCII.
var ascii = func() string {
	var b strings.Builder
	for c := range byte(0x80) {
		b.WriteByte(c)
	}
	return b.String()
}()
