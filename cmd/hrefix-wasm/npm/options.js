// The options of a call: their names and types are checked here, their values by the engine.

/** Keep, returned by decide, leaves a link as it is. */
export const keep = Symbol('keep');

/** OptionsError is the error of wrong arguments. */
export class OptionsError extends TypeError {
  constructor(message) {
    super(`hrefix: ${message}`);
    this.name = 'OptionsError';
    this.code = 'HREFIX_OPTIONS';
  }
}

const isText = (value) => typeof value === 'string';

/** scalar returns the type of values that have no parts. A type returns a value that is checked and copied. */
const scalar = (is, name, copy = (value) => value) => (value, path) => {
  if (!is(value)) throw new OptionsError(`${path}: give ${name}, not ${kind(value)}`);
  return copy(value);
};

const text = scalar(isText, 'a string');
const url = scalar((value) => isText(value) || value instanceof URL, 'a string or a URL', String);
const flag = scalar((value) => typeof value === 'boolean', 'true or false');
const count = scalar((value) => Number.isInteger(value) && value >= 0 && value <= 0x7fffffff, 'a whole number from 0 to 2147483647');
const callback = scalar((value) => typeof value === 'function', 'a function');

/** texts is the type of arrays of strings. */
function texts(value, path) {
  if (!Array.isArray(value)) throw new OptionsError(`${path}: give an array of strings, not ${kind(value)}`);
  return copyOf(value, (element) => {
    if (!isText(element)) throw new OptionsError(`${path}: give an array of strings, not an array with ${kind(element)}`);
    return element;
  });
}

/** list returns the type of arrays of a type. */
const list = (type) => (value, path) => {
  if (!Array.isArray(value)) throw new OptionsError(`${path}: give an array, not ${kind(value)}`);
  return copyOf(value, (element, i) => type(element, `${path}[${i}]`));
};

/** copyOf returns a copy of an array. Unlike map, it passes the empty slots of sparse arrays to type. */
function copyOf(array, type) {
  const copy = [];
  for (let i = 0, { length } = array; i < length; i++) copy.push(type(array[i], i));
  return copy;
}

/** layers returns an object and its prototypes, without the Object.prototype that all objects inherit from. */
function layers(object) {
  const all = [];
  for (; object !== null; object = Object.getPrototypeOf(object)) all.push(object);
  return Object.hasOwn(all.at(-1), 'isPrototypeOf') ? all.slice(0, -1) : all;
}

/** keysOf returns the keys of an object that are known, or that a loop would find. */
function keysOf(object, known) {
  const keys = new Set();
  for (const layer of layers(object)) {
    for (const key of Reflect.ownKeys(layer)) {
      if (isText(key) && (Object.hasOwn(known, key) || Object.prototype.propertyIsEnumerable.call(layer, key))) keys.add(key);
    }
  }
  return keys;
}

/**
 * object returns the type of objects with these keys, and no others. Each is read once, because a getter may return
 * another value later. The copy has no prototype, so that it has only what was checked.
 */
export function object(types, required = []) {
  return (value, path) => {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) {
      throw new OptionsError(`${path}: give an object, not ${kind(value)}`);
    }
    const copy = Object.create(null);
    for (const key of keysOf(value, types)) {
      if (!Object.hasOwn(types, key)) {
        throw new OptionsError(`${path}: unknown key ${JSON.stringify(key)}${suggestion(key, Object.keys(types))}`);
      }
      const given = value[key];
      if (given !== undefined) copy[key] = types[key](given, path === 'options' ? key : `${path}.${key}`);
    }
    for (const key of required) if (copy[key] === undefined) throw new OptionsError(`${path}: give ${key}`);
    return copy;
  };
}

/** mode is the type of modes. */
function mode(value, path) {
  if (value === 'relative') {
    throw new OptionsError('mode "relative" needs a tree of files, which this package cannot read: use the command hrefix');
  }
  const known = ['absolute', 'pin', 'move'];
  if (!known.includes(value)) {
    throw new OptionsError(`${path} ${isText(value) ? JSON.stringify(value) : kind(value)}: give ${known.join(', ')}${suggestion(value, known)}`);
  }
  return value;
}

const limits = { depth: count, entities: count, header: count, fields: count, boundary: count, params: count, encoded: count };

const read = object({
  base: url, type: text, mode, charset: text, dialect: text, also: texts, places: texts, decide: callback,
  fragments: text, keepFragments: flag, dropBase: flag, rootRelative: flag, ignoreHints: flag,
  allowSigned: flag, keepDKIM: flag, keepAttachments: flag,
  baseFields: texts, baseSchemes: texts, feedBase: text,
  maxGrowth: count, maxDocument: count, limits: object(limits),
  moves: list(object({ from: url, to: url }, ['from', 'to'])),
  jsonFields: list(object({ path: text, role: text }, ['path'])),
});

/** kind describes a value for messages. */
export function kind(value) {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return named(value.constructor?.name || 'object');
  return typeof value === 'number' ? `the number ${value}` : `a ${typeof value}`;
}

/** named returns a noun with its article. */
const named = (noun) => `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;

/** suggestion names the known name that is most like a wrong one. */
function suggestion(wrong, known) {
  let best = '', least = 3;
  for (const name of isText(wrong) ? known : []) {
    const distance = name.toLowerCase() === wrong.toLowerCase() ? 0 : edits(wrong, name);
    if (distance < least) [best, least] = [name, distance];
  }
  return best && `; did you mean ${JSON.stringify(best)}?`;
}

/** edits returns the number of letters that differ between two names (Levenshtein). */
function edits(a, b) {
  if (a.length > 40) return a.length;
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length];
}

/**
 * settle checks the options of a call for a string or for bytes. It returns plain options for the module, and
 * decide.
 */
export function settle(options, isString) {
  const plain = read(options === undefined ? {} : options, 'options');
  const { decide, keepFragments } = plain;
  delete plain.decide;
  delete plain.keepFragments;
  if (keepFragments) plain.fragments = 'keep';
  if (plain.moves && plain.mode !== 'move') throw new OptionsError('moves: they are for mode "move": give that too');
  for (const field of plain.jsonFields ?? []) field.role ??= 'html';
  if (isString) {
    if (plain.charset !== undefined && !/^utf-?8$/i.test(plain.charset)) {
      throw new OptionsError(`charset ${JSON.stringify(plain.charset)}: a string is decoded already: give bytes, or leave the charset out`);
    }
    plain.charset = 'utf-8';
  }
  return { plain, decide };
}
