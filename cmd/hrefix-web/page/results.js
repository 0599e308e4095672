// The results of a run.

const editList = new PagedList(get("panel-edits"), 50, "change", drawShown(drawEdit));
const documentList = new PagedList(get("panel-base"), 20, "document",
	drawShown((row, run) => drawDocument(row, run, run.table("base").lines.length <= 3)));
const remarkList = new PagedList(get("panel-messages"), 50, "remark", drawShown(drawRemark));

// showResults shows the results of a run from the first page of each list.
function showResults(run) {
	shown = run;
	const title = titleOf(run), note = noteOf(run);
	get("results-title").textContent = title;
	get("results-note").textContent = note;
	showShare(run);
	showLinks();
	showEdits();
	const documents = run.table("base");
	documentList.show(documents.lines, documents.all);
	const remarks = run.remarks(), messages = run.table("messages-links");
	remarkList.show(remarks, remarks.length + messages.all - messages.lines.length);
	const edits = run.table("edits").all;
	for (const [id, n] of [["links", run.table("links").all], ["edits", edits], ["base", documents.all], ["messages", remarkList.all]]) {
		get(`tab-${id}`).querySelector(".count").textContent = number(n);
	}
	get("download").hidden = edits === 0; // the result is the file
	markBase(run.needsAddress());
	get("download").textContent = `Download ${shortenMiddle(downloadName(run), 60)}`;
	get("command").replaceChildren(visible(inTerminal(run.name, run.settings, run.isTree), 5000));
	get("results").hidden = false;
	announce(`${title} ${note}`);
}

function hideResults() {
	shown = null;
	get("results").hidden = true;
	markBase(false);
}

// markBase marks the field of the address if the results need one, or removes the mark.
function markBase(isNeeded) {
	get("base").classList.toggle("needed", isNeeded);
	get("base-help").textContent = isNeeded ? "Needed: the file does not say where it came from." : "Only needed if the file does not name it.";
}

// titleOf returns what a run has done, in a sentence.
function titleOf(run) {
	const all = run.table("links").all, of = (n, what) => `${number(n)} of ${plural(all, "link")} ${what}.`;
	if (all === 0) return "No links found.";
	if (run.mode === "rel") return of(run.count("shortened") + run.count("relative"), "are relative now");
	if (run.mode === "pin") return run.table("edits").all ? "The base is in the document now." : "Nothing to pin.";
	const made = run.count("resolved");
	if (made > 0) return of(made, made === 1 ? "was made absolute" : "were made absolute");
	if (run.count("unresolved") > 0) return "These links need an address.";
	return "Nothing to do: no link is relative.";
}

// noteOf returns the sentences below the title.
function noteOf(run) {
	const edits = run.table("edits").all;
	if (edits === 0) return run.needsAddress() ? "Give the address that the file came from." : "The result is the same as your file, byte for byte.";
	const grown = run.result.size - run.source.file.size;
	return `${plural(edits, "place")} changed, ${byteSize(Math.abs(grown))} ${grown < 0 ? "less" : "more"}. ${restOf(run)}`;
}

// restOf returns what stays as it is, in a sentence.
function restOf(run) {
	if (run.hasRecords()) return "Each page that changes follows as a new record. Every record of your file stays as it is.";
	if (run.isTree || /\.(gz|zst)$/i.test(run.name)) return "Every other byte of the documents in it is the same.";
	return "Every other byte is the same.";
}

// showShare shows a bar with the share of each status of links.
function showShare(run) {
	get("share").replaceChildren(...statusesOf(run).map((status) => {
		const part = make("span", status);
		part.style.flexGrow = run.count(status);
		return part;
	}));
}

// showEdits lists the changes of the shown run: those of the bytes of the file, or of its encoded parts, decoded.
function showEdits() {
	const edits = shown.table("edits"), decoded = shown.table("decoded"), choice = get("edits-of");
	choice.hidden = decoded.all === 0;
	if (decoded.all === 0) choice.querySelector("[value=edits]").checked = true;
	for (const [value, {all}] of [["edits", edits], ["decoded", decoded]]) {
		choice.querySelector(`[value=${value}] ~ .count`).textContent = number(all);
	}
	const isDecoded = choice.querySelector("[value=decoded]").checked, {lines, all} = isDecoded ? decoded : edits;
	editList.show(lines, all);
	get("edits-note").textContent = all === 0 ? "" : isDecoded
		? "What the changes mean in text that is encoded in the file."
		: shown.hasRecords() ? "Only the marked bytes differ between a page in your file and its new record."
			: "Only the marked bytes differ between a document in your file and in the result.";
}

get("edits-of").addEventListener("change", showEdits);
