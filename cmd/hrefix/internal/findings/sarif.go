package findings

import (
	"bytes"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/internal/printable"
)

// sarif writes one document of SARIF 2.1.0 (OASIS, Static Analysis Results Interchange Format).
// The results come first, and the rules that they name last, when they are known.
type sarif struct {
	w       io.Writer
	version string // the version of hrefix
	results int
	rules   []string // the codes of the results, in the order in which they came
	numbers numberer
}

// What comes before and after the results. In JSON the order of keys has no meaning.
const (
	sarifHead = `{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"columnKind":"utf16CodeUnits","results":[`
	sarifTail = "],\n%s}]}\n"
)

// project is where the project is described.
const project = "https://github.com/hrefix/hrefix"

// The objects of SARIF, by the sections that describe them.
type (
	sarifResult struct { // 3.27
		RuleID       string            `json:"ruleId"`
		RuleIndex    int               `json:"ruleIndex"`
		Level        string            `json:"level"`
		Message      sarifText         `json:"message"`
		Locations    []sarifLocation   `json:"locations"`
		Fingerprints map[string]string `json:"partialFingerprints"`
		Properties   *Finding          `json:"properties"`
	}
	sarifText struct { // 3.11, 3.12
		Text string `json:"text"`
	}
	sarifLocation struct { // 3.28
		Physical sarifPhysical `json:"physicalLocation"`
	}
	sarifPhysical struct { // 3.29
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct { // 3.4
		URI  string `json:"uri"`
		Base string `json:"uriBaseId,omitempty"`
	}
	sarifRegion struct { // 3.30
		Line   int `json:"startLine"`
		Column int `json:"startColumn,omitempty"`
	}
	sarifRule struct { // 3.49
		ID      string    `json:"id"`
		Name    string    `json:"name"`
		Short   sarifText `json:"shortDescription"`
		Full    sarifText `json:"fullDescription"`
		Help    sarifText `json:"help"`
		HelpURI string    `json:"helpUri"`
	}
	sarifDriver struct { // 3.19
		Name    string      `json:"name"`
		Version string      `json:"version,omitempty"`
		URI     string      `json:"informationUri"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifEnd struct { // 3.14
		Tool struct {
			Driver sarifDriver `json:"driver"`
		} `json:"tool"`
		Invocations []sarifInvocation `json:"invocations"`
	}
	sarifInvocation struct { // 3.20
		Successful bool `json:"executionSuccessful"`
	}
)

func (*sarif) Document(string) error { return nil }

func (s *sarif) Finding(f *Finding) error {
	separator := ",\n"
	if s.results == 0 {
		separator = sarifHead + "\n"
	}
	s.results++
	if _, err := io.WriteString(s.w, separator); err != nil {
		return err
	}
	rule := slices.Index(s.rules, f.Reason)
	if rule < 0 {
		rule = len(s.rules)
		s.rules = append(s.rules, f.Reason)
	}
	digest, nth := s.numbers.number(f)
	r := &sarifResult{
		RuleID: f.Reason, RuleIndex: rule, Level: f.Severity.String(),
		Message:      sarifText{sarifPlain(f.Sentence())},
		Locations:    []sarifLocation{{sarifPhysical{Artifact: artifact(f.Doc)}}},
		Fingerprints: map[string]string{"hrefix/v1": fmt.Sprintf("%x:%d", digest[:16], nth)},
		Properties:   f,
	}
	if f.Line > 0 {
		r.Locations[0].Physical.Region = &sarifRegion{Line: f.Line, Column: f.Character}
	}
	text, err := sarifJSON(r)
	if err == nil {
		_, err = s.w.Write(text)
	}
	return err
}

// sarifRuleOf returns the rule of a code as SARIF has it.
func sarifRuleOf(code string) sarifRule {
	r := Rule{code, "A link has no target.", "The message says why the link cannot be resolved. The reference of hrefix lists the reasons by their codes."}
	if i := slices.IndexFunc(rules, func(r Rule) bool { return r.Code == code }); i >= 0 {
		r = rules[i]
	}
	name := ""
	for word := range strings.SplitSeq(code, "-") {
		name += strings.ToUpper(word[:min(1, len(word))]) + word[min(1, len(word)):]
	}
	return sarifRule{
		ID: code, Name: name, Short: sarifText{r.Short}, Full: sarifText{r.Short + " " + r.Help}, Help: sarifText{r.Help},
		HelpURI: project + "/blob/main/docs/check.md",
	}
}

// artifact returns the location of a document. A relative path is relative to the top of the
// checkout, if hrefix runs there.
func artifact(doc string) sarifArtifact {
	name := document(doc)
	switch {
	case filepath.VolumeName(doc) != "":
		name = "/" + name
		fallthrough
	case strings.HasPrefix(name, "/"):
		return sarifArtifact{URI: (&url.URL{Scheme: "file", Path: name}).String()}
	}
	return sarifArtifact{URI: (&url.URL{Path: name}).String(), Base: "%SRCROOT%"}
}

// sarifPlain escapes a text in which a reader could see an embedded link (section 3.11.6).
func sarifPlain(text string) string {
	text = printable.String(text)
	if !strings.Contains(text, "](") {
		return text
	}
	return strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`).Replace(text)
}

// sarifJSON returns v as JSON on a line without its end.
func sarifJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	err := console.WriteJSON(&b, v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

func (s *sarif) Close(ok bool) error {
	if s.results == 0 {
		if _, err := io.WriteString(s.w, sarifHead); err != nil {
			return err
		}
	}
	end := sarifEnd{Invocations: []sarifInvocation{{ok}}}
	end.Tool.Driver = sarifDriver{Name: "hrefix", Version: s.version, URI: project, Rules: []sarifRule{}}
	for _, code := range s.rules {
		end.Tool.Driver.Rules = append(end.Tool.Driver.Rules, sarifRuleOf(code))
	}
	text, err := sarifJSON(end)
	if err == nil {
		_, err = fmt.Fprintf(s.w, sarifTail, text[1:len(text)-1])
	}
	return err
}
