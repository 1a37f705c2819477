import { readFileSync } from 'node:fs';
import { serviceSettings, settings } from '../../../src/options/settings.js';
import { resolveOptions } from '../../../src/options/resolve-options.js';

const page = readFileSync('docs/guide/object-storage.md', 'utf8');
const blocksOf = (language: string): readonly string[] =>
  [...page.matchAll(/```(\w+)\n([^]*?)```/g)].flatMap(([, name, code]) =>
    name === language ? [code!] : [],
  );

class Person {
  email!: string;
  password!: string;
}

describe('docs/guide/object-storage.md', () => {
  it('names settings that exist, and their defaults (C10)', () => {
    const known = settings.map(({ name }) => name);
    for (const [name] of page.matchAll(/\bSTORAGE_[A-Z_]+/g)) expect(known).toContain(name);
    expect(page).toContain(`(${serviceSettings.STORAGE_LINK_LIFETIME.default})`);
    expect(page).toContain(`(${serviceSettings.STORAGE_TIMEOUT.default.toLocaleString('en')})`);
  });

  it('shows a bucket that the service accepts, and rights on the same one (C10)', () => {
    const [, url] = /^STORAGE_URL=(.*)$/m.exec(blocksOf('ini')[0]!)!;
    const user = { entity: Person, identifier: 'email', password: 'password' } as const;
    const { storage } = resolveOptions<Person>({
      database: { url: 'sqlite::memory:' },
      authentication: { user },
      storage: { url: url! },
    });
    const [policy] = blocksOf('json').map(
      (block) => JSON.parse(block) as { Statement: readonly { Resource: string }[] },
    );
    const [bucket, objects] = policy!.Statement.map(({ Resource }) => Resource);
    expect(bucket).toBe('arn:aws:s3:::files');
    expect(objects).toBe(`arn:aws:s3:::${storage.url!.slice('s3://'.length)}/*`);
  });

  it('installs the optional peers of the package (C10)', () => {
    const { peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      peerDependencies: Readonly<Record<string, string>>;
    };
    const installed = [...page.matchAll(/npm install (@[\w/-]+)/g)].map(([, name]) => name!);
    expect(installed).toHaveLength(2);
    for (const name of installed) expect(peerDependencies).toHaveProperty([name]);
  });
});
