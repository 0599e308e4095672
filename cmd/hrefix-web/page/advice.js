// Errors of the command in words of the page.

// advise returns a problem for showProblem: a title that says what to do about the errors of a run, the lines
// below it, and an error of the address.
function advise(errors, {settings, isTree}) {
	const [error] = errors;
	if (/out of memory|cannot allocate/.test(error)) {
		return {title: "The file needs more memory than the browser gives.", lines: ["The command has no such limit."]};
	}
	if (/^--(base|root)/.test(error)) {
		return {title: "This address cannot be used.", baseError: isTree ? "Give the address of the top folder, such as https://example.org/docs/."
			: "Give a whole address, such as https://example.org/docs/page.html."};
	}
	if (settings.mode === "rel" && !isTree) {
		return {title: "“Relative” is for archives of files: zip, tar, EPUB.", lines: ["It shortens the links between the files of an archive."]};
	}
	if (settings.mode === "rel" && !settings.base) {
		return {title: "“Relative” needs the address that the archive came from.", baseError: "Give the address of the top folder of the archive."};
	}
	if (/give --replace/.test(error)) {
		return {title: "An ARC file cannot have new records for the pages that change.", lines: ["The command hrefix can replace its records: see its flag --replace."]};
	}
	if (/leave it out/.test(error)) {
		return {title: "This is not a file that has links. If it is, choose its kind in the settings.",
			lines: errors.map((e) => e.replace(/: leave it out.*/, "."))};
	}
	return {title: settings.type === "auto" ? "hrefix reports:" : "The file cannot be read as the kind that you chose.", lines: errors};
}
