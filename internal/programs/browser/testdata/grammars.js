"use strict";

// absolute resolves a reference, or says that it cannot be resolved.
function absolute(reference, base) {
  try {
    return new URL(reference, base).href;
  } catch {
    return "invalid:" + reference;
  }
}

// words splits at ASCII white space.
function words(value) {
  return value.split(/[ \t\n\f\r]+/).filter(Boolean);
}

// candidates returns the URLs of a srcset attribute: HTML Standard, "parse a
// srcset attribute".
function candidates(input) {
  const found = [];
  let at = 0;
  const collect = (re) => {
    re.lastIndex = at;
    const got = re.exec(input)[0];
    at += got.length;
    return got;
  };
  for (;;) {
    collect(/[ \t\n\f\r,]*/y);
    if (at >= input.length) return found;
    let url = collect(/[^ \t\n\f\r]*/y);
    let descriptors = [];
    if (url.endsWith(",")) url = url.replace(/,+$/, "");
    else descriptors = tokenize();
    if (valid(descriptors)) found.push(url);
  }
  function tokenize() {
    const tokens = [];
    let current = "";
    let depth = 0;
    collect(/[ \t\n\f\r]*/y);
    for (; at < input.length; at++) {
      const c = input[at];
      if (depth === 0 && c === ",") {
        at++;
        break;
      }
      if (depth === 0 && /[ \t\n\f\r]/.test(c)) {
        if (current) tokens.push(current);
        current = "";
        continue;
      }
      if (c === "(") depth = 1;
      if (c === ")") depth = 0;
      current += c;
    }
    if (current) tokens.push(current);
    return tokens;
  }
}

// valid tells whether the descriptors of an image candidate make sense.
function valid(descriptors) {
  let w, x, h;
  for (const d of descriptors) {
    const number = d.slice(0, -1);
    const whole = /^\d+$/.test(number);
    const real = /^-?(\d+(\.\d+)?|\.\d+)([eE][+-]?\d+)?$/.test(number);
    if (d.endsWith("w") && whole && Number(number) > 0 && w === undefined && x === undefined) w = number;
    else if (d.endsWith("x") && real && Number(number) >= 0 && w === undefined && x === undefined && h === undefined) x = number;
    else if (d.endsWith("h") && whole && Number(number) > 0 && h === undefined && x === undefined) h = number;
    else return false;
  }
  return h === undefined || w !== undefined;
}

// refreshURL returns the URL of a meta refresh, if it has one: HTML Standard,
// "shared declarative refresh steps".
function refreshURL(input) {
  let rest = input.replace(/^[ \t\n\f\r]+/, "");
  const time = /^(\d*)([\d.]*)/.exec(rest);
  if (time[1] === "" && !rest.startsWith(".")) return null;
  rest = rest.slice(time[0].length);
  if (rest === "" || !/^[;, \t\n\f\r]/.test(rest)) return null;
  rest = rest.replace(/^[ \t\n\f\r]*/, "").replace(/^[;,]/, "").replace(/^[ \t\n\f\r]*/, "");
  if (rest === "") return null;
  const prefix = /^url[ \t\n\f\r]*=[ \t\n\f\r]*/i.exec(rest);
  if (prefix) rest = rest.slice(prefix[0].length);
  const quote = rest[0];
  if (quote === '"' || quote === "'") {
    rest = rest.slice(1);
    const end = rest.indexOf(quote);
    if (end >= 0) rest = rest.slice(0, end);
  }
  return rest;
}

// cssURLs returns the URLs of CSS text as the browser writes it.
function cssURLs(text) {
  const found = [];
  const tokens = /"((?:[^"\\]|\\[^])*)"|'((?:[^'\\]|\\[^])*)'|\/\*[^]*?\*\/|\burl\(\s*(?:"((?:[^"\\]|\\[^])*)"|'((?:[^'\\]|\\[^])*)'|((?:[^\s"'()\\]|\\[^])*))\s*\)/gi;
  for (const m of text.matchAll(tokens)) {
    const url = m[3] ?? m[4] ?? m[5];
    if (url !== undefined) found.push(unescapeCSS(url));
  }
  return found;
}

// unescapeCSS decodes the escapes of CSS.
function unescapeCSS(s) {
  return s.replace(/\\(?:([0-9a-f]{1,6})(?:\r\n|[ \t\n\f\r])?|(\r\n|[^]))/gi, (_, hex, c) => {
    if (hex) return String.fromCodePoint(Math.min(parseInt(hex, 16), 0x10ffff) || 0xfffd);
    return /[\r\n\f]/.test(c) ? "" : c;
  });
}

// importMapURLs returns the strings of an import map that are URLs.
function importMapURLs(map) {
  const found = [];
  const add = (s) => {
    if (typeof s === "string" && (/^\.{0,2}\//.test(s) || URL.canParse(s))) found.push(s);
  };
  const specifiers = (o) => {
    for (const [k, v] of Object.entries(o ?? {})) {
      add(k);
      add(v);
    }
  };
  specifiers(map.imports);
  for (const [scope, o] of Object.entries(map.scopes ?? {})) {
    found.push(scope);
    specifiers(o);
  }
  for (const k of Object.keys(map.integrity ?? {})) add(k);
  return found;
}

// ruleURLs returns the URLs of speculation rules.
function ruleURLs(rules) {
  return [...(rules.prefetch ?? []), ...(rules.prerender ?? [])].flatMap((r) => r.urls ?? []);
}
