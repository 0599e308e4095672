// Elements, and numbers for people.

// get returns the element with an id.
const get = (id) => document.getElementById(id);

// make returns a new element. Children are nodes, or text.
function make(name, className, ...children) {
	const element = document.createElement(name);
	if (className) element.className = className;
	element.append(...children);
	return element;
}

// makeButton returns a button that calls act.
function makeButton(act, ...children) {
	const button = make("button", "", ...children);
	button.type = "button";
	button.addEventListener("click", act);
	return button;
}

const number = (n) => n.toLocaleString("en");
const plural = (n, noun) => `${number(n)} ${noun}${n === 1 ? "" : "s"}`;
