// The download of the result.

const pastedName = "pasted"; // the name of pasted text, which is not a file

// downloadName returns the name of the result of a run.
function downloadName(run) {
	return resultName(run.source.name === pastedName ? pastedFileName(run) : run.name, run.mode);
}

// pastedFileName returns the name of pasted text with an extension for what it is.
function pastedFileName(run) {
	const {part, type} = JSON.parse(run.table("base").lines[0] ?? "{}");
	return pastedName + (part || /^m/.test(type) ? ".eml" : type === "text/html" ? ".html" : ".txt");
}

function download() {
	const link = make("a");
	// No browser shows this type, so that the result is never opened as a page of this origin.
	link.href = URL.createObjectURL(new Blob([shown.result], {type: "application/octet-stream"}));
	link.download = downloadName(shown);
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
	announce("Downloaded.");
}

get("download").addEventListener("click", download);
