import { readFileSync, writeFileSync } from 'node:fs';

const block = /(<!-- made: ([\w-]+) -->\n```\w*\n)([^]*?)(\n```)/g;

/**
 * Fills the blocks of a document that the tests generate from the running code: a fence after `<!--
 * made: name -->`. With `UPDATE_DOCS=1` the document is written anew.
 *
 * @returns the document as it is, and as it should be
 */
export function fillBlocks(
  path: string,
  texts: Readonly<Record<string, string>>,
): readonly [string, string] {
  const content = readFileSync(path, 'utf8');
  const filled = content.replace(
    block,
    (_found, start: string, name: string, _old, end: string) => {
      const made = texts[name];
      if (made === undefined)
        throw new TypeError(`${path} has a block "${name}", which nothing makes.`);
      return start + made + end;
    },
  );
  if (process.env.UPDATE_DOCS !== '1') return [content, filled];
  writeFileSync(path, filled);
  return [filled, filled];
}

/** The names of the blocks in a document. */
export const blocksOf = (path: string): readonly string[] =>
  [...readFileSync(path, 'utf8').matchAll(block)].map(([, , name]) => name!);

/**
 * Lines of at most so many characters, broken at blanks; the following lines are indented by two more.
 */
export function wrap(text: string, width = 112): string {
  const indent = /^ */.exec(text)![0];
  const lines = [indent];
  for (const word of text.trim().split(/ +/)) {
    const line = lines.at(-1)!;
    if (line.trim() === '') lines[lines.length - 1] = line + word;
    else if (line.length + word.length < width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(`${indent}  ${word}`);
  }
  return lines.join('\n');
}

/** A value with its lists cut after so many items, with the number of the others. */
export function shorten(value: unknown, most: number): unknown {
  if (Array.isArray(value)) {
    const kept = value.slice(0, most).map((item) => shorten(item, most));
    return value.length > most ? [...kept, `... ${value.length - most} more`] : kept;
  }
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, shorten(inner, most)]),
  );
}
