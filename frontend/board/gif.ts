// Animated pictures in GIF format (GIF89a), for boards with only a few colours.

/** Number of bits for a colour, which determines the size of the palette. */
const BITS = 6;
const MOST_COLOURS = 2 ** BITS;
/** Maximum length of an LZW code in GIF, in bits. */
const MOST_BITS = 12;

/** An animation's frame, with its pixels and its duration. */
export interface Frame {
  image: Pick<ImageData, "width" | "height" | "data">;
  seconds: number;
}

/** Return a number as two bytes, with the lower byte first. */
const pair = (value: number) => [value & 255, value >> 8];
/** Return the bytes of an ASCII text. */
const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0));

/** Return the most frequent colours in pictures, as 0xRRGGBB. */
function findPalette(frames: Frame[]): number[] {
  const counts = new Map<number, number>();
  for (const { image } of frames) {
    for (let at = 0; at < image.data.length; at += 4) {
      const colour = colourAt(image.data, at);
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
  }
  const sorted = [...counts].sort(([, one], [, other]) => other - one);
  return sorted.slice(0, MOST_COLOURS).map(([colour]) => colour);
}

function colourAt(data: ArrayLike<number>, at: number): number {
  return (data[at] << 16) | (data[at + 1] << 8) | data[at + 2];
}

/** Return a colour's red, green and blue parts. */
const partsOf = (colour: number) => [colour >> 16, (colour >> 8) & 255, colour & 255];

/** Return a function that finds the nearest colour in a palette, as an index. */
function makeMatcher(palette: number[]) {
  const known = new Map(palette.map((colour, index) => [colour, index]));
  const parts = palette.map(partsOf);
  return (colour: number): number => {
    const found = known.get(colour);
    if (found !== undefined) return found;
    const wanted = partsOf(colour);
    const distances = parts.map((each) =>
      each.reduce((sum, part, at) => sum + (part - wanted[at]) ** 2, 0),
    );
    const nearest = distances.indexOf(Math.min(...distances));
    known.set(colour, nearest);
    return nearest;
  };
}

/** Compress numbers with GIF's version of LZW, in which codes get longer and longer. */
function pack(numbers: Uint8Array): number[] {
  const [clear, end] = [MOST_COLOURS, MOST_COLOURS + 1];
  const bytes: number[] = [];
  let [held, heldBits] = [0, 0];
  let width = BITS + 1;
  let next = end + 1;
  let codes = new Map<number, number>();

  function write(code: number): void {
    held |= code << heldBits;
    heldBits += width;
    for (; heldBits >= 8; heldBits -= 8, held >>>= 8) bytes.push(held & 255);
  }
  write(clear);
  let prefix = numbers[0];
  for (const number of numbers.subarray(1)) {
    const key = (prefix << 8) | number;
    const code = codes.get(key);
    if (code !== undefined) {
      prefix = code;
      continue;
    }
    write(prefix);
    if (next < 2 ** MOST_BITS) {
      codes.set(key, next);
      // A decoder adds each code one step later than an encoder.
      if (next === 2 ** width) width += 1;
      next += 1;
    } else {
      write(clear);
      [codes, width, next] = [new Map(), BITS + 1, end + 1];
    }
    prefix = number;
  }
  write(prefix);
  write(end);
  if (heldBits) bytes.push(held & 255);
  return bytes;
}

/**
 * Divide bytes into blocks of at most 255. Each block is preceded by its length. The last block
 * is empty.
 */
function inBlocks(bytes: number[]): number[] {
  const blocks = [];
  for (let at = 0; at < bytes.length; at += 255) {
    const block = bytes.slice(at, at + 255);
    blocks.push([block.length, ...block]);
  }
  return [...blocks.flat(), 0];
}

/**
 * Return the contents of a file with an animation that repeats forever. All frames must have
 * the same size.
 */
export function writeGif(frames: Frame[]): Uint8Array<ArrayBuffer> {
  const { width, height } = frames[0].image;
  const palette = findPalette(frames);
  const match = makeMatcher(palette);
  const colours = Array.from({ length: MOST_COLOURS }, (_, at) => partsOf(palette[at] ?? 0));
  const size = [...pair(width), ...pair(height)];
  const drawn = frames.map(({ image, seconds }) => {
    const numbers = new Uint8Array(width * height);
    for (let at = 0; at < numbers.length; at += 1)
      numbers[at] = match(colourAt(image.data, 4 * at));
    const control = [0x21, 0xf9, 4, 0, ...pair(Math.round(100 * seconds)), 0, 0];
    return [...control, 0x2c, 0, 0, 0, 0, ...size, 0, BITS, ...inBlocks(pack(numbers))];
  });
  const flags = 0xf0 | (BITS - 1);
  const repeats = [0x21, 0xff, 11, ...ascii("NETSCAPE2.0"), 3, 1, 0, 0, 0];
  const head = [...ascii("GIF89a"), ...size, flags, 0, 0, ...colours.flat(), ...repeats];
  return new Uint8Array([...head, ...drawn.flat(), 0x3b]);
}
