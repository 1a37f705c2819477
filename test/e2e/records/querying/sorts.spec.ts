import type { LibraryApp } from '../../../support/library-app/library-app.js';
import {
  sampleKeys,
  sampleRefusal,
  startSamples,
  type SampleRow,
} from '../../../support/library-app/samples.js';

const themed = (theme: unknown, word?: string): string =>
  JSON.stringify({ theme, ...(word !== undefined && { deep: { word } }) });

const rows: readonly SampleRow[] = [
  {
    id: 1,
    label: 'b',
    size: 10,
    amount: '2',
    big: '9007199254740993',
    ratio: 1.5,
    flag: true,
    data: themed('dark', 'x'),
  },
  {
    id: 2,
    label: 'B',
    size: 9,
    amount: '10',
    big: '9007199254740992',
    ratio: -1,
    flag: false,
    data: themed('light'),
  },
  { id: 3, label: 'ä', size: 10, amount: '-1.5', data: themed(true, 'b') },
  { id: 4, label: 'Z', data: themed(null, 'Ä') },
  { id: 5, label: 'z', data: themed(['a', 'list']) },
  { id: 6, label: '😀', data: '{}' },
  { id: 7, label: '\uFFFD', day: '2024-01-02', at: new Date('2024-01-02T00:00:00.001Z') },
  { id: 8, label: 'b ', day: '2024-01-01', at: new Date('2024-01-02T00:00:00.000Z') },
  { id: 9, parent_id: 1 },
  { id: 10, parent_id: 2 },
  { id: 11, parent_id: 3 },
  { id: 12, parent_id: 4 },
  { id: 13, parent_id: 5 },
  { id: 14, parent_id: 20 },
  { id: 20, hidden: true, label: 'a', data: themed('aaa') },
];
const tags: readonly SampleRow[] = [
  { id: 1, word: 'two', sample_id: 1 },
  { id: 2, word: 'one', sample_id: 2 },
  { id: 3, word: 'a', hidden: true, sample_id: 3 },
];

let samples: LibraryApp;

beforeAll(async () => {
  samples = await startSamples(rows, tags);
});
afterAll(() => samples?.stop());

describe('Sorting (C5.5, C1.6)', () => {
  it.each<[string, readonly number[], string]>([
    [
      'sort=label',
      [2, 4, 1, 8, 5, 3, 7, 6, 14, 13, 12, 11, 10, 9],
      'strings by code points, null last',
    ],
    [
      'sort=-label',
      [6, 7, 3, 5, 8, 1, 4, 2, 14, 13, 12, 11, 10, 9],
      'also last in descending order',
    ],
    [
      'sort=size',
      [2, 3, 1, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4],
      'the key, descending, breaks ties',
    ],
    ['sort=-size', [3, 1, 2, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4], 'in both directions'],
    ['sort=-size,label', [1, 3, 2, 4, 8, 5, 7, 6, 14, 13, 12, 11, 10, 9], 'by several columns'],
    ['sort=amount', [3, 1, 2], 'decimals by their value'],
    ['sort=-amount', [2, 1, 3], 'and descending'],
    ['sort=big', [2, 1], 'bigints by all their digits'],
    ['sort=ratio', [2, 1], 'floats'],
    ['sort=flag', [2, 1], 'false before true'],
    ['sort=-flag', [1, 2], 'and after it'],
    ['sort=day', [8, 7], 'days'],
    ['sort=at', [8, 7], 'instants to the millisecond'],
    ['sort=id', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14], 'the key itself'],
    ['sort=-id', [14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1], 'which is the default'],
    [
      'sort=parent.label',
      [10, 12, 9, 13, 11, 14],
      'a column of a BelongsTo; a parent that is not visible counts as null (C5.9)',
    ],
    ['sort=-parent.label', [11, 13, 9, 12, 10, 14], 'descending'],
    [
      'sort=tag.word',
      [2, 1, 14],
      'a column of a HasOne; one that is not visible counts as null (C5.9)',
    ],
    [
      'sort=parent.data->theme',
      [9, 10, 11, 14],
      'a JSON path, as a string; lists and null count as null',
    ],
    ['sort=-parent.data->theme', [11, 10, 9, 14], 'descending'],
    ['sort=parent.data->deep->word', [11, 9, 12, 14], 'a longer path'],
    [
      'sort=parent.data->theme,parent.label,tag.word',
      [9, 10, 11, 12, 13, 2, 1, 14],
      'two relations, one of them twice',
    ],
  ])('begins for %s with the records %j: %s', async (query, keys) => {
    expect((await sampleKeys(samples, query)).slice(0, keys.length)).toEqual(keys);
  });

  it('covers all pages', async () => {
    const whole = await sampleKeys(samples, 'sort=-size,parent.label,label');
    const pages = [1, 2, 3, 4, 5].map((page) =>
      sampleKeys(samples, `sort=-size,parent.label,label&perPage=3&page=${page}`),
    );
    expect((await Promise.all(pages)).flat()).toEqual(whole);
    expect(whole).toHaveLength(14);
  });

  it.each([
    ['sort=', 'sort', 'Expected a column at position 0, found nothing.'],
    ['sort=label,', 'sort', 'Expected a column at position 6, found nothing.'],
    ['sort=label,-', 'sort', 'Expected a column at position 7, found nothing.'],
    ['sort=label,-label', 'sort', '"label" is listed twice (position 7); list it only once.'],
    ['sort=label&sort=size', 'sort', '"sort" is given twice; it may be given only once.'],
    [
      'sort=lable',
      'sort',
      'samples cannot be sorted by "lable" (position 0). Did you mean "label"?',
    ],
    [
      'sort=-hidden',
      'sort',
      'samples cannot be sorted by "hidden" (position 1). Allowed: id, label, size',
    ],
    ['sort=data', 'sort', 'samples cannot be sorted by "data" (position 0).'],
    ['sort=data->theme', 'sort', 'samples cannot be sorted by "data->theme" (position 0).'],
    ['sort=parent.size', 'sort', 'samples cannot be sorted by "parent.size" (position 0).'],
    [
      'sort=parent.data->other',
      'sort',
      'samples cannot be sorted by "parent.data->other" (position 0).',
    ],
    ["sort=label'--", 'sort', 'samples cannot be sorted by "label\'--" (position 0).'],
    ['sort=children.label', 'sort', 'samples cannot be sorted by "children.label" (position 0).'],
    ['sort=constructor', 'sort', 'samples cannot be sorted by "constructor" (position 0).'],
  ])('rejects %s under %s: %s (C5.2)', async (query, parameter, text) => {
    const [name, message] = await sampleRefusal(samples, query);
    expect([name, message.slice(0, text.length)]).toEqual([parameter, text]);
  });

  it('runs one statement for the page, with any joins', async () => {
    const statements: string[] = [];
    const stop = samples.database.observe((sql) => {
      if (!sql.includes('tokens')) statements.push(sql);
    });
    await sampleKeys(samples, 'sort=parent.label,tag.word&perPage=100');
    stop();
    expect(statements.filter((text) => text.includes('order by'))).toHaveLength(1);
    expect(statements.length).toBeLessThanOrEqual(2);
  });
});
