// The commands for what the visitor has chosen.

// flags returns the flags that all commands have. isTree says whether the file is an archive of files, which
// have different addresses.
function flags(name, options, isTree) {
	const all = [];
	if (options.base && isTree) all.push("--root", `${options.base}=${name}`);
	else if (options.base) all.push("--base", options.base);
	if (options.dialect !== "rfc1808") all.push("--dialect", options.dialect);
	if (options.keepFragments) all.push("--keep-fragments");
	if (options.type !== "auto") all.push("--type", options.type);
	return all;
}

// probe returns the command that lists the documents. They show whether the file is an archive of files, which
// gets its address by another flag.
function probe(name, options) {
	return [{kind: "base", args: ["base", "--json", ...flags(name, {...options, base: ""}, false), "--", name]}];
}

// commands returns all commands of a run.
function commands(name, options, isTree) {
	const common = [...flags(name, options, isTree), "--", name];
	return [
		{kind: "base", args: ["base", "--json", ...common]},
		{kind: "links", args: ["links", "--json", ...(options.mode === "rel" ? ["--rel"] : []), ...common]},
		{kind: "edits", args: [options.mode, "--diff=edits", ...common]},
		{kind: "result", args: [options.mode, ...common]},
	];
}

// inTerminal returns the command that gives the result in a terminal.
function inTerminal(name, options, isTree) {
	const words = ["hrefix", options.mode, ...flags(name, options, isTree), ...(name.startsWith("-") ? ["--"] : []), name];
	return words.map(shellWord).join(" ") + " > " + shellWord(resultName(name, options.mode));
}

const suffixes = {abs: "absolute", rel: "relative", pin: "pinned"};

// resultName returns the name of the file with a word for the mode before its extension: page.absolute.html.
function resultName(name, mode) {
	const plain = name.replace(hidden, "_");
	const at = plain.search(/(\.(tar|warc|arc|html?|mbox|eml))?\.[^.]{1,8}$/i);
	return at > 0 ? `${plain.slice(0, at)}.${suffixes[mode]}${plain.slice(at)}` : `${plain}.${suffixes[mode]}`;
}

const maxName = 100;

// plainName returns the name of a file as the command gets it: the last segment of its path, with its
// extension, and not longer than a file name may be.
function plainName(name) {
	const last = name.replace(/^.*[/\\]/s, "").replaceAll("\0", "_").toWellFormed();
	if (["", ".", "..", "-"].includes(last)) return "file"; // a dash is the standard input
	if (last.length <= maxName) return last;
	const extension = /(\.[^.]{1,8}){1,2}$/.exec(last)?.[0] ?? "";
	return cut(last, maxName - extension.length).toWellFormed() + extension;
}
