// The ways to choose a file: with a button, by drop and paste, as text, and the example.

let textTimer = 0; // loads text that is typed

// load makes a file the chosen one, and runs the command on it. A file of another name does not keep the address
// and the kind. remark follows its size.
function load(file, name, remark = "") {
	clearTimeout(textTimer);
	const former = source;
	source = new Source(file, plainName(name));
	if (source.name !== former?.name) resetFileSettings();
	get("drop").classList.add("compact");
	get("drop-text").hidden = true;
	get("file-name").replaceChildren(make("b", "", visible(shortenMiddle(source.name, 100))), make("span", "", ` ${byteSize(file.size)}${remark}`));
	get("file-name").hidden = false;
	get("intro").hidden = true;
	get("work").hidden = false;
	hideResults();
	startRun();
}

get("choose").addEventListener("click", () => get("file").click());
get("file").addEventListener("change", () => {
	const [file] = get("file").files;
	if (!file) return;
	showPasteBox(false);
	load(file, file.name);
	get("file").value = ""; // so that the same file can be chosen again
});
get("example").addEventListener("click", () => {
	showPasteBox(false);
	load(new Blob([exampleMessage]), exampleName);
});

// Text that is pasted or typed in the box.

function showPasteBox(isOpen) {
	get("paste-box").hidden = !isOpen;
	get("paste").setAttribute("aria-expanded", isOpen);
	if (isOpen) get("text").focus();
}

get("paste").addEventListener("click", () => showPasteBox(get("paste-box").hidden));
get("text").addEventListener("input", () => {
	clearTimeout(textTimer);
	textTimer = setTimeout(() => load(new Blob([get("text").value]), pastedName), 300);
});

// Files that are dropped or pasted anywhere on the page.

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
		showProblem({title: "This is a folder.", lines: ["Make a zip archive of it, and drop that."]});
	} else if (files.length) {
		showPasteBox(false);
		load(files[0], files[0].name, files.length > 1 ? `, the first of ${number(files.length)} files: the page takes one at a time` : "");
	}
});
addEventListener("paste", (event) => {
	const [file] = event.clipboardData.files;
	if (!file || event.target.matches?.("input, textarea")) return;
	event.preventDefault();
	load(file, file.name);
});
