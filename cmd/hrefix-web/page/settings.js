// The form of the settings.

// readSettings returns what the visitor has chosen.
function readSettings() {
	return {
		base: get("base").value.trim(), mode: document.querySelector("input[name=mode]:checked").value,
		dialect: get("dialect").value, type: get("type").value,
		fragments: get("fragments").disabled ? "auto" : get("fragments").value,
	};
}

// resetFileSettings resets the settings that another file does not keep.
function resetFileSettings() {
	get("base").value = "";
	get("type").value = "auto";
}

get("settings").addEventListener("change", () => {
	// A base that is written into the document applies to links within the page, too.
	get("fragments").disabled = readSettings().mode === "pin";
});

// On a narrow screen, only the address is shown at first, so that the results are near.
const wideScreen = matchMedia("(min-width: 52.01rem)");
const foldSettings = () => { get("more").open = wideScreen.matches; };
wideScreen.addEventListener("change", foldSettings);
foldSettings();
