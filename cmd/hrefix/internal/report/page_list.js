// Lists that are shown a page at a time.

class List {
	// turned is called when a button has turned the page.
	constructor({items, noun, nouns = [noun, noun + "s"], size, body, count, pager, draw, turned, remark = ""}) {
		Object.assign(this, {items, nouns, size, body, count, pager, draw, remark, shown: items, page: 0});
		this.buttons = {};
		for (const [name, to] of [["First", () => 0], ["Previous", () => this.page - 1],
			["Next", () => this.page + 1], ["Last", () => this.pages() - 1]]) {
			this.buttons[name] = makeButton(() => {
				this.show(to());
				turned();
			}, name);
			pager.append(this.buttons[name]);
		}
	}

	pages() {
		return Math.max(1, Math.ceil(this.shown.length / this.size));
	}

	// only makes those items the list's, and shows a page of them.
	only(items, page = 0) {
		this.shown = items;
		this.show(page);
	}

	show(page) {
		this.page = Math.min(Math.max(page, 0), this.pages() - 1);
		const first = this.page * this.size;
		const items = this.shown.slice(first, first + this.size);
		this.body.replaceChildren(...items.map(this.draw));
		this.allow(["First", "Previous"], this.page > 0);
		this.allow(["Next", "Last"], this.page < this.pages() - 1);
		this.pager.hidden = this.pages() === 1;
		this.count.textContent = this.describe(first, items.length);
	}

	// allow marks buttons that would change nothing. They keep the focus.
	allow(names, yes) {
		for (const name of names) this.buttons[name].setAttribute("aria-disabled", !yes);
	}

	describe(first, n) {
		const all = this.items.length, shown = this.shown.length;
		const range = n === 0 ? `No ${this.nouns[1]}`
			: `${number(first + 1)} to ${number(first + n)} of ${number(shown)} ${this.nouns[shown === 1 ? 0 : 1]}`;
		return range + (shown < all ? `, ${number(all)} in all` : "") + this.remark + ".";
	}
}

// Documents.

const boxes = [ // outermost first
	["default", "None", "relative links lead nowhere"],
	["retrieval", "Where it was saved", "the URL that it was retrieved from"],
	["encapsulating", "Header of the message", "what encloses it: header fields, messages, documents"],
	["embedded", "BASE in the page", "its own content"],
];

// drawLabel returns the name of a document, and the subject if it is a message.
const drawLabel = ({label, subject}) => [breaking(label), ...drawSubject(subject)];
const drawSubject = (subject) => subject ? [" ", make("span", "subject", visible(subject))] : [];

function drawDocument(doc) {
	const base = make("span", "base");
	if (doc.base) base.append("Base ", code(doc.base));
	else base.append("No base", visible(doc.advice));
	if (doc.from) base.append(" by ", visible(doc.from));
	base.append(...omittedNote(doc.omitted));
	const title = make("h3", "", ...drawLabel(doc), " ", make("span", "type", visible(doc.type)));
	return make("article", "document", make("details", "",
		make("summary", "", title, " ", base),
		boxes.reduceRight((inner, box) => drawBox(doc, box, inner), null),
		makeButton(() => showOnly({in: addressed(doc.label)}, "references-title"), "Its links")));
}

function drawBox(doc, [layer, title, what], inner) {
	const won = doc.layer === layer;
	const box = make("div", won ? "box won" : "box");
	if (inner) box.append(inner);
	const candidates = doc.candidates.filter((c) => c[0] === layer).map(drawCandidate);
	box.append(make("p", "", make("strong", "", title), " ", note(what)),
		make("ul", "", ...(candidates.length ? candidates : [drawNone(layer, won)])));
	return box;
}

const mark = (used) => make("span", "mark", used ? "used" : "not used");

function drawCandidate([, from, value, url, used, reason]) {
	const item = make("li", used ? "used" : "", mark(used), " ", visible(from), ": ", code(value));
	if (url && url !== value) item.append(" is ", code(url));
	if (reason) item.append(" ", make("span", "reason", visible(reason)));
	return item;
}

function drawNone(layer, won) {
	if (won) return make("li", "used", mark(true), " nothing gives a base");
	if (layer !== "default") return make("li", "", "nothing");
	return make("li", "", mark(false), " ", make("span", "reason", "another base counts first"));
}

// Faults, by target.

// faultTargets returns the targets of references with faults, each with its first one, those of the most references
// first. As check prints them, targets that are in a folder about which their faults are share a row if there are some.
function faultTargets(refs) {
	const targets = new Map(), folders = new Map();
	for (const ref of refs) {
		if (!ref.fault) continue;
		const key = JSON.stringify([target(ref), ref.fault, ref.isWarning]);
		const known = targets.get(key);
		if (known) known.n++;
		else targets.set(key, {ref, n: 1});
	}
	const rows = [];
	for (const item of targets.values()) {
		const {faultFolder: into, fault} = item.ref, key = JSON.stringify([into, fault]);
		if (!into) rows.push(item);
		else if (folders.has(key)) folders.get(key).push(item);
		else folders.set(key, [item]);
	}
	for (const items of folders.values()) {
		const {ref} = items[0];
		if (items.length < minTargets) rows.push(...items);
		else rows.push({ref, n: items.reduce((n, item) => n + item.n, 0), into: ref.faultFolder, targets: items.length});
	}
	return rows.sort((a, b) => b.n - a.n || a.ref.n - b.ref.n);
}

// minTargets is how many targets with the same fault in a folder are one row.
const minTargets = 3;

function drawTarget({ref, n, into, targets}) {
	const filter = into ? {into: addressed(into)} : {target: addressed(target(ref))};
	const button = makeButton(() => showOnly({path: view.path, fault: addressed(ref.fault), ...filter}, "references-title"),
		code(into || target(ref) || "(empty)"));
	button.setAttribute("aria-label", `Show only links to ${button.textContent}`);
	const isMissing = ref.fault === "missing-file";
	const why = !into ? visible(ref.faultText) : isMissing ? `no such file: ${number(targets)} files in this missing folder`
		: visible(`${ref.faultText} (${number(targets)} files)`);
	return make("li", "", make("b", "", number(n)), " ", make("div", "", button, ...drawFault(ref), " ", why, " ",
		note(n === 1 ? "in " : "first in ", ...drawLabel(ref.place), `, line ${number(ref.line)}`)));
}

// Notes.

// noteKinds returns the notes of each kind: first of what is left, and the most frequent first. Signatures are apart.
function noteKinds(areSealed) {
	const kinds = new Map();
	for (const n of notes) {
		if ((n.state === "sealed") !== areSealed) continue;
		const key = JSON.stringify([n.kind, n.state]);
		if (!kinds.has(key)) kinds.set(key, []);
		kinds.get(key).push(n);
	}
	const isLeft = ([n]) => n.state === "left";
	return [...kinds.values()].sort((a, b) => isLeft(b) - isLeft(a) || b.length - a.length || byText(([n]) => n.kind)(a, b));
}

// drawState returns what becomes of what a note describes.
function drawState({state}) {
	if (state === "left") return make("span", "status left", "left alone");
	return state === "damaged" ? note("read all the same") : "";
}

// drawNotes returns the notes of a kind. Its list is made when it is opened.
function drawNotes(items) {
	const body = make("ol"), count = make("p", "note"), pager = make("nav", "pager");
	pager.setAttribute("aria-label", "Pages of notes");
	const details = make("details", "", make("summary", "", make("b", "", number(items.length)), " ",
		drawState(items[0]), " ", visible(items[0].kind)), body, count, pager);
	details.addEventListener("toggle", () => {
		new List({items, noun: "note", size: 25, body, count, pager, draw: drawNote, turned: () => {}}).show(0);
	}, {once: true});
	return details;
}

function drawNote({label, offset, subject, kind, text}) {
	const item = make("li", "", ...drawLabel({label, subject}), " ", note(`byte ${offset}`));
	if (text !== kind) item.append(" ", make("span", "reason", visible(text)));
	return item;
}

// References.

const before = (ref) => ref.head + ref.removed + ref.tail;
const isRewritten = (ref) => ref.removed !== "" || ref.inserted !== "";
const after = (ref) => isRewritten(ref) ? ref.head + ref.inserted + ref.tail : "";
const target = (ref) => ref.faultTarget || after(ref) || before(ref);
const folderOf = (url) => url.replace(/[?#].*/s, "").replace(/[^\/]*$/, "");
const folder = (ref) => ref.faultFolder || folderOf(target(ref)) || none;
const element = (ref) => `${ref.element} ${ref.attr}`.trim();
const why = (ref) => ref.status === "resolved" ? `base: ${ref.place.from}${ref.reason && "; "}${ref.reason}` : ref.faultText ?? ref.reason;

function drawReference(ref) {
	const cell = (...children) => make("td", "", ...children);
	const changed = (name, text) => text ? [make(name, "", breaking(text))] : [];
	return make("tr", "",
		cell(...drawLabel(ref.place), " ", note(`line ${ref.line}, byte ${ref.offset}`)),
		cell(visible(element(ref))),
		cell(...(ref.fault ? drawFault(ref) : [make("span", `status ${ref.status}`, statusLabels.get(ref.status))])),
		cell(before(ref) === "" ? note("empty")
			: make("code", "", breaking(ref.head), ...changed("del", ref.removed), breaking(ref.tail))),
		cell(!isRewritten(ref) ? note(figures.isChecked ? "as written" : "stays")
			: make("code", "", breaking(ref.head), ...changed("ins", ref.inserted), breaking(ref.tail))),
		cell(visible(why(ref)), ...omittedNote(ref.omitted)));
}

// drawFault returns what marks a reference that has a fault.
function drawFault(ref) {
	if (!ref.fault) return [];
	return [" ", make("span", ref.isWarning ? "fault warning" : "fault", visible(ref.fault))];
}

const byText = (text) => (a, b) => {
	const x = text(a), y = text(b);
	return x < y ? -1 : x > y ? 1 : 0;
};

const columns = {
	place: (a, b) => byText((ref) => ref.place.name)(a, b) || a.place.message - b.place.message || a.offset - b.offset,
	element: byText(element),
	status: byText((ref) => ref.status),
	before: byText(before),
	after: byText(after),
	why: byText(why),
};

// asTSV returns links as lines of fields between tabs. Hidden characters are escaped. A spreadsheet takes no field for
// a formula.
function asTSV(refs) {
	const field = (text) => String(text).replace(hidden, escape).replace(/^[=+@-]/, "'$&");
	const lines = [["document", "message", "part", "subject", "line", "byte", "element", "status", "link", "target", "why"]];
	for (const ref of refs) {
		const {name, message, part, subject} = ref.place;
		lines.push([name, message || "", part, subject, ref.line, ref.offset, element(ref), ref.fault ?? statusLabels.get(ref.status), before(ref), target(ref), why(ref)]);
	}
	return lines.map((fields) => fields.map(field).join("\t") + "\n").join("");
}
