// The page.

const fields = ["text", "in", "group", "rows", "doc"];
const heads = [...document.querySelectorAll("th[data-column]")];

readAll();
const labels = new Set([...documents, ...places].map((item) => addressed(item.label)));

const pager = (id) => get(id).querySelector(":scope > .pager");
const listOf = (items, noun, size, id, body, draw, turned, remark) => new List({
	items, noun, nouns: id === "documents" ? nouns : undefined, size, body, count: get(`${id}-count`), pager: pager(id), draw, turned, remark,
});
// onlyFaults says that the page has no other links.
const onlyFaults = get("references").dataset.only === "faults";
const hasKnown = figures.references.some(({className, n}) => className === "known" && n > 0);
const wanted = onlyFaults ? figures.references.find(({className}) => className === "faulty").n : total.references;
const remark = references.length < wanted ? `; these are the first ${number(references.length)} of ${number(wanted)}`
	: onlyFaults && wanted < total.references ? `; the other ${plural(total.references - wanted, "link")} of ${number(total.references)} have no ${hasKnown ? "new " : ""}fault, and are not on this page` : "";
const documentList = listOf(documents, "document", 25, "documents", get("document-list"), drawDocument, () => {});
const groupList = listOf([], "group", 10, "groups", get("group-table").tBodies[0], drawGroup, () => {});
const faultList = get("faults") && listOf([], "row", 10, "faults", get("fault-list"), drawTarget, () => {});
const tree = grow();
const referenceList = listOf(references, "link", 100, "references", get("reference-table").tBodies[0],
	drawReference, () => {
		view.page = String(referenceList.page + 1);
		writeAddress();
	}, remark);

// shown is what was drawn last.
const shown = {documents: null, group: "", path: null};

// draw shows what the view says.
function draw() {
	for (const name of fields) {
		if (get(name).value !== view[name]) get(name).value = view[name];
	}
	referenceList.size = Number(view.rows);
	const items = sorted(passing());
	get("reference-table").classList.toggle("no-after", !items.some(isRewritten));
	get("reference-table").classList.toggle("no-why", view.why !== "");
	referenceList.only(items, Number(view.page) - 1);
	view.page = String(referenceList.page + 1);
	drawGroups();
	drawPath();
	drawChips();
	for (const head of heads) {
		if (view.sort.replace("-", "") !== head.dataset.column) head.removeAttribute("aria-sort");
		else head.setAttribute("aria-sort", view.sort.startsWith("-") ? "descending" : "ascending");
	}
	for (const figure of [...figures.references, ...figures.documents]) {
		figure.button?.setAttribute("aria-pressed", isShown(figure.filters));
	}
	drawDocuments();
}

// drawDocuments shows the documents anew if others are to be shown: those that are open stay so.
function drawDocuments() {
	const filter = JSON.stringify([view.layer, view.doc]);
	if (filter === shown.documents) return;
	shown.documents = filter;
	const text = view.doc.toLowerCase();
	documentList.only(documents.filter((doc) => (!view.layer || doc.layer === view.layer) &&
		`${doc.label}\n${doc.base}`.toLowerCase().includes(text)));
}

// drawPath shows the tree, and the faults in what is chosen of it, if that is another part.
function drawPath() {
	if (view.path === shown.path) return;
	shown.path = view.path;
	drawTree(tree);
	if (!faultList) return;
	faultList.items = faultTargets(references.filter(view.path ? inPath(view.path) : () => true));
	faultList.remark = view.path ? " in what is chosen" : references.length === wanted ? "" : ` in the first ${number(references.length)} links`;
	faultList.only(faultList.items);
}

// change changes the view. Unless that is for documents, it shows the first page.
function change(changes, typed) {
	Object.assign(view, "doc" in changes || "layer" in changes ? {} : {page: "1"}, changes);
	draw();
	writeAddress(typed);
}

// Filters.

// showOnly makes those the only filters of their list, and goes to it.
function showOnly(filters, id) {
	change("layer" in filters ? filters : {...noFilters, ...filters});
	get(id).focus();
	get(id).scrollIntoView();
}

// isShown reports whether those are the only filters of their list.
function isShown(filters) {
	const all = "layer" in filters ? {layer: "", doc: ""} : noFilters;
	return Object.entries({...all, ...filters}).every(([name, value]) => view[name] === value);
}

// drawChips shows the filters, and how many links they hide.
function drawChips() {
	const active = Object.keys(noFilters).filter((name) => view[name]);
	const hiding = referenceList.items.length - referenceList.shown.length;
	const count = note(`${plural(active.length, "filter")} ${active.length === 1 ? "hides" : "hide"} ${plural(hiding, "link")}:`);
	get("chips").replaceChildren(...(active.length ? [count] : []), ...active.map(drawChip));
}

function drawChip(name) {
	const {title, show} = dimensions[name] ?? {title: "Text"};
	const chip = makeButton(() => {
		change({[name]: ""});
		get("references-title").focus();
	}, make("span", "", `${title}: `, visible(show?.(view[name]) ?? view[name])), make("span", "cross", "×"));
	chip.setAttribute("aria-label", `Remove the filter ${chip.firstChild.textContent}`);
	return chip;
}

// saveRows gives the browser a file with all links that pass the filters.
function saveRows() {
	const file = new Blob([asTSV(referenceList.shown)], {type: "text/tab-separated-values"});
	const link = make("a");
	link.href = URL.createObjectURL(file);
	link.download = "links.tsv";
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // after the browser has read it
}

// Groups.

function drawGroups() {
	const box = get("groups");
	box.hidden = !view.group;
	if (!view.group) return;
	get("group-title").textContent = dimensions[view.group].title;
	groupList.items = groups();
	groupList.only(groupList.items, shown.group === view.group ? groupList.page : 0);
	shown.group = view.group;
}

function drawGroup([value, n]) {
	const name = view.group, wanted = addressed(value);
	const button = makeButton(() => {
		const at = [...groupList.body.rows].indexOf(row);
		change({[name]: view[name] === wanted ? "" : wanted});
		groupList.body.rows[at]?.querySelector("button").focus();
	}, value ? visible(dimensions[name].show?.(value) ?? value) : none);
	button.setAttribute("aria-pressed", view[name] === wanted);
	const head = make("th", "", button);
	head.scope = "row";
	const row = make("tr", "", head, make("td", "", number(n)));
	return row;
}

// The summary.

// few is how many reasons of a status are shown until more are wanted.
const few = 4;

function drawFigures(id, list, title) {
	const rows = [];
	let reasons = 0, rest = [];
	const end = () => {
		if (rest.length) rows.push(drawMore(rest));
		reasons = 0;
		rest = [];
	};
	for (const figure of list) {
		const row = drawFigure(figure, title);
		if (figure.className !== "why") end();
		else if (++reasons > few) rest.push(row);
		rows.push(row);
	}
	end();
	get(id).tBodies[0].replaceChildren(...rows);
}

function drawFigure(figure, title) {
	const head = make("th", "", visible(figure.label)), cell = make("td");
	head.scope = "row";
	const row = make("tr", figure.className ?? "", head, cell);
	if (!figure.filters || figure.n === 0 || onlyFaults && "status" in figure.filters) {
		cell.append(number(figure.n));
		return row;
	}
	figure.button = makeButton((event) => {
		event.stopPropagation();
		if (isShown(figure.filters)) change({...noFilters, layer: ""});
		else showOnly(figure.filters, title);
	}, number(figure.n));
	figure.button.setAttribute("aria-label", `${number(figure.n)}, show only: ${head.textContent}`);
	row.classList.add("choice");
	row.addEventListener("click", () => figure.button.click());
	cell.append(figure.button);
	return row;
}

// drawMore returns a row with a button that shows rows.
function drawMore(rows) {
	for (const row of rows) row.hidden = true;
	const button = makeButton(() => {
		const open = button.getAttribute("aria-expanded") === "false";
		for (const row of rows) row.hidden = !open;
		button.setAttribute("aria-expanded", open);
	}, plural(rows.length, "more reason"));
	button.setAttribute("aria-expanded", false);
	const cell = make("td", "", button);
	cell.colSpan = 2;
	return make("tr", "why more", cell);
}

// What is clicked and typed.

for (const head of heads) {
	const column = head.dataset.column;
	head.append(makeButton(() => change({sort: view.sort === column ? "-" + column : column}), ...head.childNodes));
}
for (const name of fields) {
	get(name).addEventListener("input", () => change({[name]: get(name).value}, get(name).localName === "input"));
}
get("clear").addEventListener("click", () => change(noFilters));
get("save").addEventListener("click", saveRows);
for (const link of document.querySelectorAll("header a")) {
	link.addEventListener("click", (event) => { // the address has the view
		event.preventDefault();
		get(link.hash.slice(1)).scrollIntoView();
		get(link.hash.slice(1) + "-title").focus({preventScroll: true});
	});
}
addEventListener("popstate", () => {
	readAddress();
	draw();
});
for (const bar of document.querySelectorAll(".controls")) bar.hidden = false;

get("bar").append(...drawBar(Object.fromEntries(figures.references.map((f) => [f.className, f.n]))));
get("note-list")?.replaceChildren(...noteKinds(false).map(drawNotes));
get("seal-list")?.replaceChildren(...noteKinds(true).map(drawNotes));
drawFigures("reference-figures", figures.references, "references-title");
drawFigures("document-figures", figures.documents, "documents-title");
readAddress();
draw();
