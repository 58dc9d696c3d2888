// Animated GIFs, decoded by an independent reader.

import assert from "node:assert/strict";
import { it } from "node:test";

import { writeGif } from "../../frontend/board/gif.ts";

/** Return a picture's pixels, each as red, green and blue. */
function picture(width: number, height: number, colourAt: (at: number) => number[]) {
  const pixels = Array.from({ length: width * height }, (_, at) => [...colourAt(at), 255]);
  return { width, height, data: new Uint8ClampedArray(pixels.flat()) };
}

/** Decode LZW codes. The tables are rebuilt as described in the format's appendix F. */
function unpack(bytes: number[], size: number) {
  const clear = 2 ** size;
  let [at, width] = [0, size + 1];
  let table: number[][] = [];
  const out: number[] = [];
  let before: number[] | null = null;
  for (;;) {
    let code = 0;
    for (let bit = 0; bit < width; bit += 1, at += 1)
      code |= ((bytes[at >> 3] >> (at & 7)) & 1) << bit;
    if (code === clear) {
      table = Array.from({ length: clear + 2 }, (_, number) => [number]);
      [width, before] = [size + 1, null];
      continue;
    }
    if (code === clear + 1) return out;
    const entry: number[] = table[code] ?? [...(before ?? []), (before ?? [])[0]];
    out.push(...entry);
    if (before && table.length < 4096) table.push([...before, entry[0]]);
    before = entry;
    if (table.length === 2 ** width && width < 12) width += 1;
  }
}

/** Read a GIF: its size, and its frames with their time in 1/100 s and their pixels. */
function read(file: Uint8Array) {
  const head = String.fromCharCode(...file.slice(0, 6));
  const size = [file[6] | (file[7] << 8), file[8] | (file[9] << 8)];
  const count = 2 ** ((file[10] & 7) + 1);
  const palette = Array.from({ length: count }, (_, at) => [
    ...file.slice(13 + 3 * at, 16 + 3 * at),
  ]);
  let at = 13 + 3 * count;
  let time = 0;
  const frames: { time: number; pixels: number[][] }[] = [];
  const readBlocks = () => {
    const bytes: number[] = [];
    while (file[at]) {
      bytes.push(...file.slice(at + 1, at + 1 + file[at]));
      at += 1 + file[at];
    }
    at += 1;
    return bytes;
  };
  while (file[at] !== 0x3b) {
    if (file[at] === 0x21) {
      const isControl = file[at + 1] === 0xf9;
      at += 2;
      const bytes = readBlocks();
      if (isControl) time = bytes[1] | (bytes[2] << 8);
    } else {
      assert.equal(file[at], 0x2c);
      at += 10;
      const bits = file[at];
      at += 1;
      const pixels = unpack(readBlocks(), bits).map((number) => palette[number]);
      frames.push({ time, pixels });
    }
  }
  return { head, size, frames };
}

it("shows each frame for its time and in its colours", () => {
  const [red, white] = [
    [200, 10, 20],
    [255, 255, 255],
  ];
  const [striped, plain] = [
    picture(5, 3, (at) => (at % 2 ? red : white)),
    picture(5, 3, () => red),
  ];
  const { head, size, frames } = read(
    writeGif([
      { image: striped, seconds: 0.8 },
      { image: plain, seconds: 2.5 },
    ]),
  );
  assert.deepEqual([head, size], ["GIF89a", [5, 3]]);
  assert.deepEqual(
    frames.map(({ time }) => time),
    [80, 250],
  );
  assert.deepEqual(
    frames[0].pixels,
    Array.from({ length: 15 }, (_, at) => (at % 2 ? red : white)),
  );
  assert.deepEqual(frames[1].pixels, Array(15).fill(red));
});

it("handles full code tables, and picks the nearest of too many colours", () => {
  // 64 frequent greys in random order fill the table several times.
  let seed = 1;
  const noise = Array.from({ length: 40_000 }, () => {
    seed = (seed * 48271) % 2147483647;
    return 4 * (seed % 64);
  });
  noise[7] = 101;
  const image = picture(200, 200, (at) => [noise[at], noise[at], noise[at]]);
  const [{ pixels }] = read(writeGif([{ image, seconds: 1 }])).frames;
  const wanted = noise.map((grey) => (grey === 101 ? 100 : grey));
  assert.deepEqual(
    pixels.map(([grey]) => grey),
    wanted,
  );
});
