import { skipJsonValue, skipJsonWhitespace } from './json-value.ts';

const comma = 0x2c;
const zero = 0x30;
const openBracket = 0x5b;
const openBrace = 0x7b;

/** What is kept of a JSON text, written from its beginning to its end. It never grows longer than the text. */
export class JsonCopy {
  readonly text: Uint8Array;
  readonly #closers: Uint8Array;
  readonly #kept: Uint8Array;
  #length = 0;

  constructor(text: Uint8Array) {
    this.text = text;
    this.#closers = Buffer.allocUnsafe(text.length);
    this.#kept = Buffer.allocUnsafe(text.length);
  }

  add(byte: number): void {
    this.#kept[this.#length++] = byte;
  }

  /** The pieces are many and short: copying each by a call of the runtime takes longer. */
  addText(start: number, end: number): void {
    const { text } = this;
    const kept = this.#kept;
    let length = this.#length;
    for (let at = start; at < end; at += 1) kept[length++] = text[at] as number;
    this.#length = length;
  }

  /**
   * Without what is inside of an array or an object, but for one item of an array that has any: a rule may tell it from
   * an empty one. Gives the offset behind the value.
   */
  addOutside(at: number): number {
    const opener = this.text[at];
    const end = this.skip(at);
    if (opener !== openBracket && opener !== openBrace) {
      this.addText(at, end);
      return end;
    }
    this.add(opener);
    if (opener === openBracket && skipJsonWhitespace(this.text, at + 1) !== end - 1) this.add(zero);
    this.addText(end - 1, end);
    return end;
  }

  /** The offset behind the value that begins at `at`. */
  skip(at: number): number {
    return skipJsonValue(this.text, at, this.#closers);
  }

  /** Ends an array or an object that has a comma behind each of its items. */
  close(closer: number): void {
    if (this.#kept[this.#length - 1] === comma) this.#length -= 1;
    this.add(closer);
  }

  toBytes(): Uint8Array {
    return this.#kept.subarray(0, this.#length);
  }
}
