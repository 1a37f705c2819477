import { pageOf } from '../../../src/addons/tools/protocol/list-page.js';

const names = ['a', 'b', 'c', 'd', 'e'];
const itself = (name: string): string => name;

describe('A list in pages (C11.1)', () => {
  it.each([1, 2, 4, 5, 6])(
    'is complete in pages of %i, each item once, with no empty page at its end',
    (size) => {
      const pages: (readonly string[])[] = [];
      for (let cursor: string | undefined, goesOn = true; goesOn; goesOn = cursor !== undefined) {
        const { items, nextCursor } = pageOf(names, itself, cursor, size);
        pages.push(items);
        cursor = nextCursor;
      }
      expect(pages.flat()).toEqual(names);
      expect(pages).toHaveLength(Math.ceil(names.length / size));
    },
  );

  it('continues after the last name, even if it is gone meanwhile', () => {
    const { nextCursor } = pageOf(names, itself, undefined, 2);
    expect(pageOf(['a', 'c', 'd'], itself, nextCursor, 2).items).toEqual(['c', 'd']);
  });
});
