import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { readFileSync } from 'node:fs';
import { loadBetterSqlite } from '../../../../src/database/engines/sqlite/load-better-sqlite.js';
import { runCommand } from '../../../support/run-command.js';

const deployment = `export const deployment = () => ({ options: {}, modules: [] });\n`;

const tables = `
  create table author (id integer primary key, name text not null);
  create table book (id integer primary key, author_id integer not null references author (id));
`;

describe('resource-api introspect', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'resource-api-introspect-'));
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(resolve('node_modules/typescript'), join(folder, 'node_modules/typescript'));
    write('package.json', '{"devDependencies": {"vitest": "4"}}');
    write('src/deployment.ts', deployment);
    new (loadBetterSqlite())(join(folder, 'shop.sqlite')).exec(tables).close();
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  const read = (path: string) => readFileSync(join(folder, path), 'utf8');
  const introspect = (words: readonly string[] = [], env = {}) =>
    runCommand(['introspect', ...words], {
      folder,
      env: { DATABASE_URL: `sqlite:${join(folder, 'shop.sqlite')}`, ...env },
    });

  it('writes a folder for each table, as make does', async () => {
    expect(await introspect()).toEqual({
      code: 0,
      stderr: '',
      stdout: `${['authors/author', 'books/book']
        .flatMap((name) => [`src/${name}.entity.ts`])
        .concat(['src/authors/author.policy.ts', 'src/books/book.policy.ts'])
        .concat(['src/authors/author.resource.ts', 'src/books/book.resource.ts'])
        .concat(['src/authors/author.module.ts', 'src/authors/author.spec.ts'])
        .concat(['src/books/book.module.ts', 'src/books/book.spec.ts', 'src/introspected.json'])
        .map((path) => `created    ${path}\n`)
        .join('')}updated    src/deployment.ts\n`,
    });
    expect(read('src/deployment.ts')).toContain('modules: [AuthorModule, BookModule]');
    expect(read('src/books/book.resource.ts'))
      .toBe(`import { Resource, ResourceOf } from 'resource-api';
import { Book } from './book.entity.js';
import { BookPolicy } from './book.policy.js';

@Resource({ policy: BookPolicy })
export class BookResource extends ResourceOf(Book, {
  fields: ['authorId'],
  relations: ['author'],
  // Each needs an index before it can be sorted, matched or searched: authorId.
}) {}
`);
  });

  it('writes a policy that denies everything, with every method', async () => {
    await introspect();
    const policy = read('src/books/book.policy.ts');
    expect(policy).toContain('  scope = () => nothing(); // ');
    for (const method of ['index', 'show', 'store', 'update', 'delete'])
      expect(policy).toContain(`  ${method} = () => false; // `);
  });

  it.each([
    ['author', 'book'],
    ['book', 'author'],
  ])(
    'maps only the given tables, and relates later ones to them: %s, then %s',
    async (one, other) => {
      const first = await introspect(['--tables', one]);
      expect(first.stdout).not.toContain(`${other}.entity.ts`);
      const second = await introspect(['--tables', other, '--json']);
      expect(JSON.parse(second.stdout)).toMatchObject({ notes: [] });
      const [author, book] = [
        read('src/authors/author.entity.ts'),
        read('src/books/book.entity.ts'),
      ];
      expect(book).toContain(`import { Author } from '../authors/author.entity.js';`);
      expect(book).toContain('@ManyToOne(() => Author, (row) => row.books)');
      expect(author).toContain(`import { Book } from '../books/book.entity.js';`);
      expect(author).toContain('@OneToMany(() => Book, (row) => row.author)');
    },
  );

  it('reports a foreign key to a table that is not mapped', async () => {
    const { stdout } = await introspect(['--tables', 'book']);
    expect(stdout).toContain(
      'Not mapped: the foreign key (author_id) of book to author, because author is not mapped.',
    );
    expect(read('src/books/book.resource.ts')).not.toContain('relations');
  });

  it('keeps an entity that the application has, wherever it is', async () => {
    write('src/people/writer.ts', `@Entity('author')\nexport class Writer {}\n`);
    const { stdout } = await introspect();
    expect(stdout).toContain('unchanged  src/people/writer.ts');
    expect(existsSync(join(folder, 'src/authors'))).toBe(false);
    expect(read('src/books/book.entity.ts')).toContain(
      `import { Writer } from '../people/writer.js';`,
    );
  });

  it('adds tables to a module that exists', async () => {
    await introspect(['--tables', 'author', '--module', 'shop']);
    const { stdout } = await introspect(['--module', 'shop']);
    expect(stdout).toBe(
      ['entities', 'policies', 'resources', 'module', 'spec']
        .map((kind) => `updated    src/shop/shop.${kind}.ts\n`)
        .join('') + 'updated    src/introspected.json\nunchanged  src/deployment.ts\n',
    );
    expect(read('src/shop/shop.entities.ts')).toMatch(/class Author [^]*class Book /);
    expect(read('src/shop/shop.policies.ts').match(/class \w+/g)).toEqual([
      'class Denied',
      'class AuthorPolicy',
      'class BookPolicy',
    ]);
    expect(read('src/shop/shop.module.ts')).toContain('resources: [AuthorResource, BookResource]');
    expect(read('src/shop/shop.spec.ts')).toMatch(/\['authors', [^]*\['books', /);
  });

  it('does not add what somebody has removed', async () => {
    await introspect();
    write('src/books/book.entity.ts', `@Entity('book')\nexport class Book {\n  id!: number;\n}\n`);
    const { stdout } = await introspect();
    expect(stdout).not.toContain('updated');
  });

  it('reports a source that it cannot parse, and writes nothing', async () => {
    await introspect(['--tables', 'author', '--module', 'shop']);
    const broken = `${read('src/shop/shop.resources.ts')}class {{\n`;
    write('src/shop/shop.resources.ts', broken);
    const entities = read('src/shop/shop.entities.ts');
    const { code, stderr } = await introspect(['--module', 'shop']);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(
        /^src\/shop\/shop\.resources\.ts cannot be parsed: .+ Nothing was written\.\n$/,
      ),
    ]);
    expect(read('src/shop/shop.resources.ts')).toBe(broken);
    expect(read('src/shop/shop.entities.ts')).toBe(entities);
  });

  it('reports a file of an earlier run that it cannot read', async () => {
    write('src/introspected.json', 'nothing');
    const { code, stderr } = await introspect();
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^src\/introspected\.json cannot be read: .* Restore it, or delete it: /,
    );
  });

  it.each([
    [
      ['--tables', 'author,autor'],
      'The database has no table autor. Its tables are: author, book.',
    ],
    [
      ['--module', '../x'],
      '"../x" is not a name. A name starts with a letter and contains letters, digits, "-" and "_", such as publish-book.',
    ],
  ])('ends with 2 for %j', async (words, message) => {
    expect(await introspect(words)).toEqual({ code: 2, stdout: '', stderr: `${message}\n` });
  });

  it('ends with 1 without an application, or without a database', async () => {
    expect((await introspect(['--source-root', 'lib'])).stderr).toContain(
      'lib/deployment.ts does not exist. Run the command in the folder of an application',
    );
    const none = await introspect([], { DATABASE_URL: `sqlite:${join(folder, 'none.sqlite')}` });
    expect(none).toMatchObject({ code: 1, stdout: '' });
    expect(none.stderr).toMatch(/^The database sqlite:.*none\.sqlite does not exist\./);
    expect(existsSync(join(folder, 'none.sqlite'))).toBe(false);
  });

  it('never prints the password of the database', async () => {
    const url = 'postgres://shop:geheim@127.0.0.1:1/shop';
    const { code, stderr } = await introspect([], { DATABASE_URL: url });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^The database postgres:\/\/\*\*\*@127\.0\.0\.1:1\/shop cannot be opened/,
    );
    expect(stderr).not.toContain('geheim');
  });
});
