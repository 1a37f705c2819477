import { readFileSync } from 'node:fs';
import * as publicEntry from 'resource-api';
import { Resource, type Related } from 'resource-api';
import { membersOf } from '../../../src/definition/store/definition-store.js';
import type { HasMany } from '../../../src/definition/decorators/has-many.decorator.js';
import { relation } from '../../../src/definition/decorators/relation.js';
import { relationKinds } from '../../../src/registry/compile/relation-kinds.js';
import { LibraryApp } from '../../support/library-app/library-app.js';
import { WriterPolicy } from '../../support/library-app/policies.js';
import { BookResource, WriterResource } from '../../support/library-app/resources.js';
import { writerKey } from '../../support/library-app/seed.js';

const kinds = Object.keys(relationKinds);
const cases = readFileSync('test/e2e/records/reading/relations.spec.ts', 'utf8');

/** The steps for a new kind: its decorator, whose name is not in the types here, and its row. */
const OwnsMany = relation('OwnsMany' as never) as typeof HasMany;
Object.assign(relationKinds, { OwnsMany: relationKinds.HasMany });
afterAll(() => Reflect.deleteProperty(relationKinds, 'OwnsMany'));

@Resource({ policy: WriterPolicy, perPage: 4 })
class OwningWriterResource extends WriterResource {
  @OwnsMany(() => BookResource, { relationship: 'books', columns: ['title'] })
  owned!: Related;
}

@Resource({ policy: WriterPolicy })
class WrongWriterResource extends WriterResource {
  @OwnsMany(() => BookResource, { relationship: 'books', ...{ searchable: ['title'] } })
  owned!: Related;
}

describe('A new relation kind (issue 18, 8)', () => {
  let library: LibraryApp;

  beforeAll(async () => {
    library = await LibraryApp.start({ replacements: [OwningWriterResource] });
  });
  afterAll(() => library?.stop());

  const dataOf = async (path: string) => {
    const { status, body } = await library.get(path);
    return [status, (body as { data?: unknown }).data ?? body] as const;
  };

  it('is included, with pages of its own, like the rows of its key', async () => {
    const [status, record] = await dataOf(`writers/${writerKey(1)}?include=owned,works`);
    const { owned, works } = record.relationships;
    expect([status, owned.length > 0, owned]).toEqual([200, true, works]);
    expect(await dataOf(`writers/${writerKey(1)}/owned`)).toEqual(
      await dataOf(`writers/${writerKey(1)}/works`),
    );
  });

  it('is described in the OpenAPI document', async () => {
    const { paths } = (await library.app.inject('/docs/openapi.json')).json();
    const [path] = Object.keys(paths).filter((each) => each.endsWith('/owned'));
    expect(paths[path!].get.responses).toHaveProperty('200');
  });

  it('accepts the options of its row, and no others', async () => {
    await expect(LibraryApp.start({ replacements: [WrongWriterResource] })).rejects.toThrow(
      'OwnsMany has no option "searchable"',
    );
  });
});

describe.each(kinds)('%s', (kind) => {
  it('has an exported decorator of its name', () => {
    const decorate = (publicEntry as unknown as Record<string, typeof HasMany>)[kind]!;
    class Owner {}
    decorate()(Owner.prototype as never, 'related' as never);
    expect(membersOf(Owner).get('related')).toMatchObject({ kind: 'relation', relation: kind });
  });

  it('has cases that read it', () => {
    expect(cases).toContain(`form: '${kind}, `);
  });
});
