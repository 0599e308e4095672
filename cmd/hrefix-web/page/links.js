// The list of links, and its filters.

const linkList = new PagedList(get("panel-links"), 50, "link", drawShown(drawLink));

// statusOrder is the order in which the statuses of links are shown.
const statusOrder = ["shortened", "resolved", "relative", "absolute", "left", "unresolved"];
let chosenStatus = ""; // the status of the links that are listed; empty for all

// statusesOf returns the statuses of the links of a run.
const statusesOf = (run) => statusOrder.filter((status) => run.count(status));

// showLinks lists the links of the shown run.
function showLinks() {
	document.querySelector("#panel-links .filters").hidden = shown.table("links").all === 0;
	showStatuses(shown);
	get("find").value = "";
	filterLinks();
}

// showStatuses makes a button for each status of the links of a run.
function showStatuses(run) {
	if (chosenStatus && !run.count(chosenStatus)) chosenStatus = "";
	const choice = (status, label, n) => {
		const button = makeButton(() => {
			chosenStatus = status;
			for (const other of get("statuses").children) other.setAttribute("aria-pressed", other === button);
			filterLinks();
		}, label, " ", make("span", "count", number(n)));
		if (status) button.className = status;
		button.setAttribute("aria-pressed", chosenStatus === status);
		return button;
	};
	get("statuses").replaceChildren(choice("", "All", run.table("links").all),
		...statusesOf(run).map((status) => choice(status, statusNames[run.mode][status], run.count(status))));
}

// filterLinks lists the links of the shown run that match the filters. It pauses, so that the page stays fast
// with many links, and stops if the filters or the run have changed in a pause.
async function filterLinks() {
	const run = shown, {lines, all} = run.table("links"), text = get("find").value.toLowerCase(), status = chosenStatus;
	const isCurrent = () => run === shown && status === chosenStatus && text === get("find").value.toLowerCase();
	if (!status && !text) {
		linkList.show(lines, all);
		return;
	}
	const found = [];
	for (let at = 0, began = performance.now(); at < lines.length; at++) {
		if (matches(lines[at], status, text)) found.push(lines[at]);
		if (at % 500 === 0 && performance.now() - began > 20) {
			await new Promise((done) => setTimeout(done));
			if (!isCurrent()) return;
			began = performance.now();
		}
	}
	linkList.show(found, found.length, lines.length < all ? ` among the first ${number(lines.length)} of ${number(all)}` : "");
}

// matches reports whether a link has a status, if one is given, and a text in lower case in what is shown of it.
function matches(line, status, text) {
	if (status && statusOf(line) !== status) return false;
	if (!text) return true;
	const row = JSON.parse(line);
	return [row.ref, row.url, `${row.element} ${row.attr}`, row.text, row.doc, row.base].some((s) => s.toLowerCase().includes(text));
}

get("find").addEventListener("input", () => shown && filterLinks());
