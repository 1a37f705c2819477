import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { projectFiles } from '../../../src/tooling/schematics/application/project-files.js';
import { Page } from '../../support/pages/page.js';
import { layers } from '../architecture/layers.js';
import { documents, resolves, linksOf, pathsOf, scriptsOf } from './documents.js';
import { blocksOf, fillBlocks } from './generated-blocks.js';

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>;
  version: string;
};
const { scripts, version } = manifest;
const manifestOfApplication = projectFiles(
  {
    name: 'shop',
    source: '*',
    peers: {},
    node: 20,
    tools: { typescript: '*', prettier: '*', types: '*', vitest: '*' },
  },
  false,
)['package.json']!;
const { scripts: applicationScripts } = JSON.parse(manifestOfApplication) as typeof manifest;
/** The guides about a team's own application, which has the scripts that `new` writes. */
const ofApplications = /^docs\/guide\/(own-application|existing-database|extending|testing)\.md$/;
const decisions = readdirSync('docs/decisions')
  .filter((name) => name !== 'README.md')
  .sort();

/** Formats the table that the test of imports checks. */
function layersTable(): string {
  const rows = layers.map(({ folders, holds }) => [folders.join(', '), holds] as const);
  const width = Math.max(...rows.map(([folders]) => folders.length));
  return rows.map(([folders, holds]) => `${folders.padEnd(width)}  ${holds}`).join('\n');
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
    expect(linksOf(document).filter((link) => !resolves(document, link))).toEqual([]);
  });

  it.each(documents)('%s names existing npm scripts', (document) => {
    const existing = { ...scripts, ...(ofApplications.test(document) && applicationScripts) };
    expect(scriptsOf(document).filter((script) => !(script in existing))).toEqual([]);
  });

  it.each(documents)('%s names existing files', (document) => {
    const { steps } = new Page(document);
    const written = new Set(steps.flatMap((step) => ('path' in step ? [step.path] : [])));
    expect(pathsOf(document).filter((path) => !existsSync(path) && !written.has(path))).toEqual([]);
  });
});

describe('A link', () => {
  it('is broken if the file or the heading is missing', () => {
    expect(resolves('README.md', 'docs/none.md')).toBe(false);
    expect(resolves('README.md', '#no-such-heading')).toBe(false);
    expect(resolves('README.md', 'docs/reference/http-api.md#c5-99')).toBe(false);
    expect(resolves('README.md', 'docs/reference/http-api.md#c5-3')).toBe(true);
    expect(resolves('docs/internals/pipeline.md', '../../README.md#the-first-request')).toBe(true);
  });
});

describe('CONTRIBUTING.md', () => {
  it('lists the layers as the test of imports does (to update: UPDATE_DOCS=1 npx jest test/unit/docs)', () => {
    const [is, shouldBe] = fillBlocks('CONTRIBUTING.md', { layers: layersTable() });
    expect(is).toBe(shouldBe);
    expect(blocksOf('CONTRIBUTING.md')).toEqual(['layers']);
    expect(is).toMatch(/^pipeline\/request +parses the query$/m);
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

const partsOfDecisions = ['Question', 'Decision', 'Consequences'];
const superseded = /^\*\*Superseded by \[(\d{4})\]\(([^)]+)\)\.\*\*/m;
const titleOf = (text: string): string => /^# \d{4} (.+)$/m.exec(text)![1]!;

describe('The decisions', () => {
  it('have a number each', () => {
    const numbers = decisions.map((name) => name.slice(0, 4));
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it.each(decisions)(
    '%s has the parts of a decision, or names the decision that supersedes it',
    (name) => {
      const content = readFileSync(`docs/decisions/${name}`, 'utf8');
      expect(content.startsWith(`# ${name.slice(0, 4)} `)).toBe(true);
      const [, number, file] = superseded.exec(content) ?? [];
      if (file !== undefined) {
        expect(decisions).toContain(file);
        expect(file.slice(0, 4)).toBe(number);
        return;
      }
      expect([...content.matchAll(/^## (.+)$/gm)].map(([, title]) => title)).toEqual(
        partsOfDecisions,
      );
    },
  );

  it('are listed in the index with number, title and status', () => {
    const index = readFileSync('docs/decisions/README.md', 'utf8');
    const rows = [...index.matchAll(/^\| \[(\d{4})\]\(([^)]+)\) +\| (.+?) +\| (.+?) +\|$/gm)];
    const expected = decisions.map((name) => {
      const content = readFileSync(`docs/decisions/${name}`, 'utf8');
      const [, number, file] = superseded.exec(content) ?? [];
      const status =
        file === undefined
          ? (expect.stringMatching(/^Accepted/) as string)
          : `Superseded by [${number}](${file})`;
      return [name.slice(0, 4), name, titleOf(content), status];
    });
    expect(rows.map(([, ...cells]) => cells)).toEqual(expected);
  });
});
