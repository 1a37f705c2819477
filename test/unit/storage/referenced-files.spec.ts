import type { Database } from '../../../src/database/connection/database.js';
import type { KeptFiles } from '../../../src/modules/action-log/kept-files.js';
import { ReferencedFiles } from '../../../src/modules/storage/referenced-files.js';
import type { ResourceRegistry } from '../../../src/registry/resources/resource-registry.js';

const path = (letter: string) => `books/1/${letter.repeat(22)}.png`;
const table = { name: 'books', deletedAt: { name: 'deleted_at' } };
const cover = { column: { name: 'cover' }, options: { image: true } };
const title = { column: { name: 'title' }, options: {} };

describe('the stored files that records refer to', () => {
  const queries: [string, readonly unknown[]][] = [];
  const rows = [[`/storage/${path('a')}`], [`/storage/${path('A')}`]];
  const query = async (text: string, values: readonly unknown[]) => (
    queries.push([text, values]),
    rows
  );
  const resource = { table, fields: new Map(Object.entries({ cover, title })) };
  const kept = { among: async () => new Set() } as unknown as KeptFiles;
  const registry = { resources: [resource, { ...resource }] } as unknown as ResourceRegistry;
  const held = new ReferencedFiles(
    { dialect: 'sqlite', query } as unknown as Database,
    registry,
    kept,
  );

  it('include those of soft-deleted rows, read no row twice, and bind every value (C10.3)', async () => {
    const found = await held.among([path('a'), path('b')]);
    expect(queries).toEqual([
      [
        'select "cover" from "books" where "cover" in (?, ?)',
        [`/storage/${path('a')}`, `/storage/${path('b')}`],
      ],
    ]);
    // The engine may compare case-insensitively, and then returns rows that refer to another file.
    expect([...found]).toEqual([path('a')]);
  });
});
