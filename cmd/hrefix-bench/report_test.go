package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The marks of the report about trees.
const begin, end = "<!-- hrefix-bench trees -->\n", "<!-- end of hrefix-bench trees -->\n"

func TestSplice(t *testing.T) {
	document := "# Performance\n\n" + begin + "old\n" + end + "\n## More\n"
	got, err := splice(document, "new\n", " trees")
	require.NoError(t, err)
	require.Equal(t, "# Performance\n\n"+begin+"\nnew\n\n"+end+"\n## More\n", got)

	again, err := splice(got, "new\n", " trees")
	require.NoError(t, err)
	require.Equal(t, got, again)
}

func TestSpliceWithoutMarks(t *testing.T) {
	for _, document := range []string{"", begin, end, end + begin} {
		_, err := splice(document, "new\n", " trees")
		require.Error(t, err, "%q", document)
	}
}

func TestReport(t *testing.T) {
	docs := []document{page("p", make([]byte, 1000))}
	rows := []row{
		{who: about{name: ours}, links: 3, cost: []float64{2}},
		{who: about{"slow", "slow 1.0", "no CSS"}, links: -1, cost: []float64{20}, spread: 0.1},
		{who: about{name: "lost"}, absent: "not installed: `apt-get install -y lost`"},
	}
	s := &section{
		title: "Pages", text: describe(docs), rows: rows,
		table:  costTable(rows, docs, format{megabytes, "links", ours}),
		bounds: wishes("pages", rows, []selection{{docs: []int{0}}}, wish{"slow", 8}, wish{"lost", 2}),
	}
	r := report{command: "make report", commit: "abc", machine: "a machine", load: [2]string{"0.1", "0.2"}, rounds: 7, date: "2024-02-01", sections: []*section{s}}
	text := r.String()
	require.Contains(t, text, "slow 1.0.\n")
	require.Contains(t, text, "\n### Pages\n\np (1 kB).\n\n")
	require.Contains(t, text, `
| peer       |   p | time, hrefix = 1 | spread | links | what it does not do                      |
| ---------- | --: | ---------------: | -----: | ----: | ---------------------------------------- |
| **hrefix** | 500 |                1 |   ±0 % |     3 |                                          |
| slow       |  50 |             10.0 |   ±5 % |     – | no CSS                                   |
| lost       |   – |                – |      – |     – | not installed: `+"`apt-get install -y lost`"+` |
`)
	require.Contains(t, text, "| pages: time of slow, hrefix = 1 | at least 8 |     10.0 | yes          |\n")
	require.Contains(t, text, "| pages: time of lost, hrefix = 1 | at least 2 |        – | not measured |\n")
}
