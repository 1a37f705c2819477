import fc from 'fast-check';
import { csvCell } from '../../../src/addons/exports/csv-cell.js';
import { examples } from '../../support/examples.js';

const EXAMPLES = examples(500);

/** Parses a line by RFC 4180. */
function cellsOf(line: string): readonly string[] {
  const cells = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)];
  expect(cells.map(([cell]) => cell).join('')).toBe(line);
  return cells.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain!);
}

/** Strings that have what CSV and spreadsheets give a meaning. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...`=+-@\t\r\n",'0.9eE `) }),
);

const STARTS_FORMULA = /^[=+\-@\t\r]/;
const isNumber = (value: string): boolean =>
  value.trim() === value && Number.isFinite(Number(value));

describe('Cells of CSV (C17.3)', () => {
  it('are parsed as the strings that they were, or as these with an apostrophe', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1 }), (values) => {
        const line = values.map((value) => csvCell(JSON.stringify(value))).join(',');
        for (const [at, cell] of cellsOf(line).entries()) {
          const value = values[at]!;
          expect([value, `'${value}`]).toContain(cell);
          if (STARTS_FORMULA.test(cell)) expect([cell, isNumber(cell)]).toEqual([cell, true]);
          if (!STARTS_FORMULA.test(value)) expect(cell).toBe(value);
        }
      }),
      EXAMPLES,
    );
  });

  it('are the JSON of other values', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        if (value === null || typeof value === 'string') return;
        const json = JSON.stringify(value);
        expect(cellsOf(csvCell(json))).toEqual([json]);
      }),
      EXAMPLES,
    );
  });
});
