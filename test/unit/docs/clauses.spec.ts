import { readFileSync } from 'node:fs';
import {
  citationsIn,
  citingSources,
  citingTests,
  clauses,
  clausesPath,
  headedClauses,
  leafClauses,
  type CitingFile,
} from './clauses.js';

const unknownIn = (files: readonly CitingFile[]): readonly string[] =>
  files.flatMap(({ path, cited }) =>
    cited.filter((clause) => !clauses.includes(clause)).map((clause) => `${path}: ${clause}`),
  );

const numberOf = (clause: string): number => {
  const [section, item = '0'] = clause.slice(1).split('.');
  return Number(section) * 100 + Number(item);
};

describe('The clauses of the HTTP API', () => {
  it('are found', () => {
    expect(clauses).toEqual(expect.arrayContaining(['C1', 'C5.3', 'C9', 'C12']));
    expect(leafClauses).toEqual(expect.arrayContaining(['C5.3', 'C9', 'C12']));
    expect(leafClauses).not.toContain('C5');
  });

  it('have unique numbers, in order', () => {
    const numbers = clauses.map(numberOf);
    expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
  });

  it('have an anchor with their number', () => {
    for (const { clause, anchor } of headedClauses(readFileSync(clausesPath, 'utf8')))
      expect(anchor).toBe(clause.toLowerCase().replace('.', '-'));
  });

  it('have no heading without an anchor', () => {
    const titles = readFileSync(clausesPath, 'utf8').match(/^##.*$/gm);
    expect(titles).toHaveLength(clauses.length);
  });

  it('include those that sources and documents cite', () => {
    const files = citingSources();
    expect(files.filter(({ cited }) => cited.length > 0).length).toBeGreaterThan(100);
    expect(unknownIn(files)).toEqual([]);
  });

  it('include those that titles of tests cite', () => {
    expect(unknownIn(citingTests())).toEqual([]);
  });

  it('are each cited by the title of a test', () => {
    const cited = new Set(citingTests().flatMap((file) => file.cited));
    expect(leafClauses.filter((clause) => !cited.has(clause))).toEqual([]);
  });
});

describe('A citation', () => {
  it.each([
    ['/** Parses a key. @contract C1.3, C7.2 */', ['C1.3', 'C7.2']],
    ['@contract C12\n', ['C12']],
    ["it('refuses 21 relations (C5.3, C12)'", ['C5.3', 'C12']],
    ["it('C11: responds'", ['C11']],
    ["it('is undone (rule 4, C5.4)'", ['C5.4']],
    ["await get('%C3%9F'); rename('clubs', 'C2', two); take('P1 C2');", []],
  ])('is found in %j', (text, expected) => {
    expect([...citationsIn(text)].sort()).toEqual([...expected].sort());
  });
});
