// Lists that show a page at a time, so that any number of rows is fast.

class PagedList {
	// size is the number of rows on a page, noun is what the items are, and draw returns the element of an item.
	constructor(panel, size, noun, draw) {
		this.range = panel.querySelector(".range");
		this.rows = panel.querySelector(".rows");
		this.pager = panel.querySelector(".pager");
		this.size = size;
		this.noun = noun;
		this.draw = draw;
		this.items = [];
		this.buttons = {};
		for (const [name, to] of [
			["First", () => 0], ["Previous", () => this.page - 1], ["Next", () => this.page + 1], ["Last", () => this.pages() - 1],
		]) {
			this.buttons[name] = makeButton(() => {
				if (this.buttons[name].getAttribute("aria-disabled") === "true") return;
				this.turn(to());
				panel.scrollIntoView({block: "nearest"});
			}, name);
		}
		this.pager.append(...Object.values(this.buttons));
	}

	pages() { return Math.max(1, Math.ceil(this.items.length / this.size)); }

	// show shows items from the first page. all is how many there would be without a limit; remark follows
	// the range.
	show(items, all = items.length, remark = "") {
		this.items = items;
		this.all = all;
		this.remark = remark;
		this.turn(0);
	}

	// turn shows a page, or the nearest one that exists.
	turn(page) {
		this.page = Math.max(0, Math.min(page, this.pages() - 1));
		const first = this.page * this.size, items = this.items.slice(first, first + this.size);
		this.rows.replaceChildren(...items.map(this.draw));
		this.rows.start = first + 1;
		this.rows.hidden = items.length === 0;
		this.allow(["First", "Previous"], this.page > 0);
		this.allow(["Next", "Last"], this.page < this.pages() - 1);
		this.pager.hidden = this.pages() === 1;
		this.range.textContent = this.describe(first, items.length);
	}

	// allow marks buttons that would change nothing. They keep the focus.
	allow(names, yes) {
		for (const name of names) this.buttons[name].setAttribute("aria-disabled", !yes);
	}

	// describe returns a sentence for n rows, from the index first.
	describe(first, n) {
		if (n === 0) return `No ${this.noun}s${this.remark}.`;
		const limit = this.all > this.items.length ? `; the page lists the first ${number(this.items.length)} of ${number(this.all)}` : "";
		if (n === this.items.length) return `${plural(n, this.noun)}${limit}${this.remark}.`;
		return `${number(first + 1)} to ${number(first + n)} of ${plural(this.items.length, this.noun)}${limit}${this.remark}.`;
	}
}
