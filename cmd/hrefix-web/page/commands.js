// The commands for the settings, and the names of their files.

// flags returns the flags that all commands have. isTree says whether the file is an archive of files, which
// have different addresses.
function flags(name, settings, isTree) {
	const all = [];
	if (settings.base && isTree) all.push("--root", `${settings.base}=${name}`);
	else if (settings.base) all.push("--base", settings.base);
	if (settings.dialect !== "rfc1808") all.push("--dialect", settings.dialect);
	if (settings.fragments !== "auto") all.push("--fragments", settings.fragments);
	if (settings.type !== "auto") all.push("--type", settings.type);
	return all;
}

// probeCommands returns the command that only lists the documents. They show whether the file is an archive of
// files, which gets its address by another flag.
function probeCommands(name, settings) {
	return [{kind: "base", args: ["base", "--json", ...flags(name, {...settings, base: ""}, false), "--", name]}];
}

// runCommands returns all commands of a run.
function runCommands(name, settings, isTree) {
	const common = [...flags(name, settings, isTree), "--", name];
	return [
		{kind: "base", args: ["base", "--json", ...common]},
		{kind: "links", args: ["links", "--json", ...(settings.mode === "rel" ? ["--rel"] : []), ...common]},
		{kind: "edits", args: [settings.mode, "--diff=edits", ...common]},
		{kind: "result", args: [settings.mode, ...common]},
	];
}

// inTerminal returns the command that gives the result in a terminal.
function inTerminal(name, settings, isTree) {
	const words = ["hrefix", settings.mode, ...flags(name, settings, isTree), ...(name.startsWith("-") ? ["--"] : []), name];
	return words.map(shellWord).join(" ") + " > " + shellWord(resultName(name, settings.mode));
}

// shellWord returns a word as a shell of POSIX reads it.
function shellWord(word) {
	if (/^[\w\-./:=@%+,]+$/.test(word)) return word;
	return "'" + word.replaceAll("'", "'\\''") + "'";
}

const suffixes = {abs: "absolute", rel: "relative", pin: "pinned"};

// resultName returns the name of the file with a word for the mode before its extension: page.absolute.html.
function resultName(name, mode) {
	const plain = name.replace(hidden, "_");
	const at = plain.search(/(\.(tar|warc|arc|html?|mbox|eml))?\.[^.]{1,8}$/i);
	const [stem, extension] = at > 0 ? [plain.slice(0, at), plain.slice(at)] : [plain, ""];
	return joinName(stem, `.${suffixes[mode]}${extension}`);
}

// plainName returns the name of a file as the command gets it: the last segment of its path.
function plainName(name) {
	const last = name.replace(/^.*[/\\]/s, "").replaceAll("\0", "_").toWellFormed();
	if (["", ".", "..", "-"].includes(last)) return "file"; // a dash is the standard input
	const extension = /(\.[^.]{1,8}){1,2}$/.exec(last)?.[0] ?? "";
	return joinName(last.slice(0, last.length - extension.length), extension);
}

const maxName = 255; // bytes of the name of a file, in most systems

// joinName returns a name of a stem and an ending. It cuts a stem that makes the name too long.
function joinName(stem, ending) {
	const size = (text) => new TextEncoder().encode(text).length;
	const most = maxName - size(ending);
	let start = cut(stem, most);
	while (size(start) > most) start = cut(start, start.length - 1);
	return start + ending;
}
