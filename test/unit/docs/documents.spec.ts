import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { filesOf } from '../../e2e/readme/readme-blocks.js';
import { documents, leadsSomewhere, linksOf, pathsOf, scriptsOf } from './documents.js';
import { fillBlocks } from './generated-blocks.js';

const { scripts, version } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>;
  version: string;
};
const decisions = readdirSync('docs/decisions').sort();

/** The table of the test that walks the imports. */
function roomsTable(): string {
  const source = readFileSync('test/unit/architecture/import-direction.spec.ts', 'utf8');
  const [, literal] = /const mayImport: [^=]*= \{([^]*?)\n\};/.exec(source)!;
  const rows = [...literal!.matchAll(/^ +'?([\w/-]+)'?: \[([^\]]*)\]/gm)];
  const rooms = rows.map(
    ([, room, others]) =>
      [room!, [...others!.matchAll(/'([^']+)'/g)].map(([, other]) => other)] as const,
  );
  const width = Math.max(...rooms.map(([room]) => room.length));
  return rooms
    .map(([room, others]) => `${room.padEnd(width)}  ${others.join(', ') || 'nothing'}`)
    .join('\n');
}

describe('The documents', () => {
  it('are found', () => {
    expect(documents).toEqual(
      expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md']),
    );
    expect(documents.flatMap(linksOf).length).toBeGreaterThan(10);
    expect(documents.flatMap(pathsOf).length).toBeGreaterThan(20);
  });

  it.each(documents)('%s links to existing files', (document) => {
    expect(linksOf(document).filter((link) => !leadsSomewhere(document, link))).toEqual([]);
  });

  it.each(documents)('%s names existing npm scripts', (document) => {
    expect(scriptsOf(document).filter((script) => !(script in scripts))).toEqual([]);
  });

  it.each(documents)('%s names existing files', (document) => {
    const written = filesOf(readFileSync(document, 'utf8'));
    expect(pathsOf(document).filter((path) => !existsSync(path) && !written.has(path))).toEqual([]);
  });
});

describe('A link', () => {
  it('is broken if the file or the heading is missing', () => {
    expect(leadsSomewhere('README.md', 'docs/none.md')).toBe(false);
    expect(leadsSomewhere('README.md', '#no-such-heading')).toBe(false);
    expect(leadsSomewhere('README.md', 'docs/reference/http-api.md#c5-99')).toBe(false);
    expect(leadsSomewhere('README.md', 'docs/reference/http-api.md#c5-3')).toBe(true);
    expect(leadsSomewhere('docs/internals/pipeline.md', '../../README.md#the-first-request')).toBe(
      true,
    );
  });
});

describe('CONTRIBUTING.md', () => {
  it('has the rooms as the test of the imports has them (rewrite them: UPDATE_DOCS=1 npx jest test/unit/docs)', () => {
    const [is, shouldBe] = fillBlocks('CONTRIBUTING.md', { rooms: roomsTable() });
    expect(is).toBe(shouldBe);
    expect(is).toMatch(/^planning +authorization, registry$/m);
  });
});

describe('CHANGELOG.md', () => {
  it('begins with the version of the package', () => {
    const [, newest] = /^## (\S+) - \d{4}-\d{2}-\d{2}$/m.exec(
      readFileSync('CHANGELOG.md', 'utf8'),
    )!;
    expect(newest).toBe(version);
  });
});

/**
 * Decisions from 0027 on have three parts; earlier ones weigh their options in a part of its own.
 */
const partsOfDecisions = [
  ['Question', 'Decision', 'Consequences'],
  ['Question', 'Options', 'Choice', 'Consequence'],
];
const superseded = /^\*\*Superseded by \[(\d{4})\]\(([^)]+)\)\.\*\*/m;

describe('The decisions', () => {
  it('have a number each', () => {
    const numbers = decisions.map((name) => name.slice(0, 4));
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it.each(decisions)(
    '%s has the parts of a decision, or names the decision that supersedes it',
    (name) => {
      const text = readFileSync(`docs/decisions/${name}`, 'utf8');
      expect(text.startsWith(`# ${name.slice(0, 4)} `)).toBe(true);
      const [, number, file] = superseded.exec(text) ?? [];
      if (file !== undefined) {
        expect(decisions).toContain(file);
        expect(file.slice(0, 4)).toBe(number);
        return;
      }
      expect(partsOfDecisions).toContainEqual(
        [...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title),
      );
    },
  );
});
