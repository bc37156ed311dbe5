// Connected components of a mask, with their bounding boxes.

export interface InkPiece {
  readonly left: number;
  readonly top: number;
  /** The last column and row. */
  readonly right: number;
  readonly bottom: number;
  readonly area: number;
  /** Indexes of its pixels. */
  readonly pixels: readonly number[];
}

/** The connected components of a mask; pixels are connected by a side or a corner. */
export function piecesOf(mask: Uint8Array, width: number): InkPiece[] {
  const seen = new Uint8Array(mask.length);
  const height = mask.length / width;
  const pieces: InkPiece[] = [];
  const open: number[] = [];
  for (let start = 0; start < mask.length; start += 1) {
    if (mask[start] === 0 || seen[start] === 1) continue;
    seen[start] = 1;
    open.push(start);
    const pixels: number[] = [];
    let [left, right, top, bottom] = [width, 0, height, 0];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      pixels.push(at);
      const [x, y] = [at % width, Math.floor(at / width)];
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      if (y > bottom) bottom = y;
      for (let dy = -1; dy <= 1; dy += 1)
        for (let dx = -1; dx <= 1; dx += 1) {
          if (x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height) continue;
          const next = at + dy * width + dx;
          if (mask[next] === 0 || seen[next] === 1) continue;
          seen[next] = 1;
          open.push(next);
        }
    }
    pieces.push({ left, top, right, bottom, area: pixels.length, pixels });
  }
  return pieces;
}
