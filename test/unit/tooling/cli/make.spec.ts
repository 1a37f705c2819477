import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { runCommand } from '../../../support/run-command.js';

const deployment = `import type { Deployment } from 'resource-api';

// The service.
export function deployment(): Deployment {
  return { options: {} as never, modules: [] };
}
`;

describe('resource-api make', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'resource-api-make-'));
    // Without Prettier, which Jest cannot load.
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(resolve('node_modules/typescript'), join(folder, 'node_modules/typescript'));
    write('package.json', '{"devDependencies": {"vitest": "4"}}');
    write('src/deployment.ts', deployment);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  const read = (path: string) => readFileSync(join(folder, path), 'utf8');
  const make = (...words: readonly string[]) => runCommand(['make', ...words], { folder });
  const report = async (...words: readonly string[]) =>
    JSON.parse((await make(...words, '--json')).stdout) as Record<string, string[]>;

  it('creates files, registers them, and prints their paths', async () => {
    const { code, stdout } = await make('resource', 'book-review');
    expect(code).toBe(0);
    expect(stdout.replace(/\d{13}/, '<stamp>'))
      .toBe(`created    src/book-reviews/book-review.entity.ts
created    src/book-reviews/book-review.policy.ts
created    src/book-reviews/book-review.resource.ts
created    src/book-reviews/<stamp>-create-book-reviews.ts
created    src/book-reviews/book-review.module.ts
created    src/book-reviews/book-review.spec.ts
updated    src/deployment.ts
`);
    expect(read('src/deployment.ts')).toBe(
      deployment
        .replace(
          '\n\n',
          "\nimport { BookReviewModule } from './book-reviews/book-review.module.js';\n\n",
        )
        .replace('[]', '[BookReviewModule]'),
    );
    expect(read('src/book-reviews/book-review.entity.ts')).toContain("@Entity('book_reviews')");
  });

  it('changes nothing the second time, by singular or plural', async () => {
    await make('resource', 'book');
    const files = readdirSync(join(folder, 'src/books')).length;
    const again = await report('resource', 'Books');
    expect(again).toMatchObject({ created: [], updated: [], notes: [] });
    expect(again.unchanged).toHaveLength(files + 1);
    expect(readdirSync(join(folder, 'src/books'))).toHaveLength(files);
  });

  it('never overwrites a file', async () => {
    write('src/books/book.entity.ts', '// by hand');
    expect((await report('resource', 'book')).unchanged).toEqual(['src/books/book.entity.ts']);
    expect(read('src/books/book.entity.ts')).toBe('// by hand');
  });

  it('registers parts with their resource', async () => {
    await make('resource', 'book');
    expect(await report('action', 'book/publish-book')).toMatchObject({
      created: ['src/books/publish-book.action.ts'],
      updated: ['src/books/book.resource.ts'],
    });
    await make('filter', 'recent', '--resource', 'books');
    await make('migration', 'book/add-isbn');
    expect(read('src/books/book.resource.ts')).toContain(
      '@Resource({ policy: BookPolicy, actions: [PublishBook], filters: [Recent] })',
    );
    expect(read('src/books/book.module.ts')).toMatch(/migrations: \[CreateBooks\d+, AddIsbn\d+\]/);
  });

  it('keeps a policy that a resource has', async () => {
    await make('resource', 'book');
    const source = read('src/books/book.resource.ts').replaceAll('BookPolicy', 'OtherPolicy');
    write('src/books/book.resource.ts', source);
    await make('policy', 'book');
    expect(read('src/books/book.resource.ts')).toBe(source);
  });

  it('collects rules and tools in modules', async () => {
    await make('rule', 'isbn');
    await make('rule', 'issn');
    await make('tool', 'count-words');
    expect(read('src/rules/rules.module.ts')).toContain('providers: [IsbnRule, IssnRule]');
    expect(read('src/deployment.ts')).toContain('modules: [RulesModule, ToolsModule]');
  });

  it('finds a list of modules in another file, and keeps its form', async () => {
    write(
      'src/deployment.ts',
      `import { modules } from './modules.js';\nexport const deployment = () => ({ modules });\n`,
    );
    write(
      'src/modules.ts',
      `import { A } from './a.js';\n\nexport const modules = [\n  A, // first\n] as const;\n`,
    );
    await make('resource', 'book');
    expect(read('src/modules.ts')).toBe(
      `import { A } from './a.js';\nimport { BookModule } from './books/book.module.js';\n\nexport const modules = [\n  A,\n  BookModule, // first\n] as const;\n`,
    );
  });

  it('explains what is left to do where it finds no list', async () => {
    write('src/deployment.ts', 'export const deployment = () => ({ modules: all() });\n');
    expect((await report('resource', 'book')).notes).toEqual([
      'Add BookModule to the modules in src/deployment.ts by hand: no list was found.',
    ]);
  });

  it.each([
    [
      ['resource', 'a b'],
      '"a b" is not a name. A name starts with a letter and contains letters, digits, "-" and "_", such as publish-book.',
    ],
    [
      ['resource', '../x'],
      '"../x" is not a name. A name starts with a letter and contains letters, digits, "-" and "_", such as publish-book.',
    ],
    [
      ['resource', 'token'],
      '"token" is not allowed as a resource: "tokens" is reserved. Choose another name.',
    ],
    [['resource', 'date'], '"date" is not allowed: the class Date already exists.'],
    [
      ['action', 'publish'],
      'The resource is required. Write it before the name, such as book/publish.',
    ],
  ])('ends with 2 where a name is not allowed: %j', async (words, message) => {
    expect(await make(...words)).toEqual({ code: 2, stdout: '', stderr: `${message}\n` });
  });

  it('ends with 1 where something is missing, and writes nothing', async () => {
    expect(await make('action', 'book/publish')).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'src/books/book.resource.ts does not exist. Create the resource first: resource-api make resource book\n',
    });
    expect((await make('rule', 'isbn', '--source-root', 'lib')).stderr).toBe(
      'lib/deployment.ts does not exist. Set the folder of the sources by --source-root.\n',
    );
    expect(existsSync(join(folder, 'lib'))).toBe(false);
    expect(readdirSync(join(folder, 'src'))).toEqual(['deployment.ts']);
  });
});
