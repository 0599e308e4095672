// Rows of output, for the page and for the worker.

// statusOf returns the status of a link from its row, without parsing it. A link that was rewritten and has no
// scheme is "shortened". In JSON, a quote in a string has a backslash before it, so these match keys only.
function statusOf(line) {
	const status = /,"status":"([^"]*)"/.exec(line)?.[1] ?? "";
	return status === "resolved" && !/,"url":"[a-z][a-z\d+.-]*:/i.test(line) ? "shortened" : status;
}

// cut returns the first characters of a text, without half a surrogate pair.
function cut(text, most) {
	if (text.length <= most) return text;
	const end = isPair(text, most) ? most - 1 : most;
	return text.slice(0, end);
}

// isPair reports whether the two halves of a character are before and after an index.
const isPair = (text, at) => /[\ud800-\udbff]/.test(text[at - 1] ?? "") && /[\udc00-\udfff]/.test(text[at] ?? "");

// difference returns what two texts have in common at the start and at the end, and what differs.
function difference(before, after) {
	const most = Math.min(before.length, after.length);
	let head = 0, tail = 0;
	while (head < most && before[head] === after[head]) head++;
	while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
	if (isPair(before, head) || isPair(after, head)) head--;
	if (isPair(before, before.length - tail) || isPair(after, after.length - tail)) tail--;
	return {
		head: before.slice(0, head), tail: before.slice(before.length - tail),
		removed: before.slice(head, before.length - tail), inserted: after.slice(head, after.length - tail),
	};
}

// shortenPair returns two texts with the same long end left out, so that their difference stays.
function shortenPair(before, after, most) {
	const {tail} = difference(before, after);
	const out = Math.min(tail.length, Math.max(before.length, after.length) - most);
	if (out <= 0) return [before, after];
	return [before, after].map((text) => cut(text, text.length - out) + "…");
}
