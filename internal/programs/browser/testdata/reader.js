"use strict";

// How long a document may take to load, in milliseconds.
const PATIENCE = 60000;

// How many documents are loaded at a time.
const WORKERS = 6;

// getter returns the accessor of a prototype, which no name or id in a document
// can shadow.
function getter(prototype, name) {
  const get = Object.getOwnPropertyDescriptor(prototype, name).get;
  return (o) => get.call(o);
}
const attributesOf = getter(Element.prototype, "attributes");
const nameOf = getter(Element.prototype, "localName");
const namespaceOf = getter(Element.prototype, "namespaceURI");
const shadowOf = getter(Element.prototype, "shadowRoot");
const baseOf = getter(Node.prototype, "baseURI");
const all = (root) =>
  (root.nodeType === 9 ? Document : root.nodeType === 1 ? Element : DocumentFragment).prototype.querySelectorAll.call(root, "*");

const HTML = "http://www.w3.org/1999/xhtml";
const SVG = "http://www.w3.org/2000/svg";
const MATHML = "http://www.w3.org/1998/Math/MathML";

// References of elements that load at once use the base at the time of parsing. TestBrowserLoads checks them
// by the server's log. The elements' properties cannot be used, since they use the last base.
const LOADING = /^(img|image|script|iframe|frame) src$|^(img|image|source) srcset$|^link imagesrcset$|^meta content$| style$/;
const LOADING_SVG = /^(image|use|feImage|script) (xlink:)?href$| style$/;
const LOADING_LINK = /(^|[ \t\n\f\r])(stylesheet|preload|modulepreload|prefetch|preconnect|dns-prefetch|prerender)($|[ \t\n\f\r])/i;

// isEarly reports whether an attribute of an element loads at once, and a BASE element
// comes too late for it. The content of templates and of style elements has no attribute.
function isEarly(el, attr) {
  const place = nameOf(el) + " " + attr;
  if (/^(audio|video) poster$/.test(place)) return isBeforeBase(el, "script");
  const foreign = namespaceOf(el) !== HTML;
  const loads = foreign ? LOADING_SVG.test(place) : place === "link href" ? LOADING_LINK.test(el.getAttribute("rel")) : LOADING.test(place);
  return (attr === "" || loads && !isLazy(el, attr)) && isBeforeBase(el);
}

// isLazy reports whether an attribute of an image, or of a source of its picture, loads when the image comes
// into view.
function isLazy(el, attr) {
  const image = el.matches("picture > source") ? el.parentNode.querySelector(":scope > img") : el;
  return (attr === "src" || attr === "srcset") && image !== null && nameOf(image) === "img" && image.loading === "lazy";
}

// isLinking reports whether href is a link on an SVG element.
function isLinking(el) {
  return "href" in el || linking.has(nameOf(el));
}

// isBeforeBase reports whether the first BASE element of a document comes after an element, and, if a name is
// given, after an element of that name that follows the first.
function isBeforeBase(el, name) {
  const doc = el.ownerDocument;
  if (el.getRootNode() !== doc) return false;
  const follows = (a, b) => !!(a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING);
  const base = all(doc).values().find((e) => nameOf(e) === "base" && namespaceOf(e) === HTML && e.hasAttribute("href"));
  if (!base || !name) return !!base && follows(el, base);
  return all(doc).values().some((e) => nameOf(e) === name && follows(el, e) && follows(e, base));
}

// readAll reads documents, several at a time.
async function readAll(urls, scripting) {
  const readings = [];
  let next = 0;
  const worker = async () => {
    while (next < urls.length) {
      const i = next++;
      try {
        readings[i] = { URL: urls[i], Refs: await load(urls[i], scripting) };
      } catch (e) {
        readings[i] = { URL: urls[i], Error: String(e.stack ?? e), Refs: [] };
      }
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, worker));
  return readings;
}

// load loads a document into an iframe and reads it.
function load(url, scripting) {
  const frame = document.createElement("iframe");
  if (!scripting) frame.sandbox = "allow-same-origin";
  frame.width = frame.height = 300;
  frame.src = url;
  return new Promise((done, failed) => {
    const timer = setTimeout(() => failed(new Error("not loaded in time")), PATIENCE);
    frame.addEventListener("load", () => {
      try {
        clearTimeout(timer);
        if (frame.contentDocument?.URL !== url) throw new Error("at " + frame.contentDocument?.URL);
        done(new Reader(frame.contentDocument).refs);
      } catch (e) {
        failed(e);
      }
    });
    document.body.append(frame);
  }).finally(() => frame.remove());
}

// A Reader lists what the references of a document resolve to, in tree order.
class Reader {
  refs = [];
  groups = []; // those of the documents and fragments around

  constructor(doc) {
    this.scan(doc, doc);
    const elements = all(doc);
    if (elements.length <= 400) for (const el of elements) this.computed(el, doc);
  }

  // add adds a reference. Empty groups are those of every document.
  add(place, via, group, raw, url) {
    this.refs.push({ p: place, v: via, g: [...this.groups, group], r: raw, u: url });
  }

  // within scans what is nested in an element.
  within(group, root, doc) {
    this.groups.push(group);
    this.scan(root, doc);
    this.groups.pop();
  }

  scan(root, doc) {
    for (const el of all(root)) {
      const name = nameOf(el);
      this.element(el, name, doc);
      if (name === "template" && el.content) this.within("template", doc.importNode(el.content, true), doc);
      if (shadowOf(el)) this.within("shadow", shadowOf(el), doc);
      if (name === "iframe" && el.hasAttribute("srcdoc") && el.contentDocument) {
        this.within("srcdoc", el.contentDocument, el.contentDocument);
      }
    }
  }

  element(el, name, doc) {
    for (const attr of attributesOf(el)) {
      const row = this.row(el, name, attr);
      if (!row) continue;
      const early = isEarly(el, attr.name);
      const base = early ? fallbackBase(doc) : baseOf(el);
      const kind = row[0];
      const group = kind.startsWith("codebase") && el.hasAttribute("codebase") ? "codebase" : row[1];
      const place = name + " " + attr.name;
      for (const [raw, url] of this.values(el, kind, attr.value, base, doc)) this.add(place, "table", group, raw, url);
      if (!early && (kind === "url" || kind === "action" || attr.value.trim() !== "")) this.property(el, attr, place, group, base);
    }
    if (name !== "style" && name !== "script") return;
    const base = isEarly(el, "") ? fallbackBase(doc) : baseOf(el);
    if (name === "style") this.sheet(el, base);
    if (name === "script" && namespaceOf(el) === HTML) this.json(el, base);
  }

  // row returns how an attribute is to be read.
  row(el, name, attr) {
    const key = attr.localName;
    const namespace = namespaceOf(el);
    if (namespace === HTML) {
      if (attr.namespaceURI) return null;
      const elements = attributes.get(attr.name);
      return elements?.get(name) ?? elements?.get("*");
    }
    const foreign = namespace === SVG ? "svg" : namespace === MATHML ? "mathml" : null;
    if (!foreign) return null;
    if (key === "href" && (!attr.namespaceURI || attr.namespaceURI.endsWith("xlink"))) {
      if (foreign === "svg" && !isLinking(el)) return ["same", "never"];
      const whole = foreign === "mathml" || ["a", "image", "script"].includes(name);
      return [whole ? "url" : "svg", foreign];
    }
    if (key === "style") return ["css", "style-attribute"];
    if (foreign === "svg" && presentation.has(key)) return ["css", "presentation"];
    if (foreign === "mathml" && key === "src") return ["src", "mathml"];
    if (foreign === "mathml" && key === "definitionurl") return ["same", "never"];
    return null;
  }

  // values returns what an attribute's value holds: pairs of text and URL.
  values(el, kind, value, base, doc) {
    const each = (list, against = base) => list.map((s) => [s, absolute(s, against)]);
    const codebase = () => (el.hasAttribute("codebase") ? absolute(el.getAttribute("codebase"), base) : base);
    const empty = value.replace(/[ \t\n\f\r]+/g, "") === "";
    switch (kind) {
      case "same":
        return [[value, "same:" + value]];
      case "url":
        return each([value]);
      case "src":
        return empty ? [[value, "empty:"]] : each([value]);
      case "action":
        return each([empty ? doc.URL : value]);
      case "document":
        return empty ? [[value, "empty:"]] : each([value], doc.URL);
      case "fallback":
        return each([value], fallbackBase(doc));
      case "list":
        return each(words(value));
      case "codebase":
        return empty ? [[value, "empty:"]] : each([value], codebase());
      case "codebaselist":
        return each(words(value), codebase());
      case "codebasecommas":
        return each(value.split(",").map((s) => s.trim()).filter(Boolean), codebase());
      case "svg":
        if (empty && ["use", "feImage"].includes(nameOf(el))) return each([value]);
        return value.trim().startsWith("#") ? [[value, "local:" + value.trim()]] : empty ? [[value, "empty:"]] : each([value]);
      case "srcset":
        return each(candidates(value));
      case "refresh":
        return this.refresh(el, value, base);
      case "css":
        return this.css(attrText(el, value), base);
    }
    throw new Error("no such kind: " + kind);
  }

  refresh(el, value, base) {
    if (el.getAttribute("http-equiv")?.toLowerCase() !== "refresh") return [[value, "same:" + value]];
    const url = refreshURL(value);
    return url === null ? [] : [[url, absolute(url, base)]];
  }

  // css returns the URLs of CSS text. Those within the document stay so.
  css(text, base) {
    return cssURLs(text).map((s) => [s, s === "" ? "empty:" : s.startsWith("#") ? "local:" + s : absolute(s, base)]);
  }

  // property adds what the browser itself makes of an attribute. BASE is read
  // through the references; an object's codebase means nothing to browsers, which the
  // comparison knows.
  property(el, attr, place, group, base) {
    const name = properties.get(attr.localName);
    if (!name || group === "base" || group === "never") return;
    let value = reflected(el, name);
    if (value === undefined) return;
    if (value.baseVal !== undefined) {
      const local = value.baseVal.trim().startsWith("#") && !["a", "image", "script"].includes(nameOf(el));
      value = local ? "local:" + value.baseVal.trim() : absolute(value.baseVal, base);
    } else if (typeof value !== "string") return;
    else value = value === "" ? "empty:" : URL.canParse(value) ? new URL(value).href : "invalid:" + value;
    this.add(place, name, group, attr.value, value);
  }

  // sheet adds the URLs of a style element. One in a template has no sheet.
  sheet(el, base) {
    let sheet = el.sheet;
    if (!sheet && this.groups.includes("template")) {
      sheet = new CSSStyleSheet();
      sheet.replaceSync(el.textContent);
    }
    for (const rule of sheet?.cssRules ?? []) {
      const kind = rule.cssText.startsWith("@namespace") ? "namespace" : rule.cssText.startsWith("@import") ? "import" : "rule";
      for (const [raw, url] of this.css(rule.cssText, base)) {
        if (kind === "namespace") this.add("style @namespace", "table", "never", raw, "same:" + raw);
        else this.add("style " + kind, "table", "style-element", raw, url);
      }
    }
  }

  // json adds the URLs of import maps and speculation rules.
  json(el, base) {
    const kinds = { importmap: importMapURLs, speculationrules: ruleURLs };
    const type = (el.getAttribute("type") ?? "").trim().toLowerCase();
    if (!Object.hasOwn(kinds, type)) {
      if (el.textContent !== "") this.add("script text", "table", "never", "", "same:" + el.textContent);
      return;
    }
    let value;
    try {
      value = JSON.parse(el.textContent);
    } catch {
      return;
    }
    for (const s of kinds[type](value)) this.add("script " + type, "table", type, s, absolute(s, base));
  }

  // computed adds the URLs of an element's computed style. The base for the attribute background and for
  // presentation attributes depends on when the browser computes the style.
  computed(el, doc) {
    const byChance = ["background", ...presentation].some((name) => el.hasAttribute(name));
    if (byChance && isBeforeBase(el)) return;
    const style = doc.defaultView.getComputedStyle(el);
    for (const name of computed) {
      const text = style.getPropertyValue(name);
      if (!text.includes("url(")) continue;
      for (const [raw, url] of this.css(text, baseOf(el))) this.add(nameOf(el) + " " + name, "computed", "computed", raw, url);
    }
  }
}

// attrText returns the CSS of an attribute as the browser reads it.
function attrText(el, value) {
  const probe = document.createElement("i");
  if (el.getAttribute("style") !== value) return value; // a presentation attribute
  probe.setAttribute("style", value);
  return probe.style.cssText;
}

// fallbackBase returns the base of a document without regard to BASE.
function fallbackBase(doc) {
  if (doc.URL !== "about:srcdoc") return doc.URL;
  const frame = doc.defaultView.frameElement;
  return isBeforeBase(frame) ? fallbackBase(frame.ownerDocument) : baseOf(frame);
}

// reflected returns a property, even of a form with a control of that name.
function reflected(el, name) {
  if (namespaceOf(el) === HTML && nameOf(el) === "form") {
    return name === "action" ? getter(HTMLFormElement.prototype, "action")(el) : undefined;
  }
  return el[name] ?? undefined;
}
