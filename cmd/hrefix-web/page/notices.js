// Notices: progress, problems, and announcements for screen readers.

const kindNames = {base: "Looking for the base", links: "Reading the links", edits: "Marking the changes", result: "Writing the result"};
let progressTimer = 0; // shows the progress of a run that takes longer than a moment

// showWorking shows that a run has started. The bar appears if the run takes longer.
function showWorking(text) {
	clearTimeout(progressTimer);
	get("output").setAttribute("aria-busy", true);
	get("bar").removeAttribute("value");
	get("progress-text").textContent = text;
	progressTimer = setTimeout(() => {
		get("progress").hidden = false;
		announce("Working.");
	}, 300);
}

function hideWorking() {
	clearTimeout(progressTimer);
	get("output").setAttribute("aria-busy", false);
	get("progress").hidden = true;
}

// showProgress shows how much of a run is done, from 0 to 1, and the kind of its command.
function showProgress(done, kind) {
	get("bar").value = done;
	get("progress-text").textContent = `${kindNames[kind]}, ${Math.floor(100 * done)} %`;
}

// showProblem shows a title, lines below it, and an error of the address beside its field.
function showProblem({title, lines = [], baseError = ""}) {
	get("problem").replaceChildren(make("p", "", make("b", "", title)), ...lines.map((line) => make("p", "", visible(line, 1000))));
	showBaseError(baseError);
}

function clearProblem() {
	get("problem").replaceChildren();
	showBaseError("");
}

function showBaseError(text) {
	get("base-error").textContent = text;
	if (text) get("base").setAttribute("aria-invalid", true);
	else get("base").removeAttribute("aria-invalid");
}

function announce(text) { get("status").textContent = text; }
