// Sources: strings and bytes, as the bytes that the module reads.

import { OptionsError, kind } from './options.js';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** largest is the size of the largest source: the module can have 4 GiB, and needs several times the source. */
const largest = 512 << 20;

/** A Source has the bytes of what the caller gave. */
export class Source {
  constructor(given) {
    this.given = given;
    this.isString = typeof given === 'string';
    if (this.isString) {
      this.lone = hasLoneSurrogates(given);
      this.bytes = this.lone ? encodeLone(given) : encoder.encode(given);
    } else if (given instanceof ArrayBuffer) {
      this.bytes = new Uint8Array(given);
    } else if (ArrayBuffer.isView(given)) {
      this.bytes = new Uint8Array(given.buffer, given.byteOffset, given.byteLength);
    } else {
      throw new OptionsError(`the source is ${kind(given)}: give a string, a Uint8Array or an ArrayBuffer`);
    }
    if (this.bytes.length > largest) {
      throw new RangeError(`hrefix: the source has ${this.bytes.length} bytes: give at most ${largest}`);
    }
  }

  /** result returns bytes as what the caller gave. Undefined stands for the bytes of the source. */
  result(bytes) {
    if (this.isString) return bytes === undefined ? this.given : this.lone ? decodeLone(bytes) : decoder.decode(bytes);
    return bytes ?? this.bytes.slice();
  }

  /** offsets returns a function that turns an offset in bytes into one in what the caller gave. */
  offsets() {
    if (!this.isString || this.bytes.length === this.given.length) return (offset) => offset;
    const { bytes } = this;
    let at = 0, units = 0;
    return (offset) => {
      if (offset < at) at = units = 0;
      for (; at < offset; at++) {
        const byte = bytes[at];
        if (byte < 0x80 || byte >= 0xc0) units += byte >= 0xf0 ? 2 : 1; // not for bytes that continue a character
      }
      return units;
    };
  }
}

/** hasLoneSurrogates reports whether text has halves of characters, which UTF-8 does not have. */
function hasLoneSurrogates(text) {
  return text.isWellFormed ? !text.isWellFormed() : /\p{Surrogate}/u.test(text);
}

// Text with lone surrogates is written as WTF-8, in which each has three bytes, and is read back from it. So all
// text that does not change comes back as it was.

function encodeLone(text) {
  const bytes = new Uint8Array(3 * text.length);
  let end = 0;
  for (const part of text.split(/(\p{Surrogate})/u)) {
    const unit = part.charCodeAt(0);
    if (part.length === 1 && unit >= 0xd800 && unit <= 0xdfff) {
      bytes.set([0xed, 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)], end);
      end += 3;
    } else {
      end += encoder.encodeInto(part, bytes.subarray(end)).written;
    }
  }
  return bytes.slice(0, end);
}

function decodeLone(bytes) {
  let text = '', begin = 0;
  for (let i = bytes.indexOf(0xed); i >= 0; i = bytes.indexOf(0xed, i + 1)) {
    if (bytes[i + 1] < 0xa0) continue; // a character
    const unit = 0xd000 | ((bytes[i + 1] & 0x3f) << 6) | (bytes[i + 2] & 0x3f);
    text += decoder.decode(bytes.subarray(begin, i)) + String.fromCharCode(unit);
    begin = i + 3;
  }
  return text + decoder.decode(bytes.subarray(begin));
}
