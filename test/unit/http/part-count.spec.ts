import { PartCount } from '../../../src/http/forms/part-count.js';

const form = '--x\r\nA: 1\r\n\r\none\r\n--x\r\nA: 2\r\n\r\n\r\n--x--\r\n--x\r\nno part';

function count(text: string, size: number, type = 'multipart/form-data; boundary=x'): number {
  const parts = new PartCount(type);
  for (let at = 0; at < text.length; at += size) parts.read(Buffer.from(text.slice(at, at + size)));
  return parts.begun;
}

describe('The parts of a form', () => {
  it.each(Array.from({ length: 24 }, (_none, at) => at + 1))(
    'are counted in chunks of %i bytes',
    (size) => {
      expect(count(form, size)).toBe(2);
    },
  );

  it.each([
    ['none', '--x--', 0],
    ['one after a preamble', 'before\r\n--x\r\n\r\n', 1],
    ['none in the middle of a line', '--x\r\n\r\na--x\r\n', 1],
    ['one whose head is cut', '--x\r\n', 1],
  ])('are %s', (_what, message, expected) => {
    expect(count(message, 100)).toBe(expected);
  });

  it.each([
    ['multipart/form-data; charset=utf-8; Boundary="x"', 2],
    ['multipart/form-data;boundary=x; charset=utf-8', 2],
    ['multipart/form-data', 0],
  ])('are separated by the boundary in %s', (type, expected) => {
    expect(count(form, 100, type)).toBe(expected);
  });
});
