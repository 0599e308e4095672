// Text of documents and sizes, for people. All text of a document is shown as text: nothing here parses markup.

// byteSize returns a number of bytes for people.
function byteSize(n) {
	if (n < 1000) return plural(n, "byte");
	const units = ["kB", "MB", "GB"];
	let i = -1;
	do {
		n /= 1000;
		i++;
	} while (n >= 999.5 && i < units.length - 1);
	return `${n.toPrecision(3)} ${units[i]}`;
}

// hidden matches what a reader would not see: control characters, characters that change the direction of
// text, spaces other than the usual one, and those that show nothing. U+FFFD stands for bytes that are not UTF-8.
const hidden = /(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\ufffd]/gu;

// escapeHidden returns the form in which a hidden character is shown.
function escapeHidden(char) {
	const code = char.codePointAt(0);
	const hex = (digits) => code.toString(16).padStart(digits, "0");
	if (code === 0xfffd) return "�";
	if (char === "\n") return "↵";
	if (char === "\t") return "⇥"; // pages are indented by them
	if (code < 0x80) return "\\x" + hex(2);
	return code <= 0xffff ? "\\u" + hex(4) : `\\u{${hex(1)}}`;
}

// shortenMiddle returns a text without its middle, if it has more than most characters.
function shortenMiddle(text, most) {
	if (text.length <= most) return text;
	const from = text.length - Math.floor(most / 3);
	return `${cut(text, Math.floor(most / 2))}…${text.slice(isPair(text, from) ? from + 1 : from)}`;
}

// maxShown is how many characters of a text are shown, unless another number is given.
const maxShown = 600;

// visible returns the start of a text as nodes, with hidden characters in boxes.
function visible(text, most = maxShown) {
	const nodes = document.createDocumentFragment(), start = cut(text, most);
	let plain = 0;
	for (const match of start.matchAll(hidden)) {
		nodes.append(start.slice(plain, match.index), make("span", "hidden", escapeHidden(match[0])));
		if (match[0] === "\n") nodes.append("\n"); // the text goes on in the next line
		plain = match.index + match[0].length;
	}
	nodes.append(start.slice(plain));
	if (start.length < text.length) nodes.append(make("span", "more", `… ${number(text.length - start.length)} more`));
	return nodes;
}

const code = (text) => make("code", "", visible(text));
