// Elements for rows that the command prints: links, changes, documents and remarks.

// drawShown returns a function that draws a row of the shown run from its line. draw gets the row, the run, and
// the status, if the row is a link.
const drawShown = (draw) => (line) => draw(JSON.parse(line), shown, statusOf(line));

// where returns the place of a row in the file with a name.
function where(row, name) {
	const parts = [];
	if (row.doc?.startsWith(name + "/")) parts.push(row.doc.slice(name.length + 1));
	if (row.record_url) parts.push(row.record_url);
	if (row.message) parts.push(`message ${number(row.message)}`);
	if (row.part) parts.push(`part ${row.part}`);
	if (row.line) parts.push(`line ${number(row.line)}`);
	return parts.join(", ");
}

// statusNames are the names of the statuses of links, by mode.
const statusNames = {
	abs: {resolved: "Made absolute", shortened: "Resolved", absolute: "Absolute already", unresolved: "Stays relative", left: "Left as it is", relative: "Relative"},
	rel: {shortened: "Made relative", relative: "Relative already", resolved: "Made absolute", absolute: "Absolute", unresolved: "Stays relative", left: "Left as it is"},
	pin: {resolved: "Works by the base", shortened: "Works by the base", absolute: "Absolute", unresolved: "Stays relative", left: "Left as it is", relative: "Relative"},
};

const layerNames = {
	embedded: ["3.1", "In the document", "BASE in HTML, or what else the content itself says"],
	encapsulating: ["3.2", "Around the document", "the header of the message or part that holds it"],
	retrieval: ["3.3", "Where it came from", "the address that you gave, or that the saved file names"],
	default: ["3.4", "Nowhere", "without a base, relative links mean nothing"],
};

// drawLink returns the element of a link, with what changes in it marked.
function drawLink(row, {name, mode}, status) {
	const changes = row.url !== "" && row.url !== row.ref && (mode !== "pin" || row.status === "resolved");
	const d = changes ? difference(row.ref, row.url) : null;
	const before = row.ref === "" ? make("span", "empty", "empty") : d
		? make("code", "", visible(d.head), ...marked("del", d.removed), visible(d.tail)) : code(row.ref);
	const item = make("li", "link", make("p", "before", make("span", "unseen", "Before: "), before));
	if (d) {
		item.append(make("p", "after", arrow(), make("span", "unseen", mode === "pin" ? "leads to: " : "after: "),
			make("code", "", visible(d.head), ...marked("ins", d.inserted), visible(d.tail))));
	}
	item.append(make("p", "meta", make("span", `status ${status}`, statusNames[mode][status] ?? status), " ",
		make("span", "", visible([`${row.element} ${row.attr}`.trim(), where(row, name)].filter(Boolean).join(", "))),
		...why(row)));
	return item;
}

function arrow() {
	const sign = make("span", "arrow", "→");
	sign.setAttribute("aria-hidden", true);
	return sign;
}

const marked = (name, text) => text ? [make(name, "", visible(text))] : [];

// originOf returns what gave a base, in words of the page.
const originOf = (from) => from === "the options" ? "your address" : from;

// why returns the reason of a row, or what gave its base.
function why(row) {
	const text = row.text || (row.status === "resolved" ? `base from ${originOf(row.from)}` : "");
	return text ? [" · ", make("span", "why", visible(text))] : [];
}

// drawEdit returns the element of a change, with the changed bytes marked.
function drawEdit(row, {name}) {
	return make("li", "edit",
		make("p", "meta", visible([where(row, name), row.encoding].filter(Boolean).join(", "))),
		make("p", "", make("code", "", visible(row.before), ...changed("del", "removed ", row.old),
			...changed("ins", "added ", row.new), visible(row.after))));
}

// changed returns an element with bytes that were removed or added, between words for screen readers.
function changed(element, label, text) {
	if (!text) return [];
	return [make("span", "unseen", ` ${label}`), make(element, "", visible(text, 2000)), make("span", "unseen", " end ")];
}

// drawDocument returns the element of a document, with the places for its base, the innermost first.
function drawDocument(row, {name}, isOpen) {
	const place = where({...row, line: 0}, name) || name;
	const summary = make("summary", "", make("b", "", visible(place, 200)), " ", make("span", "kind", visible(row.type)), " ",
		make("span", "base", ...(row.base ? ["base ", code(row.base)] : ["no base"])));
	const layers = make("ol", "layers", ...Object.keys(layerNames).map((layer) => drawLayer(layer, row)));
	const details = make("details", "", summary, layers);
	details.open = isOpen;
	return make("li", "document", details);
}

function drawLayer(layer, row) {
	const [section, title, what] = layerNames[layer], won = row.layer === layer;
	const item = make("li", won ? "layer won" : "layer",
		make("p", "title", make("b", "", title), " ", make("small", "", `${section}, ${what}`), ...(won ? [" ", make("span", "badge", "counts")] : [])));
	const found = row.candidates.filter((c) => c.layer === layer);
	for (const c of found) {
		item.append(make("p", c.used ? "candidate used" : "candidate", visible(originOf(c.from), 200), ": ", code(c.value),
			...(c.url && c.url !== c.value ? [" is ", code(c.url)] : []), ...(c.text ? [make("span", "why", " (", visible(c.text), ")")] : [])));
	}
	if (found.length === 0 && layer !== "default") item.firstChild.append(" ", make("span", "none", "nothing"));
	return item;
}

// drawRemark returns the element of a remark.
function drawRemark(row, {name}) {
	return make("li", "message", make("p", "", visible(row.text, 1000)), make("p", "meta", visible(where(row, name), 300)));
}
