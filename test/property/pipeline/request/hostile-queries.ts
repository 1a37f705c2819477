const fill = (part: string, length: number): string =>
  part.repeat(Math.ceil(length / part.length)).slice(0, length);

function numbered(separator: string, length: number): string {
  const names = Array.from({ length: Math.ceil(length / 4) }, (_, number) => number.toString(36));
  return names.join(separator).slice(0, length);
}

/** Query strings of a length, by what they are made of. */
export const hostileQueries: readonly (readonly [string, (length: number) => string])[] = [
  ['one relation again and again', (length) => `include=${fill('a,', length)}a`],
  ['relations that all differ', (length) => `include=${numbered(',', length)}`],
  ['columns that all differ', (length) => `include=a[${numbered('|', length)}]`],
  ['lists that all unite', (length) => `include=${fill('a[b,c].d[e],', length - (length % 12))}a`],
  ['brackets that are not closed', (length) => `include=${fill('[', length)}`],
  ['a list that is not closed', (length) => `include=${fill('a[b],', length - (length % 5))}a[`],
  ['one long name', (length) => `include=${fill('a', length)}`],
  ['one long unknown parameter', (length) => fill('a', length)],
  ['fields of one long resource', (length) => `fields[${fill('a', length)}]=a`],
  ['parameters given many times', (length) => fill('include=a&', length - (length % 10))],
  ['empty pairs', (length) => fill('&', length)],
  ['escapes', (length) => `include=${fill('%61', length - (length % 3))}`],
  ['continuation bytes without a start', (length) => `include=${fill('%80', length)}`],
  [
    'an escape that is wrong at the end',
    (length) => `include=${fill('%C3%9F', length - (length % 6))}%zz`,
  ],
  ['a page of many digits', (length) => `page=${fill('9', length)}`],
  ['sorts that all differ', (length) => `sort=${numbered(',', length)}`],
  ['a sort of one long name', (length) => `sort=${fill('-', length)}`],
  ['matches that all differ', (length) => numbered('=1&', length)],
  ['a list of values', (length) => `filter[a][in]=${fill('1,', length)}`],
  ['brackets of filters', (length) => `filter${fill('[a]', length - (length % 3))}=1`],
  ['one long path of a filter', (length) => `filter[${fill('a.', length)}][b]=1`],
  ['one long path of a sort', (length) => `sort[${fill('a.', length)}]=1`],
  [
    'relations that are sorted',
    (length) => `include=a&${fill('sort[a]=b&', length - (length % 10))}`,
  ],
  [
    'filters of many entries',
    (length) => `filters=[${fill('{"key":"a","value":1},', length - (length % 22))}1]`,
  ],
  ['filters that nest', (length) => `filters=${fill('[', length / 2)}${fill(']', length / 2)}`],
  ['filters in base64', (length) => `filters=${fill('W10g', length)}`],
  ['a search', (length) => `search=${fill('%F0%9F%98%80', length - (length % 12))}`],
  ['a cursor', (length) => `cursor=${fill('A', length)}`],
  ['characters outside the grammar', (length) => `include=${fill('!', length)}`],
];
