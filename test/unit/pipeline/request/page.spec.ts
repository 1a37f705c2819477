import { defaultLimits } from '../../../../src/options/limits.js';
import { lastPage } from '../../../../src/pipeline/request/page-parser.js';
import { parseResourceQuery } from '../../../../src/pipeline/request/parse-resource-query.js';
import { refused } from './rejected.js';

const read = (query: string) => parseResourceQuery(query, 'index', defaultLimits);

describe('page, perPage and relatablePerPage', () => {
  it.each<[string, number, number | null, string]>([
    ['include=posts', 1, null, 'left out, the first page and the size of the resource'],
    ['page=3', 3, null, 'a page'],
    ['page=2&perPage=1', 2, 1, 'both'],
    ['page[number]=2&page[size]=7', 2, 7, 'the other spelling'],
    ['page=2&page[size]=7', 2, 7, 'a spelling for each'],
    ['page=2147483647', 2147483647, null, 'the highest page'],
  ])('read in %s page %i, size %j: %s (C5.4)', (query, number, size) => {
    expect(read(query).page).toEqual({ number, size });
  });

  describe.each(['page', 'perPage', 'page[number]', 'page[size]', 'relatablePerPage'])(
    '%s',
    (parameter) => {
      it.each([
        '',
        '0',
        '-1',
        '01',
        '1.0',
        '%2B1',
        '1e3',
        '+1',
        '1+',
        '0x1',
        'one',
        '1,2',
        '%D9%A1',
        '1%0A',
        'NaN',
        'null',
      ])('is rejected with 400 for =%s, with what is allowed (C5.4)', (value) => {
        const refusal = refused(`${parameter}=${value}`);
        expect(refusal).toMatchObject({ status: 400, code: 'invalid_query', parameter });
        expect(refusal.text).toMatch(
          /is not a whole number from 1 to \d+, written with digits only\.$/,
        );
      });

      it.each(['2147483648', '9007199254740993', '9'.repeat(400)])(
        'is rejected with 400 for =%s, with its maximum (C5.4, C12)',
        (value) => {
          expect(refused(`${parameter}=${value}`).text).toMatch(
            /" exceeds the maximum of (100|2147483647)\.$/,
          );
        },
      );

      it('is rejected with 400 if it is given twice, even with the same value (C5.2)', () => {
        expect(refused(`${parameter}=1&${parameter}=1`)).toMatchObject({
          status: 400,
          parameter,
          text: `"${parameter}" is given twice; it may be given only once.`,
        });
      });
    },
  );

  it('read each maximum from the limits (C12)', () => {
    const limits = { ...defaultLimits, perPage: 5, relatablePerPage: 3 };
    expect(parseResourceQuery('perPage=5&relatablePerPage=3', 'index', limits)).toMatchObject({
      page: { size: 5 },
      relatablePerPage: 3,
    });
    expect(refused('perPage=6', 'index', limits).text).toContain('of 5.');
    expect(refused('relatablePerPage=4', 'index', limits).text).toContain('of 3.');
  });

  it('reject both spellings at once, with the one that comes second (C5.4)', () => {
    expect(refused('page[number]=1&page=1')).toMatchObject({
      parameter: 'page',
      text: '"page" and "page[number]" cannot be combined; give only one of them.',
    });
  });

  it.each([1, 100, 10_000_000, 2 ** 40])(
    'keep the offset of the last page a safe integer at %i per page (C5.4)',
    (perPage) => {
      expect(Number.isSafeInteger(lastPage(perPage) * perPage)).toBe(true);
      expect(lastPage(perPage)).toBeLessThanOrEqual(2 ** 31 - 1);
    },
  );
});
