import { FileRefusal } from './refusal.ts';

/**
 * A cursor over the bytes of an untrusted file. Every read is bounded: past the end the file is `damaged`,
 * so the parsers above need no arithmetic of their own to stay inside.
 */
export class Reader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get left(): number {
    return this.#bytes.length - this.at;
  }

  /** The next `length` bytes, without copying them. */
  take(length: number): Uint8Array {
    const start = this.#advance(length);
    return this.#bytes.subarray(start, start + length);
  }

  skip(length: number): void {
    this.#advance(length);
  }

  u8(): number {
    return this.#view.getUint8(this.#advance(1));
  }

  u16(littleEndian = false): number {
    return this.#view.getUint16(this.#advance(2), littleEndian);
  }

  u32(littleEndian = false): number {
    return this.#view.getUint32(this.#advance(4), littleEndian);
  }

  /** The next `length` bytes as one character each (names of chunks and of applications). */
  ascii(length: number): string {
    return String.fromCharCode(...this.take(length));
  }

  #advance(length: number): number {
    if (length < 0 || length > this.left) throw new FileRefusal('damaged');
    const start = this.at;
    this.at += length;
    return start;
  }
}
