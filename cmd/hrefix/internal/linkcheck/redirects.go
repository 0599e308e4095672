package linkcheck

import (
	"bytes"
	"errors"
	"fmt"
	"net/url"
	"path"
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/hrefix/hrefix/internal/addressbook"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/urltext"
	"github.com/hrefix/hrefix/resolve"
)

// redirects has the rules by which the server of a site redirects requests for missing files. The rules are in
// files with the names in ruleFiles, in the directories of the URL. The method find is safe for concurrent use.
type redirects struct {
	mu    sync.Mutex // guards all fields, but is not held while a file is read
	of    map[siteDir]*dirRules
	cost  int      // the cost of the rules in of
	full  bool     // rules were left out, because the cost is too large
	wrong []string // messages about lines that are ignored
}

// dirRules are the rules in a directory, which are read once.
type dirRules struct {
	once  sync.Once
	rules []redirectRule
}

// A siteDir is a directory of a site. Trees without URLs have the same paths, so the number of the
// tree is included.
type siteDir struct {
	tree int
	url  string
}

// ruleFiles are the names of the files with rules, and the functions that parse a line.
var ruleFiles = []struct {
	name string
	rule func(line string) (redirectRule, error)
}{{".htaccess", htaccessRule}, {"_redirects", redirectsRule}}

// These limits bound the memory and time that rules take. No rule applies to a URL of more than maxTarget bytes.
const (
	maxRuleFile  = 1 << 20 // the number of bytes of a file
	maxRuleLine  = 1000    // the number of bytes of a rule: Cloudflare Pages has the same limit
	maxRuleCost  = 20_000  // the greatest cost of all rules: see redirectRule.cost
	maxRuleDirs  = 32      // the number of directories of a URL that may have files with rules, from the top
	maxKnownDirs = 10_000  // the number of directories whose rules are kept
	maxWrong     = 5000    // the number of messages
)

// A redirectRule is a line of a file with rules.
type redirectRule struct {
	file   string         // the path of the file
	line   int            // the number of the line
	host   string         // the host of the URLs that match, or "" for any
	prefix string         // the beginning of the paths that match
	path   *regexp.Regexp // matches the paths after prefix; nil if the line is no rule
	query  [][2]string    // the parameters of the query, with their values
	groups *regexp.Regexp // matches references to groups of path in to
	to     string         // the target, or "" if the server answers with an error
	cost   int            // the instructions of path, for each group; 0 if many rules share path
}

// position returns the file and the line of the rule, for messages.
func (r *redirectRule) position() string { return fmt.Sprintf("%s:%d", r.file, r.line) }

// toRedirected checks a reference whose target is missing, by the rules of the site for the URL at. f is the fault
// of the reference if no rule matches. No rule applies to a file: URL.
func (p *Page) toRedirected(ref *engine.Reference, t addressbook.Target, f *Fault, at string, fragment []byte) *Fault {
	if schemeOf(ref.Text) == "file" {
		return f
	}
	target, by := f.URL, ""
	for range maxRedirects {
		rule, to := p.c.redirects.find(p, t.Tree, at)
		if rule == nil || rule.to == "" {
			return f
		}
		by = rule.position()
		base := at
		if strings.HasPrefix(to, "//") {
			base = "https:"
		}
		url, _ := resolve.RFC3986.Base(base).AppendReplacement(nil, []byte(to))
		url, own, has := bytes.Cut(url, []byte("#"))
		if has {
			fragment = own
		}
		at = string(url)
		switch t = p.findURL(at); {
		case t.State == addressbook.File && isLoaded(ref) && isPage(t.Path):
			f = missing.fault(nil, ": a page comes in its place")
		case t.State == addressbook.File:
			f = p.toFile(ref, t, url, fragment)
		case t.State == addressbook.Outside && isWeb(url):
			p.toSite(url)
			return nil
		case t.State == addressbook.Outside:
			p.skip(schemeOf(url))
			return nil
		default:
			f = p.lack(ref, t, url)
		}
		if f == nil {
			return nil
		}
		f.URL, f.Text, f.Folder = target, f.Text+": "+by+" leads to "+Shown(at), ""
		if t.State == addressbook.File {
			return f
		}
	}
	return redirectLoop.fault([]byte(target), ": "+by)
}

// isPage reports whether the name of a file has the extension of a page.
func isPage(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".html", ".htm", ".xhtml", ".shtml", ".php":
		return true
	}
	return false
}

// find returns the first rule that matches a URL without a file, and the target of the rule, or nil.
// Rules of inner directories come first, as in Apache.
func (r *redirects) find(p *Page, tree int, at string) (rule *redirectRule, to string) {
	if len(at) > maxTarget {
		return nil, ""
	}
	address, query, _ := strings.Cut(at, "?")
	params, _ := url.ParseQuery(query)
	start := strings.Index(address, "://") + len("://") // every URL of a tree has "://"
	start += max(strings.IndexByte(address[start:], '/'), 0)
	host := hostOf([]byte(address))
	decoded := string(urltext.Decode([]byte(address[start:])))
	var dirs []string
	for i := start; i < len(address) && len(dirs) < maxRuleDirs; i++ {
		if address[i] == '/' {
			dirs = append(dirs, address[:i+1])
		}
	}
	for _, dir := range slices.Backward(dirs) {
		rules := r.rules(p, siteDir{tree, dir})
		for i := range rules {
			if to, ok := rules[i].match(host, decoded, query, params); ok {
				return &rules[i], to
			}
		}
	}
	return nil, ""
}

// rules returns the rules in a directory. It keeps the rules of at most maxKnownDirs directories.
func (r *redirects) rules(p *Page, dir siteDir) []redirectRule {
	r.mu.Lock()
	d := r.of[dir]
	if d == nil {
		if r.of == nil || len(r.of) >= maxKnownDirs {
			r.of, r.cost = make(map[siteDir]*dirRules), 0
		}
		d = new(dirRules)
		r.of[dir] = d
	}
	r.mu.Unlock()
	d.once.Do(func() { d.rules = r.read(p, dir) })
	return d.rules
}

// read reads the rules in a directory.
func (r *redirects) read(p *Page, dir siteDir) (rules []redirectRule) {
	for _, file := range ruleFiles {
		t := p.findURL(dir.url + file.name)
		if t.State != addressbook.File || path.Base(t.Path) != file.name {
			continue
		}
		name, text := p.files.Text(t, maxRuleFile+1)
		n := 0
		for line := range strings.Lines(strings.TrimPrefix(string(text), "\ufeff")) {
			n++
			if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
				continue
			}
			rule, err := redirectRule{}, errors.New("the line is too long")
			if len(line) <= maxRuleLine {
				rule, err = file.rule(strings.Clone(line)) // a copy, because text is not kept
			}
			rule.file, rule.line = name, n
			if err != nil {
				r.complain(rule.position() + ": not followed: " + err.Error())
				continue
			}
			if rule.path == nil {
				continue
			}
			if !r.add(&rule) {
				break
			}
			rules = append(rules, rule)
		}
		if len(text) > maxRuleFile {
			r.complain(name + ": only the first MiB is read")
		}
	}
	return slices.Clip(rules)
}

// add adds the cost of a rule, and reports whether the rule is kept. The first rule that is not
// kept is complained about.
func (r *redirects) add(rule *redirectRule) bool {
	r.mu.Lock()
	r.cost += 1 + len(rule.query) + rule.cost
	fits, first := r.cost <= maxRuleCost, !r.full
	r.full = r.full || !fits
	r.mu.Unlock()
	if !fits && first {
		r.complain(rule.position() + ": not followed, nor are other rules that are read later: the site has too many")
	}
	return fits
}

// Messages returns a sorted list of messages: one for each line of a file with rules that is ignored, and for each menu in
// a script that names missing pages. It must be called after all pages are checked.
func (c *Checker) Messages() []string {
	slices.Sort(c.redirects.wrong)
	return slices.Compact(c.redirects.wrong)
}

// complain adds a message about a line.
func (r *redirects) complain(text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.wrong) < maxWrong {
		r.wrong = append(r.wrong, text)
	}
}

// match reports whether the rule matches a URL, and returns its target. path is decoded, and given has the
// parameters of query.
func (r *redirectRule) match(host, path, query string, given url.Values) (to string, ok bool) {
	rest, ok := strings.CutPrefix(path, r.prefix)
	if !ok || r.host != "" && r.host != host || len(r.query) > 0 && len(given) != len(r.query) {
		return "", false
	}
	params := make(map[string]string)
	for _, p := range r.query {
		value, group := given.Get(p[0]), strings.TrimPrefix(p[1], ":")
		if !given.Has(p[0]) || group == p[1] && value != p[1] {
			return "", false
		}
		params[group] = value
	}
	m := r.path.FindStringSubmatch(rest)
	if m == nil {
		return "", false
	}
	to = r.groups.ReplaceAllStringFunc(r.to, func(s string) string {
		i, err := strconv.Atoi(s[1:])
		if err != nil {
			i = r.path.SubexpIndex(s[1:])
		}
		value, ok := params[s[1:]]
		if i >= 0 && i < len(m) {
			value, ok = m[i], true
		}
		if !ok {
			return s
		}
		return (&url.URL{Path: value}).EscapedPath()
	})
	if query != "" && len(r.query) == 0 && !strings.ContainsAny(to, "?#") {
		to += "?" + query // servers keep the query
	}
	return to, true
}

// References to groups in the targets of _redirects and .htaccess, and groups in the paths of _redirects.
var (
	namedGroup  = regexp.MustCompile(`:[A-Za-z]\w*`)
	numberGroup = regexp.MustCompile(`\$[0-9]`)
	pattern     = regexp.MustCompile(`\*|:[A-Za-z]\w*`)
)

// Patterns for the text after the prefix of a rule: a rule without groups, a rule whose only group is "/*" at
// the end, and a Redirect without and with a slash at the end.
var (
	atEnd   = regexp.MustCompile(`^/?$`)
	inSplat = regexp.MustCompile(`^(?:/(?P<splat>.*))?/?$`)
	inPath  = regexp.MustCompile(`^(/.*)?$`)
	anyRest = regexp.MustCompile(`^(.*)$`)
)

// redirectsRule parses a line of a file _redirects of Netlify, Cloudflare Pages or GitLab Pages: the path,
// parameters of the query, the target, a status, and conditions. "*" matches any text, and ":name" a segment. A path
// has one "*" at most, as Cloudflare Pages requires. Rules with conditions count, because they redirect some readers.
func redirectsRule(line string) (r redirectRule, err error) {
	words := strings.Fields(line)
	if comment := slices.IndexFunc(words, func(w string) bool { return w[0] == '#' }); comment >= 0 {
		words = words[:comment]
	}
	from, words := words[0], words[1:]
	isTarget := func(w string) bool { return w[0] == '/' || strings.Contains(w, "://") }
	to := slices.IndexFunc(words, isTarget)
	if !isTarget(from) || to < 0 {
		return r, fmt.Errorf("%q has no path or no target: a rule is FROM TO, and both begin with \"/\" or are URLs", line)
	}
	for _, param := range words[:to] {
		name, value, _ := strings.Cut(param, "=")
		r.query = append(r.query, [2]string{name, value})
	}
	r.to, r.groups = words[to], namedGroup
	if len(words) > to+1 && isErrorStatus(strings.TrimSuffix(words[to+1], "!")) {
		r.to = ""
	}
	if from[0] != '/' {
		r.host = hostOf([]byte(from))
		_, from, _ = strings.Cut(from, "://")
		_, from, _ = strings.Cut(from, "/")
		from = "/" + from
	}
	if err = r.setPattern(from); err != nil {
		err = fmt.Errorf("%q has a path that hrefix cannot read: %w", line, err)
	}
	return r, err
}

// setPattern makes the rule match the paths that match a pattern of _redirects.
func (r *redirectRule) setPattern(from string) error {
	from, _, _ = strings.Cut(from, "#")
	if strings.Count(from, "*") > 1 {
		return errors.New(`it may have one "*"`)
	}
	expr, at := "", 0
	for _, m := range pattern.FindAllStringIndex(from, -1) {
		literal, group := urltext.Decode(from[at:m[0]]), "(?P<splat>.*)"
		if from[m[0]] == ':' {
			group = "(?P<" + from[m[0]+1:m[1]] + ">[^/]+)"
		} else if m[1] == len(from) && strings.HasSuffix(literal, "/") { // "/a/*" is for "/a", too
			literal, group = strings.TrimSuffix(literal, "/"), "(?:/"+group+")?"
		}
		if at == 0 {
			r.prefix, literal = literal, "^"
		} else {
			literal = regexp.QuoteMeta(literal)
		}
		expr += literal + group
		at = m[1]
	}
	rest := strings.TrimSuffix(urltext.Decode(from[at:]), "/")
	if at == 0 {
		r.prefix, r.path = rest, atEnd
		return nil
	}
	if expr += regexp.QuoteMeta(rest) + "/?$"; expr == inSplat.String() {
		r.path = inSplat
		return nil
	}
	return r.setPath(expr)
}

// setPath sets the regular expression of a rule, and its cost.
func (r *redirectRule) setPath(expr string) error {
	parsed, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return err
	}
	program, _ := syntax.Compile(parsed.Simplify())    // Compile never fails for the result of Parse
	r.cost = len(program.Inst) * (1 + parsed.MaxCap()) // groups are copied at each step
	r.path, err = regexp.Compile(expr)
	return err
}

// isErrorStatus reports whether a word is a status other than 200, which sends another file, and 3xx, which
// redirects.
func isErrorStatus(word string) bool {
	n, err := strconv.Atoi(word)
	return word == "gone" || err == nil && n != 200 && n/100 != 3
}

// statuses matches a status of the directives Redirect and RedirectMatch.
var statuses = regexp.MustCompile(`^(?:[0-9]{3}|permanent|temp|seeother|gone)$`)

// htaccessRule parses a line of a file .htaccess (Apache, module mod_alias): Redirect, RedirectPermanent,
// RedirectTemp or RedirectMatch. Other lines are no rules.
func htaccessRule(line string) (r redirectRule, err error) {
	words := quotedWords(line)
	name, words := strings.ToLower(words[0]), words[1:]
	isError := false
	switch name {
	case "redirect", "redirectmatch":
		if len(words) > 0 && statuses.MatchString(words[0]) {
			isError, words = isErrorStatus(words[0]), words[1:]
		}
	case "redirectpermanent", "redirecttemp":
	default:
		return r, nil
	}
	switch {
	case len(words) == 0 || len(words) == 1 && !isError:
		return r, fmt.Errorf("%q has no path or no target", line)
	case !isError:
		r.to = words[1]
	}
	r.groups = numberGroup
	if name == "redirectmatch" {
		if err = r.setPath(words[0]); err != nil {
			err = fmt.Errorf("%q has an expression that hrefix cannot read: %w", line, err)
		}
		return r, err
	}
	r.prefix, r.path = words[0], inPath
	if strings.HasSuffix(r.prefix, "/") {
		r.path = anyRest
	}
	if r.to != "" {
		r.to = strings.ReplaceAll(r.to, "$", "%24") + "$1"
	}
	return r, nil
}

// quotedWords returns the words of a line. Quotes around a word are removed.
func quotedWords(line string) (words []string) {
	for line = strings.TrimSpace(line); line != ""; line = strings.TrimSpace(line) {
		word, rest, ok := "", "", false
		if quote := line[0]; quote == '"' || quote == '\'' {
			word, rest, ok = strings.Cut(line[1:], string(quote))
		}
		if !ok {
			end := strings.IndexAny(line, " \t")
			if end < 0 {
				end = len(line)
			}
			word, rest = line[:end], line[end:]
		}
		words, line = append(words, word), rest
	}
	return words
}
