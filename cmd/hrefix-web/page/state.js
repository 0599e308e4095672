// The state of the page: the chosen file, and the runs of the command on it.

let source = null;  // the chosen file; set by choosing.js
let running = null; // the run that has not ended; set by running.js
let shown = null;   // the run whose results are shown; set by results.js

// A Source is a file, with the name by which the command knows it.
class Source {
	constructor(file, name) {
		this.file = file;
		this.name = name;
		this.isTree = {}; // by the chosen kind of file: whether it is an archive of files, if that is known
	}
}

// A Run is one run of commands on a source, and what they have printed.
class Run {
	constructor(source, settings, isProbe, isTree, isAsked) {
		this.source = source;
		this.name = source.name;
		this.settings = settings;
		this.mode = settings.mode;
		this.isProbe = isProbe; // it only lists the documents
		this.isTree = isTree;
		this.isAsked = isAsked; // somebody waits for it
		this.tables = {};   // rows that were printed, by kind
		this.ended = {};    // {status, took} of the commands that have ended, by kind
		this.result = null; // the rewritten file
	}

	// table returns the rows of a kind: lines are the first of them, all is how many there are, and counts has
	// pairs of a key and the number of rows with it.
	table(kind) { return this.tables[kind] ??= {lines: [], all: 0, counts: []}; }

	// count returns the number of links with a status.
	count(status) {
		return this.table("links").counts.filter(([key]) => key === status).reduce((sum, [, n]) => sum + n, 0);
	}

	// hasRecords reports whether the file is a web archive, to which the command adds records.
	hasRecords() { return JSON.parse(this.table("base").lines[0] ?? "{}").record_url !== undefined; }

	// needsAddress reports whether links are left because no base is known.
	needsAddress() {
		return this.settings.base === "" && this.count("unresolved") > 0 && this.table("base").lines.some((line) => JSON.parse(line).layer === "default");
	}

	// errors returns the errors of the first command that failed.
	errors() {
		const failed = ["base", "links", "result", "edits"].find((kind) => this.ended[kind]?.status);
		if (!failed) return [];
		const found = this.table("messages-" + failed).lines.map((line) => {
			if (!line.startsWith("{")) return line.replace(/^hrefix: /, "");
			const message = JSON.parse(line);
			return message.code === "error" ? message.text : "";
		}).filter(Boolean);
		return found.length ? found.slice(0, 5) : ["The command failed."];
	}

	// remarks returns the lines of the messages that are not errors.
	remarks() {
		return this.table("messages-links").lines.filter((line) => {
			if (!line.startsWith("{")) return false;
			const {text, code} = JSON.parse(line);
			return text && code && code !== "error";
		});
	}
}
