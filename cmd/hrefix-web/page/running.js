// Runs: started, cancelled and ended. A run starts for a file, for a change of the settings, or for "Run again".

const maxAutomatic = 4e6; // bytes of a file that is read again at each change of the settings

let runTimer = 0; // starts a run soon

// bringIntoSight scrolls to the results of a run, or to the address that they need, if they are far below, as on a phone.
function bringIntoSight() {
	if (document.activeElement === get("text")) return; // somebody types
	if (get("output").getBoundingClientRect().top > innerHeight / 3) get(shown?.needsAddress() ? "settings" : "output").scrollIntoView();
}

// startRun runs the commands on the chosen file. An address means something else for an archive of files. So a
// file of unknown kind that has an address is probed first: a run lists its documents, and the next one has the
// results. isAsked says that somebody waits for them, and does not just change a setting.
function startRun(isAsked = true) {
	clearTimeout(runTimer);
	const settings = readSettings(), isTree = source.isTree[settings.type];
	const isProbe = isTree === undefined && settings.base !== "";
	running = new Run(source, settings, isProbe, isTree ?? false, isAsked);
	get("again").hidden = true;
	clearProblem();
	showWorking(engine.module ? "Working" : "Starting");
	engine.run({file: source.file, name: source.name,
		commands: isProbe ? probeCommands(source.name, settings) : runCommands(source.name, settings, running.isTree)});
}

// settingsChanged starts a run after a change of the settings, if that is fast, or else offers it. It waits for
// more changes, and longer while somebody types.
function settingsChanged(isTyped) {
	if (!source) return;
	if (source.file.size > maxAutomatic) {
		get("again").hidden = false;
		return;
	}
	clearTimeout(runTimer);
	runTimer = setTimeout(startRun, isTyped ? 600 : 150, false);
}

// receive gets a message of the worker.
function receive(data) {
	if (data.failed) {
		running = null;
		hideWorking();
		hideResults(); // they are those of the former settings
		showProblem({title: "hrefix does not run in this browser, or ran out of memory.", lines: [data.failed]});
	} else if (data.version) {
		get("version").textContent = `, version ${data.version}`;
	} else if (!running || data.module) {
		// The module is for other workers.
	} else if (data.lines) {
		const {lines} = running.table(data.kind);
		for (const line of data.lines) lines.push(line);
	} else if (data.counts) {
		Object.assign(running.table(data.kind), {all: data.all, counts: data.counts});
	} else if (data.result) {
		running.result = data.result;
	} else if (data.ended) {
		running.ended[data.ended] = {status: data.status, took: data.took};
	} else if (data.progress !== undefined) {
		showProgress(data.progress, data.kind);
	} else if (data.done) {
		endRun();
	}
}

// endRun shows the results of the run. After a probe, it starts the run that has results.
function endRun() {
	const run = running;
	const first = run.table("base").lines[0];
	// The names of all documents in an archive begin with the name of the archive, as that of the first does.
	const isTree = first !== undefined && JSON.parse(first).doc.startsWith(run.name + "/");
	if (!run.settings.base || run.isProbe) run.source.isTree[run.settings.type] = isTree;
	if (run.isProbe) {
		startRun(run.isAsked);
		return;
	}
	run.isTree = isTree;
	running = null;
	hideWorking();
	const errors = run.errors();
	if (errors.length) showProblem(advise(errors, run));
	if (run.result) {
		showResults(run);
	} else {
		hideResults();
		announce("No results.");
	}
	if (run.isAsked) bringIntoSight();
}

function cancelRun() {
	engine.cancel();
	running = null;
	hideWorking();
	hideResults(); // they may be those of other settings
	announce("Cancelled.");
	showProblem({title: "Cancelled.", lines: ["Press “Run again”, or choose another file."]});
	get("again").hidden = false;
	get("again").focus();
}

get("settings").addEventListener("submit", (event) => {
	event.preventDefault();
	if (source) startRun();
});
for (const event of ["input", "change"]) {
	get("settings").addEventListener(event, ({target}) => {
		// Text is read while it is typed, and everything else when it is chosen.
		if ((event === "input") === (target.type === "text")) settingsChanged(event === "input");
	});
}
get("cancel").addEventListener("click", cancelRun);

const engine = new Engine(receive);
