// The engine: workers that run the command.

class Engine {
	// onMessage gets the messages of the worker.
	constructor(onMessage) {
		this.onMessage = onMessage;
		this.packed = get("engine").textContent;
		get("engine").remove();
		const script = new Blob([get("worker-source").textContent], {type: "text/javascript"});
		this.url = trusted(URL.createObjectURL(script));
		this.busy = false;
		this.start();
	}

	// start starts a worker. The first one compiles the command, and the others get the module.
	start() {
		const worker = new Worker(this.url);
		worker.onmessage = ({data}) => {
			if (worker !== this.worker) return;
			if (data.module) {
				this.module = data.module;
				this.packed = null;
			}
			if (data.done || data.failed) this.busy = false;
			this.onMessage(data);
		};
		worker.onerror = (event) => {
			if (worker === this.worker) this.onMessage({failed: event.message || "the worker does not start"});
		};
		this.worker = worker;
		worker.postMessage(this.module ? {module: this.module} : {engine: this.packed});
	}

	// run runs commands on a file, as worker.js says. What still runs is cancelled.
	run(job) {
		this.cancel();
		this.busy = true;
		this.worker.postMessage(job);
	}

	cancel() {
		if (!this.busy) return;
		this.busy = false;
		this.worker.terminate();
		this.start();
	}
}

// trusted returns the URL of the worker as the policy of the page wants it.
function trusted(url) {
	if (!window.trustedTypes) return url;
	return trustedTypes.createPolicy("hrefix-worker", {createScriptURL: (text) => text}).createScriptURL(url);
}
