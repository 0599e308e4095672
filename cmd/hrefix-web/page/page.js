// The page: what is dropped, chosen, typed and clicked.

const smallFile = 4e6; // bytes of a file that is read again at each change of the settings

let source = null;  // the file: {file, name, trees}; trees has, by the chosen kind, whether it is an archive of files
let running = null; // the run that is not finished
let shown = null;   // the run that is shown
let lastRun = 0;
let runTimer = 0;   // the timer of a run that starts soon

// parsed returns a function that draws a row which may be JSON.
const parsed = (draw) => (line) => draw(typeof line === "string" ? JSON.parse(line) : line, shown, statusOf(line));
const lists = {
	links: new PagedList(get("panel-links"), 50, "link", parsed(drawLink)),
	edits: new PagedList(get("panel-edits"), 50, "change", parsed(drawEdit)),
	base: new PagedList(get("panel-base"), 20, "document", parsed((row, run) => drawDocument(row, run, run.tables.base.lines.length <= 3))),
	messages: new PagedList(get("panel-messages"), 50, "remark", parsed(drawMessage)),
};

// The source.

// load takes a file, and runs the command on it. A file of another name does not keep the address and the kind.
function load(file, name, remark = "") {
	const known = source?.name;
	source = {file, name: plainName(name), trees: {}};
	if (source.name !== known) {
		get("base").value = "";
		get("type").value = "auto";
	}
	get("drop").classList.add("compact");
	get("drop-text").hidden = true;
	get("file-name").replaceChildren(make("b", "", visible(source.name)), make("span", "", ` ${byteSize(file.size)}${remark}`));
	get("file-name").hidden = false;
	get("intro").hidden = true;
	get("work").hidden = false;
	get("results").hidden = true;
	shown = null;
	run();
}

// settings returns what the visitor has chosen.
function settings() {
	return {
		base: get("base").value.trim(), mode: document.querySelector("input[name=mode]:checked").value,
		dialect: get("dialect").value, type: get("type").value,
		keepFragments: get("keep-fragments").checked && !get("keep-fragments").disabled,
	};
}

// A run.

function run() {
	clearTimeout(runTimer);
	const options = settings();
	running = {id: ++lastRun, name: source.name, mode: options.mode, options, tables: {}, ended: {}, began: performance.now()};
	get("again").hidden = true;
	problem("");
	working(true);
	const isTree = source.trees[options.type];
	running.probes = isTree === undefined && options.base !== "";
	running.isTree = isTree ?? false;
	engine.run({run: running.id, file: source.file, name: source.name,
		commands: running.probes ? probe(source.name, options) : commands(source.name, options, running.isTree)});
}

// runSoon runs the command after a change of the settings, if that is fast. While somebody types, it waits
// longer.
function runSoon(typed) {
	if (!source) return;
	if (source.file.size > smallFile) {
		get("again").hidden = false;
		return;
	}
	clearTimeout(runTimer);
	runTimer = setTimeout(run, typed ? 600 : 150);
}

function cancel() {
	engine.cancel();
	running = null;
	working(false);
	get("again").hidden = false;
	shown = null;
	get("results").hidden = true; // they may be those of other settings
	announce("Cancelled.");
	problem("Cancelled.", "Press “Run again”, or choose another file.");
	get("again").focus();
}

const table = (run, kind) => run.tables[kind] ??= {lines: [], all: 0, counts: []};

// receive gets a message of the worker.
function receive(data) {
	if (data.failed) {
		running = null;
		working(false);
		problem("hrefix does not run in this browser, or ran out of memory.", data.failed);
	} else if (data.version) {
		get("version").textContent = `, version ${data.version}`;
	} else if (!running || data.module) {
		// The module is for other workers.
	} else if (data.lines) {
		const {lines} = table(running, data.kind);
		for (const line of data.lines) lines.push(line);
	} else if (data.counts) {
		Object.assign(table(running, data.kind), {all: data.all, counts: data.counts});
	} else if (data.result) {
		running.result = data.result;
	} else if (data.ended) {
		running.ended[data.ended] = {status: data.status, took: data.took};
	} else if (data.progress !== undefined) {
		progress(data);
	} else if (data.done) {
		end();
	}
}

// end ends a run: it shows the results. After a probe, it starts the run itself.
function end() {
	const finished = running;
	const first = table(finished, "base").lines[0]; // the names of all files in an archive begin like the first
	const isTree = first !== undefined && JSON.parse(first).doc.startsWith(finished.name + "/");
	if (!finished.options.base || finished.probes) source.trees[finished.options.type] = isTree;
	if (finished.probes) {
		run();
		return;
	}
	finished.isTree = isTree;
	running = null;
	working(false);
	const errors = errorsOf(finished);
	if (errors.length) {
		const [title, lines] = advice(errors, finished);
		problem(title, ...lines);
	}
	if (!finished.result) {
		get("results").hidden = true;
		announce("No results.");
		return;
	}
	show(finished);
}

// errorsOf returns the errors of a run.
function errorsOf(run) {
	for (const kind of ["base", "links", "result", "edits"]) {
		if (!run.ended[kind]?.status) continue;
		const lines = table(run, "messages-" + kind).lines;
		const found = lines.map((line) => {
			if (!line.startsWith("{")) return line.replace(/^hrefix: /, "");
			const message = JSON.parse(line);
			return message.code === "error" ? message.text : "";
		}).filter(Boolean);
		return found.length ? found.slice(0, 5) : ["The command failed."];
	}
	return [];
}

// advice returns a title that explains errors in words of the page, and the lines below it.
function advice(errors, {options, isTree}) {
	const [error] = errors;
	if (/out of memory|cannot allocate/.test(error)) {
		return ["The file needs more memory than the browser gives.", ["The command has no such limit."]];
	}
	get("base-error").textContent = "";
	if (/^--(base|root)/.test(error)) {
		get("base").setAttribute("aria-invalid", "true");
		get("base-error").textContent = isTree ? "Give the address of the top folder, such as https://example.org/docs/."
			: "Give a whole address, such as https://example.org/docs/page.html.";
		return ["This address cannot be used.", []];
	}
	if (options.mode === "rel" && !isTree) {
		return ["“Relative” is for archives of files: zip, tar, EPUB.", ["It shortens the links between the files of an archive."]];
	}
	if (options.mode === "rel" && !options.base) {
		get("base-error").textContent = "Give the address of the top folder of the archive.";
		return ["“Relative” needs the address that the archive came from.", []];
	}
	if (/leave it out/.test(error)) {
		return ["This is not a file that has links. If it is, choose its kind in the settings.", errors.map((e) => e.replace(/: leave it out.*/, "."))];
	}
	return [options.type === "auto" ? "hrefix reports:" : "The file cannot be read as the kind that you chose.", errors];
}

// The results.

const countsOf = (run, status) => table(run, "links").counts
	.filter(([key]) => key === status).reduce((sum, [, n]) => sum + n, 0);

function show(run) {
	shown = run;
	const links = table(run, "links"), edits = table(run, "edits"), decoded = table(run, "decoded");
	const title = sentence(run);
	get("results-title").textContent = title;
	get("results-note").textContent = note(run);
	showShare(run);
	showStatuses(run);
	get("find").value = "";
	filterLinks();
	get("edits-of").hidden = decoded.all === 0;
	if (decoded.all === 0) get("edits-of").querySelector("input").checked = true;
	for (const [value, t] of [["edits", edits], ["decoded", decoded]]) {
		get("edits-of").querySelector(`[value=${value}] ~ .count`).textContent = number(t.all);
	}
	showEdits();
	lists.base.show(table(run, "base").lines, table(run, "base").all);
	const messages = remarks(run), sent = table(run, "messages-links");
	lists.messages.show(messages, messages.length + sent.all - sent.lines.length);
	for (const [id, n] of [["links", links.all], ["edits", edits.all], ["base", table(run, "base").all], ["messages", lists.messages.all]]) {
		get(`tab-${id}`).querySelector(".count").textContent = number(n);
	}
	get("download").classList.toggle("primary", edits.all > 0);
	get("download").textContent = `Download ${cut(resultName(downloadBase(run), run.mode), 60)}`;
	get("command").replaceChildren(visible(inTerminal(run.name, run.options, run.isTree), 5000));
	get("results").hidden = false;
	announce(`${title} ${get("results-note").textContent}`);
}

// sentence returns what the run has done, in a sentence.
function sentence(run) {
	const all = table(run, "links").all, of = (n, what) => `${number(n)} of ${plural(all, "link")} ${what}.`;
	if (all === 0) return "No links found.";
	if (run.mode === "rel") return of(countsOf(run, "shortened") + countsOf(run, "relative"), "are relative now");
	if (run.mode === "pin") return table(run, "edits").all ? "The base is in the document now." : "Nothing to pin.";
	const made = countsOf(run, "resolved");
	if (made > 0) return of(made, made === 1 ? "was made absolute" : "were made absolute");
	if (countsOf(run, "unresolved") > 0) return "These links need an address.";
	return "Nothing to do: no link is relative.";
}

// note returns the sentences below the title of the results.
function note(run) {
	const edits = table(run, "edits").all;
	if (table(run, "links").all > 0 && countsOf(run, "unresolved") > 0 && edits === 0 && !run.options.base) {
		return "The file does not name its base. Give the address that it came from in the settings.";
	}
	if (edits === 0) return "The result is the same as your file, byte for byte.";
	const grown = run.result.size - source.file.size;
	return `${plural(edits, "place")} changed, ${byteSize(Math.abs(grown))} ${grown < 0 ? "less" : "more"}. Every other byte is the same.`;
}

// statuses are the statuses of links in the order in which they are shown.
const statuses = ["shortened", "resolved", "relative", "absolute", "left", "unresolved"];

function showShare(run) {
	get("share").replaceChildren(...statuses.filter((status) => countsOf(run, status)).map((status) => {
		const part = make("span", status);
		part.style.flexGrow = countsOf(run, status);
		return part;
	}));
}

let status = ""; // of the links that are shown

function showStatuses(run) {
	if (status && !countsOf(run, status)) status = "";
	const choice = (value, label, n) => {
		const button = makeButton(() => {
			status = value;
			for (const other of get("statuses").children) other.setAttribute("aria-pressed", other === button);
			filterLinks();
		}, label, " ", make("span", "count", number(n)));
		if (value) button.className = value;
		button.setAttribute("aria-pressed", status === value);
		return button;
	};
	get("statuses").replaceChildren(choice("", "All", table(run, "links").all),
		...statuses.filter((s) => countsOf(run, s)).map((s) => choice(s, statusNames[run.mode][s], countsOf(run, s))));
}

// filterLinks shows the links that match. It pauses, so that the page stays fast with many links.
async function filterLinks() {
	const run = shown, {lines, all} = table(run, "links"), text = get("find").value.toLowerCase(), wanted = status;
	const current = () => run === shown && wanted === status && text === get("find").value.toLowerCase();
	if (!wanted && !text) {
		lists.links.show(lines, all);
		return;
	}
	const found = [];
	for (let at = 0, began = performance.now(); at < lines.length; at++) {
		if (matches(lines[at], wanted, text)) found.push(lines[at]);
		if (at % 500 === 0 && performance.now() - began > 20) {
			await new Promise((done) => setTimeout(done));
			if (!current()) return;
			began = performance.now();
		}
	}
	lists.links.show(found, found.length, lines.length < all ? ` among the first ${number(lines.length)} of ${number(all)}` : "");
}

function matches(line, wanted, text) {
	if (wanted && statusOf(line) !== wanted) return false;
	if (!text) return true;
	const row = JSON.parse(line);
	return [row.ref, row.url, `${row.element} ${row.attr}`, row.text, row.doc, row.base].some((s) => s.toLowerCase().includes(text));
}

function showEdits() {
	const kind = document.querySelector("input[name=edits-of]:checked").value;
	const {lines, all} = table(shown, kind);
	lists.edits.show(lines, all);
	get("edits-note").textContent = all === 0 ? "" : kind === "edits"
		? "Only the marked bytes differ between your file and the result."
		: "What the changes mean in text that is encoded in the file.";
}

// remarks returns the messages of a run that are no errors.
function remarks(run) {
	const all = table(run, "messages-links").lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
	return all.filter((row) => row.text && row.code && row.code !== "error");
}

// downloadBase returns the name of the file for the name of the result. Text that was pasted has no
// extension.
function downloadBase(run) {
	if (source.name !== "pasted") return run.name;
	const {part, type} = JSON.parse(table(run, "base").lines[0] ?? "{}");
	return part || /^m/.test(type) ? "pasted.eml" : type === "text/html" ? "pasted.html" : "pasted.txt";
}

function download() {
	const link = make("a");
	// No browser shows this type, so that the result is never opened as a page of this origin.
	link.href = URL.createObjectURL(new Blob([shown.result], {type: "application/octet-stream"}));
	link.download = resultName(downloadBase(shown), shown.mode);
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
	announce("Downloaded.");
}

// Progress and messages.

const kinds = {base: "Looking for the base", links: "Reading the links", edits: "Marking the changes", result: "Writing the result"};
let progressTimer = 0; // it shows the progress of a run that takes longer

function working(yes) {
	clearTimeout(progressTimer);
	get("output").setAttribute("aria-busy", yes);
	if (!yes) {
		get("progress").hidden = true;
		return;
	}
	get("bar").removeAttribute("value");
	get("progress-text").textContent = engine.module ? "Working" : "Starting";
	progressTimer = setTimeout(() => {
		get("progress").hidden = false;
		announce("Working.");
	}, 300);
}

function progress({progress, kind}) {
	get("bar").value = progress;
	get("progress-text").textContent = `${kinds[kind]}, ${Math.floor(100 * progress)} %`;
}

function problem(title, ...lines) {
	get("problem").replaceChildren(...(title ? [make("p", "", make("b", "", title)), ...lines.map((line) => make("p", "", visible(line, 1000)))] : []));
	if (!title) {
		get("base-error").textContent = "";
		get("base").removeAttribute("aria-invalid");
	}
}

function announce(text) { get("status").textContent = text; }

// What the visitor does.

get("choose").addEventListener("click", () => get("file").click());
get("file").addEventListener("change", () => {
	const [file] = get("file").files;
	if (!file) return;
	closePaste();
	load(file, file.name);
	get("file").value = ""; // so that the same file can be chosen again
});
get("example").addEventListener("click", () => {
	closePaste();
	load(new Blob([exampleMessage]), exampleName);
});
get("paste").addEventListener("click", () => {
	const open = get("paste-box").hidden;
	get("paste-box").hidden = !open;
	get("paste").setAttribute("aria-expanded", open);
	if (open) get("text").focus();
});
get("text").addEventListener("input", () => {
	clearTimeout(runTimer);
	runTimer = setTimeout(() => load(new Blob([get("text").value]), "pasted"), 300);
});

function closePaste() {
	get("paste-box").hidden = true;
	get("paste").setAttribute("aria-expanded", false);
}

addEventListener("dragover", (event) => {
	event.preventDefault();
	event.dataTransfer.dropEffect = "copy";
	document.body.classList.add("dragging");
});
addEventListener("dragleave", (event) => {
	if (!event.relatedTarget) document.body.classList.remove("dragging");
});
addEventListener("drop", (event) => {
	event.preventDefault();
	document.body.classList.remove("dragging");
	const {files, items} = event.dataTransfer;
	if (items[0]?.webkitGetAsEntry?.()?.isDirectory) {
		get("work").hidden = false;
		problem("This is a folder.", "Make a zip archive of it, and drop that.");
	} else if (files.length) {
		closePaste();
		load(files[0], files[0].name, files.length > 1 ? `, the first of ${number(files.length)} files: the page takes one at a time` : "");
	}
});
addEventListener("paste", (event) => {
	const [file] = event.clipboardData.files;
	if (!file || event.target.matches?.("input, textarea")) return;
	event.preventDefault();
	load(file, file.name);
});

get("settings").addEventListener("submit", (event) => {
	event.preventDefault();
	if (source) run();
});
get("settings").addEventListener("change", () => {
	// A base in the document counts for these links, too.
	get("keep-fragments").disabled = settings().mode === "pin";
});
for (const event of ["input", "change"]) {
	get("settings").addEventListener(event, ({target}) => {
		if ((event === "input") === (target.type === "text")) runSoon(event === "input");
	});
}
get("cancel").addEventListener("click", cancel);
get("download").addEventListener("click", download);
get("find").addEventListener("input", () => shown && filterLinks());
get("edits-of").addEventListener("change", () => showEdits());

// The tabs, with the keys of the ARIA Authoring Practices Guide.
const tabs = [...get("tabs").children];

function choose(tab) {
	for (const other of tabs) {
		other.setAttribute("aria-selected", other === tab);
		other.tabIndex = other === tab ? 0 : -1;
		get(other.getAttribute("aria-controls")).hidden = other !== tab;
	}
}

for (const [i, tab] of tabs.entries()) {
	tab.addEventListener("click", () => choose(tab));
	tab.addEventListener("keydown", (event) => {
		const to = {ArrowRight: i + 1, ArrowLeft: i - 1 + tabs.length, Home: 0, End: tabs.length - 1}[event.key];
		if (to === undefined) return;
		event.preventDefault();
		choose(tabs[to % tabs.length]);
		tabs[to % tabs.length].focus();
	});
}

// On a narrow screen, only the address is shown at first, so that the results are near.
const wide = matchMedia("(min-width: 52.01rem)");
const unfold = () => { get("more").open = wide.matches; };
wide.addEventListener("change", unfold);
unfold();

const engine = new Engine(receive);
