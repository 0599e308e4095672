"use strict";

// settled lays a document out, which starts all that it loads, and reports
// whether that is there.
function settled() {
  document.documentElement?.getBoundingClientRect();
  return document.readyState === "complete" && document.fonts.status === "loaded" && [...document.images].every((i) => i.complete);
}

// read reads a document of an archive: what its references resolve to, and
// what it has loaded.
function read() {
  const refs = new Reader(document).refs.filter(common);
  const facts = new Facts();
  all(document).forEach((el, i) => facts.element(el, i));
  for (const sheet of document.styleSheets) facts.sheet(sheet);
  for (const face of document.fonts) facts.font(face);
  facts.document();
  return {
    Base: document.baseURI, Blank: all(document).length <= 3, Loaded: facts.loaded,
    Refs: [...refs, ...facts.refs], Sheets: facts.sheets, Styles: facts.styles, Order: frameOrder(),
  };
}

// frameOrder returns the numbers of the frames in the order of their elements.
// DevTools lists them in the order in which they were loaded.
function frameOrder() {
  const order = [];
  for (const el of all(document)) {
    for (let i = 0; i < window.length; i++) if (el.contentWindow === window[i]) order.push(i);
  }
  for (let i = 0; i < window.length; i++) if (!order.includes(i)) order.push(i); // those of embed elements
  return order;
}

// common tells whether a reference can be compared: what is resolved against
// the URL of the document itself depends on where the archive lies. Computed
// styles are read by Facts.
function common(ref) {
  return ref.v !== "computed" && !ref.g.includes("base") && ref.p !== "html manifest";
}

// Facts lists what a document has loaded, in the form of references.
class Facts {
  refs = [];
  sheets = {}; // by URL
  styles = {}; // by element and property
  loaded = 0;

  add(place, via, raw, value, loaded) {
    this.refs.push({ p: place, v: via, g: ["archive"], r: raw ?? "", u: value });
    if (loaded) this.loaded++;
  }

  element(el, i) {
    const name = nameOf(el);
    if (name === "img") {
      const there = el.naturalWidth > 0;
      this.add("img", "image", el.getAttribute("src"), there ? el.currentSrc + " " + el.naturalWidth + "x" + el.naturalHeight : "nothing", there);
    }
    if (["input", "object", "embed", "image", "iframe", "frame"].includes(name)) {
      const box = el.getBoundingClientRect();
      this.add(name, "box", el.getAttribute("src") ?? el.getAttribute("data"), box.width + "x" + box.height);
    }
    this.style(i, el, null, ["background-image", "list-style-image", "border-image-source", "mask-image", "cursor"]);
    for (const pseudo of ["::before", "::after"]) this.style(i, el, pseudo, ["content", "background-image"]);
  }

  // style adds the URLs of an element's computed style.
  style(i, el, pseudo, names) {
    const style = getComputedStyle(el, pseudo);
    for (const name of names) {
      const text = style.getPropertyValue(name);
      if (!text.includes("url(")) continue;
      const place = nameOf(el) + (pseudo ?? "") + " " + name;
      this.styles[i + " " + place] = cssURLs(text).map((s) => ({ p: place, v: "style", g: ["archive"], r: "", u: absolute(s, baseOf(el)) }));
    }
  }

  // sheet adds the URLs of a style sheet, and of those that it imports. Sheets
  // with a URL are lists of their own, since not all may be there.
  sheet(sheet) {
    const list = sheet.href === null ? this.refs : (this.sheets[sheet.href] = []);
    const rules = rulesOf(sheet);
    const base = URL.canParse("x", sheet.href ?? "") ? sheet.href : document.baseURI; // cid: is no base
    list.push({ p: "sheet", v: "rules", g: ["archive"], r: "", u: String(rules?.length ?? "nothing") });
    if (sheet.href !== null && rules?.length > 0) this.loaded++;
    for (const rule of rules ?? []) {
      if (rule instanceof CSSImportRule && URL.canParse(rule.styleSheet?.href)) this.sheet(rule.styleSheet);
      for (const s of cssURLs(rule.cssText)) {
        list.push({ p: rule.constructor.name, v: "rule", g: ["archive"], r: s, u: against(s, base) });
      }
    }
  }

  font(face) {
    this.add("font", "status", face.family, [face.family, face.weight, face.style, face.status].join(" "), face.status === "loaded");
  }

  document() {
    const names = [...all(document)].map(nameOf);
    this.add("document", "title", "", document.title);
    this.add("document", "encoding", "", document.characterSet + " " + document.contentType + " " + document.compatMode);
    this.add("document", "elements", "", names.length + " " + digest(names.join(" ")));
    this.add("document", "text", "", digest(textOf(document)));
  }
}

// against resolves a reference in a style sheet. Fragments alone stay within
// the document.
function against(reference, base) {
  return reference === "" || reference.startsWith("#") ? "local:" + reference : absolute(reference, base);
}

// textOf returns the text of a document without that of style sheets, which
// holds URLs.
function textOf(doc) {
  let text = "";
  const walker = doc.createTreeWalker(doc, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (nameOf(walker.currentNode.parentNode) !== "style") text += walker.currentNode.data;
  return text;
}

// rulesOf returns the rules of a style sheet, null if it may not be read.
function rulesOf(sheet) {
  try {
    return [...sheet.cssRules];
  } catch {
    return null;
  }
}

// digest returns a digest of a text, and its length.
function digest(text) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return text.length + ":" + (hash >>> 0).toString(16);
}
