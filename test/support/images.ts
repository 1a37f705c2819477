/** Images that consist of a header, which is all that readers of headers need. */

const u16be = (value: number) => [(value >> 8) & 255, value & 255];
const u16le = (value: number) => [value & 255, (value >> 8) & 255];
const u24le = (value: number) => [...u16le(value), (value >> 16) & 255];
const u32be = (value: number) => [(value >>> 24) & 255, (value >> 16) & 255, ...u16be(value)];

export function png(width = 4, height = 3): Buffer {
  const header = [
    ...u32be(13),
    ...ascii('IHDR'),
    ...u32be(width),
    ...u32be(height),
    8,
    2,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
  ];
  return Buffer.from([
    0x89,
    ...ascii('PNG\r\n'),
    0x1a,
    0x0a,
    ...header,
    ...u32be(0),
    ...ascii('IDAT'),
    0,
    0,
    0,
    0,
  ]);
}

/** A PNG with a chunk that contains the number of pictures. */
export function animatedPng(width = 4, height = 3): Buffer {
  const still = png(width, height);
  const control = Buffer.from([
    ...u32be(8),
    ...ascii('acTL'),
    ...u32be(2),
    ...u32be(0),
    0,
    0,
    0,
    0,
  ]);
  return Buffer.concat([still.subarray(0, 33), control, still.subarray(33)]);
}

/** @param before bytes of a profile ahead of the size */
export function jpeg(width = 4, height = 3, before = 0): Buffer {
  const profiles: number[][] = [];
  for (let left = before; left > 0; left -= 60_000)
    profiles.push(segment(0xe2, Array(Math.min(left, 60_000)).fill(1)));
  const frame = segment(0xc0, [
    8,
    ...u16be(height),
    ...u16be(width),
    3,
    1,
    0x22,
    0,
    2,
    0x11,
    1,
    3,
    0x11,
    1,
  ]);
  const start = segment(0xe0, [...ascii('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0]);
  return Buffer.from([0xff, 0xd8, ...start, ...profiles.flat(), ...frame, 0xff, 0xd9]);
}

export function gif(width = 4, height = 3): Buffer {
  return Buffer.from([...ascii('GIF89a'), ...u16le(width), ...u16le(height), 0, 0, 0, 0x3b]);
}

export function webp(width = 4, height = 3): Buffer {
  const extended = [
    ...ascii('VP8X'),
    10,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    ...u24le(width - 1),
    ...u24le(height - 1),
  ];
  return Buffer.from([...ascii('RIFF'), 22, 0, 0, 0, ...ascii('WEBP'), ...extended]);
}

/** The image, padded with zeros to that many bytes. */
export const padded = (image: Buffer, bytes: number): Buffer => Buffer.concat([image], bytes);

const ascii = (text: string): number[] => [...Buffer.from(text, 'latin1')];
const segment = (marker: number, content: readonly number[]): number[] => [
  0xff,
  marker,
  ...u16be(content.length + 2),
  ...content,
];
