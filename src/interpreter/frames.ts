// Frames between Node and the trusted processes of a sandbox: two lengths, a JSON object, raw bytes.

const HEADER = 8;

export interface WireFrame {
  readonly message: unknown;
  readonly blob: Buffer;
}

export function encodeFrame(message: object, blob: Uint8Array = new Uint8Array()): Buffer {
  const text = Buffer.from(JSON.stringify(message), 'utf8');
  const header = Buffer.alloc(HEADER);
  header.writeUInt32LE(text.length, 0);
  header.writeUInt32LE(blob.length, 4);
  return Buffer.concat([header, text, blob]);
}

/** Collects chunks until a frame is complete, and copies each byte once at most. */
export class FrameReader {
  #chunks: Buffer[] = [];
  #size = 0;

  *feed(chunk: Buffer): Generator<WireFrame> {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    for (;;) {
      const header = this.#peek(HEADER);
      if (!header) return;
      const textSize = header.readUInt32LE(0);
      const whole = HEADER + textSize + header.readUInt32LE(4);
      if (this.#size < whole) return;
      const [only] = this.#chunks;
      const all = only && this.#chunks.length === 1 ? only : Buffer.concat(this.#chunks);
      this.#chunks = [all.subarray(whole)];
      this.#size = all.length - whole;
      const message: unknown = JSON.parse(all.toString('utf8', HEADER, HEADER + textSize));
      yield { message, blob: all.subarray(HEADER + textSize, whole) };
    }
  }

  #peek(count: number): Buffer | undefined {
    if (this.#size < count) return undefined;
    const [first] = this.#chunks;
    if (first && first.length >= count) return first;
    this.#chunks = [Buffer.concat(this.#chunks)];
    return this.#chunks[0];
  }
}
