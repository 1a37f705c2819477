import { foldCase, isFoundAsAscii, likePattern } from '../../../src/database/dialects/fold-case.js';

/** Every character past ASCII except half characters. */
function* otherCharacters(): Generator<string> {
  for (let code = 0x80; code <= 0x10ffff; code += 1)
    if (code < 0xd800 || code > 0xdfff) yield String.fromCodePoint(code);
}

/** By ASCII letters only. */
const foldAscii = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

describe('A string that is searched as ASCII (C1.6)', () => {
  it('contains no letter that a character of another alphabet folds to', () => {
    const folding = [...otherCharacters()].filter((character) =>
      /[\0-\x7f]/.test(foldCase(character)),
    );
    expect(folding.map((character) => [character, foldCase(character)])).toEqual([
      ['İ', 'i̇'],
      ['K', 'k'],
    ]);
  });

  it.each([
    ['corp.io', true],
    ['CORP.IO', true],
    ['Ilan', true],
    ['', true],
    ['taxi', false],
    ['TAXI', false],
    ['like', false],
    ['KELVIN', false],
    ['élan', false],
    ['K', false],
  ])('%j: %j', (text, expected) => {
    expect(isFoundAsAscii(text)).toBe(expected);
  });

  it('is in the same strings, in every way of folding', () => {
    const parts = ['a', 'I', 'i', 'o', 'İ', 'K', 'k', 'É', 'Σ', ' ', '̇'];
    const texts = parts.flatMap((one) =>
      parts.flatMap((two) => parts.map((three) => one + two + three)),
    );
    const needles = parts.flatMap((one) => parts.map((two) => one + two)).filter(isFoundAsAscii);
    expect(needles.length).toBeGreaterThan(10);
    const foundOtherwise = needles.flatMap((needle) =>
      texts
        .filter(
          (text) =>
            foldAscii(text).includes(foldCase(needle)) !==
            foldCase(text).includes(foldCase(needle)),
        )
        .map((text) => [text, needle]),
    );
    expect(foundOtherwise).toEqual([]);
  });
});

describe('A pattern (C5.8)', () => {
  it.each([
    ['!', '50%_!\\A', '50!%!_!!\\a'],
    ['\\', '50%_!\\A', '50\\%\\_!\\\\a'],
    ['\\', '$&', '$&'],
  ])('escaped by %j matches %j literally', (mark, text, literal) => {
    expect(likePattern(text, 'start', mark)).toBe(`${literal}%`);
    expect(likePattern(text, 'anywhere', mark)).toBe(`%${literal}%`);
  });
});
