// The tabs of the results, with the keys of the ARIA Authoring Practices Guide.

const tabs = [...get("tabs").children];

function selectTab(tab) {
	for (const other of tabs) {
		other.setAttribute("aria-selected", other === tab);
		other.tabIndex = other === tab ? 0 : -1;
		get(other.getAttribute("aria-controls")).hidden = other !== tab;
	}
}

for (const [i, tab] of tabs.entries()) {
	tab.addEventListener("click", () => selectTab(tab));
	tab.addEventListener("keydown", (event) => {
		const to = {ArrowRight: i + 1, ArrowLeft: i - 1 + tabs.length, Home: 0, End: tabs.length - 1}[event.key];
		if (to === undefined) return;
		event.preventDefault();
		selectTab(tabs[to % tabs.length]);
		tabs[to % tabs.length].focus();
	});
}
