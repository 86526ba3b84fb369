import { KitError } from "../model/errors.ts";

/** Bytes of a stream in the portions that are asked for, whatever pieces it comes in. */
export class ByteSource {
  readonly #pieces: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);
  #offset = 0;

  constructor(stream: AsyncIterable<Buffer>) {
    this.#pieces = stream[Symbol.asyncIterator]();
  }

  /** Bytes handed out or skipped so far. */
  get offset(): number {
    return this.#offset;
  }

  /** The next `length` bytes; null at the very end. Throws KitError where the stream ends in between. */
  async read(length: number): Promise<Buffer | null> {
    if (length === 0) return Buffer.alloc(0);
    const parts: Buffer[] = [];
    let missing = length;
    while (missing > 0) {
      const part = await this.#take(missing);
      if (part === null) {
        if (missing === length) return null;
        throw this.#torn();
      }
      parts.push(part);
      missing -= part.length;
    }
    return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
  }

  /** As `read`, but the end of the stream is an error too. */
  async must(length: number): Promise<Buffer> {
    const bytes = await this.read(length);
    if (bytes === null) throw this.#torn();
    return bytes;
  }

  async skip(length: number): Promise<void> {
    for (let missing = length; missing > 0; ) {
      const part = await this.#take(missing);
      if (part === null) throw this.#torn();
      missing -= part.length;
    }
  }

  /** What lies before an offset, as far as it has not been taken yet. */
  async *upTo(end: number): AsyncGenerator<Buffer> {
    while (this.#offset < end) {
      const part = await this.#take(end - this.#offset);
      if (part === null) throw this.#torn();
      yield part;
    }
  }

  /** Reads to the end: whoever taps the stream sees all of it. */
  async drain(): Promise<void> {
    while ((await this.#take(Number.POSITIVE_INFINITY)) !== null);
  }

  async #take(most: number): Promise<Buffer | null> {
    while (this.#rest.length === 0) {
      const next = await this.#pieces.next();
      if (next.done) return null;
      this.#rest = next.value;
    }
    const part = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(part.length);
    this.#offset += part.length;
    return part;
  }

  #torn(): KitError {
    return new KitError(`the archive ends within an entry, at byte ${this.#offset}`, "the engine may be out of disk");
  }
}
