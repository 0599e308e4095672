// Makes a module that Go has linked smaller, by a tenth. It changes only how the memory is filled at the start:
//
// - Go writes a data segment for each run of bytes that are not zero. A segment takes up to ten bytes beside its
//   content, so runs that are close to each other become one.
// - The table by which the runtime finds the function of an address (runtime.findfunctab) has 16 rows of 20 bytes for each
//   function. In WebAssembly they contain only the number of the function, so the module can fill in the table itself.
//
// The memory of both modules is compared.

const [typeSection, functionSection, startSection, elementSection, codeSection, dataSection] = [1, 3, 8, 9, 10, 11];

/** A Reader reads the numbers of a module. */
class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  byte() {
    return this.bytes[this.at++];
  }

  /** unsigned reads an unsigned number (LEB128). */
  unsigned() {
    for (let value = 0, factor = 1; ; factor *= 128) {
      const byte = this.byte();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  }

  /** address reads the constant expression of an address: i32.const, end. */
  address() {
    if (this.byte() !== 0x41) throw new Error('a data segment without a constant address');
    let value = 0, shift = 0, byte;
    do {
      byte = this.byte();
      value |= (byte & 0x7f) << shift;
      shift += 7;
    } while (byte >= 0x80);
    if (this.byte() !== 0x0b) throw new Error('the address of a data segment is not a constant');
    return shift < 32 && byte & 0x40 ? value | (-1 << shift) : value;
  }

  take(length) {
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }
}

/** unsigned returns an unsigned number (LEB128). */
function unsigned(value) {
  const bytes = [];
  for (; value >= 0x80; value = Math.floor(value / 128)) bytes.push(value % 128 | 0x80);
  return [...bytes, value];
}

/** signed returns a signed number of 32 bits (LEB128). */
function signed(value) {
  const bytes = [];
  for (; value < -64 || value > 63; value >>= 7) bytes.push((value & 0x7f) | 0x80);
  return [...bytes, value & 0x7f];
}

/** sectionsOf returns the sections of a module. */
function sectionsOf(module) {
  const reader = new Reader(module, 8);
  const sections = [];
  while (reader.at < module.length) {
    const id = reader.byte();
    sections.push({ id, content: reader.take(reader.unsigned()) });
  }
  return sections;
}

/** moduleOf returns the module with these sections. */
function moduleOf(module, sections) {
  const parts = [module.subarray(0, 8)];
  for (const { id, content } of sections) parts.push(Uint8Array.from([id, ...unsigned(content.length)]), content);
  return Buffer.concat(parts);
}

/** imageOf returns the memory that a data section fills. */
function imageOf(content) {
  const reader = new Reader(content);
  const segments = [];
  for (let n = reader.unsigned(); n > 0; n--) {
    if (reader.unsigned() !== 0) throw new Error('a data segment that is passive, or of another memory');
    segments.push({ at: reader.address(), bytes: reader.take(reader.unsigned()) });
  }
  const image = new Uint8Array(Math.max(...segments.map(({ at, bytes }) => at + bytes.length)));
  for (const { at, bytes } of segments) image.set(bytes, at);
  return image;
}

const rowSize = 20; // runtime.findfuncbucket: a number, and 16 bytes that are 0 here
const rowsEach = 16; // a function takes 65536 addresses, and a row is for 4096

/** findTable returns the address and the number of rows of the longest table, if it is long. */
function findTable(image) {
  const view = new DataView(image.buffer);
  const isRow = (at, k) => {
    if (at + rowSize > image.length || view.getUint32(at, true) !== Math.floor(k / rowsEach)) return false;
    for (let i = at + 4; i < at + rowSize; i += 4) if (view.getUint32(i, true) !== 0) return false;
    return true;
  };
  let best = { at: 0, rows: 10_000 };
  for (let at = 0; at + rowSize * (rowsEach + 1) <= image.length; at += 4) {
    if (view.getUint32(at + rowSize * rowsEach, true) !== 1) continue; // the first row of the second function
    let rows = 0;
    while (isRow(at + rowSize * rows, rows)) rows++;
    if (rows > best.rows) best = { at, rows };
  }
  return best.at ? best : undefined;
}

/** gap is the number of zeros that a segment may have in it. More make the module larger, and fewer its compressed form. */
const gap = 24;

/** segmentsOf returns the data section that fills image. */
function segmentsOf(image) {
  const parts = [];
  let count = 0;
  for (let begin = 0; begin < image.length; ) {
    while (begin < image.length && image[begin] === 0) begin++;
    let end = begin, at = begin;
    while (at < image.length && at - end <= gap) if (image[at++] !== 0) end = at;
    if (end === begin) break;
    parts.push(Uint8Array.from([0, 0x41, ...signed(begin), 0x0b, ...unsigned(end - begin)]), image.subarray(begin, end));
    count++;
    begin = end;
  }
  return Buffer.concat([Uint8Array.from(unsigned(count)), ...parts]);
}

/** fill returns the code of a function that fills in the table. */
function fill({ at, rows }) {
  const code = [
    1, 1, 0x7f, // a local variable: row
    0x03, 0x40, // loop
    0x20, 0, 0x41, ...signed(rowSize), 0x6c, // row * rowSize
    0x20, 0, 0x41, ...signed(Math.log2(rowsEach)), 0x76, // row >> 4
    0x36, 2, ...unsigned(at), // i32.store at
    0x20, 0, 0x41, 1, 0x6a, 0x22, 0, // row = row + 1
    0x41, ...signed(rows), 0x49, // row < rows
    0x0d, 0, 0x0b, 0x0b, // br_if loop, end, end
  ];
  return [...unsigned(code.length), ...code];
}

/** append returns a vector with one more element. */
function append(content, element) {
  const reader = new Reader(content);
  const count = reader.unsigned();
  return Buffer.concat([Uint8Array.from(unsigned(count + 1)), content.subarray(reader.at), Uint8Array.from(element)]);
}

/** imported returns the number of functions that an import section has. Go imports nothing else. */
const imported = (module) => WebAssembly.Module.imports(new WebAssembly.Module(module)).filter(({ kind }) => kind === 'function').length;

/** addStart adds a function that runs at the start. */
function addStart(module, sections, code) {
  const section = (id) => sections.find((s) => s.id === id);
  const [types, functions] = [section(typeSection), section(functionSection)];
  const type = new Reader(types.content).unsigned();
  const index = imported(module) + new Reader(functions.content).unsigned();
  types.content = append(types.content, [0x60, 0, 0]);
  functions.content = append(functions.content, unsigned(type));
  section(codeSection).content = append(section(codeSection).content, code);
  if (section(startSection)) throw new Error('the module has a start function');
  sections.splice(sections.findIndex(({ id }) => id === elementSection || id === codeSection), 0,
    { id: startSection, content: Uint8Array.from(unsigned(index)) });
}

/** pack returns a smaller module. */
export function pack(module) {
  const sections = sectionsOf(module);
  const data = sections.find(({ id }) => id === dataSection);
  const image = imageOf(data.content);
  const table = findTable(image);
  if (table) {
    image.fill(0, table.at, table.at + table.rows * rowSize);
    addStart(module, sections, fill(table));
  }
  data.content = segmentsOf(image);
  const packed = moduleOf(module, sections);
  compare(module, packed);
  return packed;
}

/** memoryOf returns the memory that a module starts with. */
function memoryOf(bytes) {
  const module = new WebAssembly.Module(bytes);
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = () => {};
  return Buffer.from(new WebAssembly.Instance(module, imports).exports.mem.buffer);
}

/** compare throws an error if two modules start with different memories. */
function compare(a, b) {
  if (!memoryOf(a).equals(memoryOf(b))) throw new Error('the packed module starts with another memory');
}
