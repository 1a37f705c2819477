import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { createDatabase } from '../../../src/database/opening/create-database.js';
import { defaultLimits } from '../../../src/options/limits.js';
import { readDemoSettings } from '../../../demo/settings.js';
import { contentOf } from '../../support/database-contents.js';
import { databaseUnderTest, testDialect, type DatabaseUnderTest } from '../../support/databases.js';
import { seededDatabase } from '../../support/demo-template.js';
import { Page } from '../../support/pages/page.js';
import { runShell } from '../../support/pages/run-shell.js';

const [deploy, scaleOut, backUp, upgrade] = ['deploy', 'scale-out', 'back-up', 'upgrade'].map(
  (name) => Page.guide(name),
) as [Page, Page, Page, Page];
const pages = [deploy, scaleOut, backUp, upgrade];

/** `A=1 B=2 node dist/demo/main.js` -> the variables; nothing for any other block. */
function variablesOf(script: string): Readonly<Record<string, string>> | undefined {
  const [, assignments] = /^((?:\w+=\S+ )+)node dist\/demo\/main\.js$/.exec(script) ?? [];
  return assignments === undefined
    ? undefined
    : Object.fromEntries(
        [...assignments.matchAll(/(\w+)=(\S+) /g)].map(([, name, value]) => [name!, value!]),
      );
}

const folder = mkdtempSync(join(tmpdir(), 'resource-api-pages-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('docs/guide/deploy.md', () => {
  const starts = deploy.commands.filter(({ script }) => variablesOf(script));
  const secret = join(folder, 'database_url');
  writeFileSync(secret, 'postgres://api:kT8-2nQ@db/api\n');

  /** Replaces the default database of a start, which may exist. */
  const nowhere = { DATABASE_URL: `sqlite:${join(folder, 'none')}` };

  /** What a start with these variables reports; nothing if it accepts them. */
  const startReport = async (script: string): Promise<string | null> => {
    const variables = variablesOf(script.replace('/run/secrets/database_url', secret))!;
    try {
      await readDemoSettings({ ...(!('DATABASE_URL_FILE' in variables) && nowhere), ...variables });
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  };

  it('shows starts that are refused, and one that is not', () => {
    expect(starts.map(({ output }) => output === null)).toEqual([false, false, true]);
  });

  it.each(starts)('describes the outcome of $script', async ({ script, output }) => {
    expect(await startReport(script)).toBe(output?.code ?? null);
  });

  it('creates the first administrator as the README does', () => {
    const readme = new Page('README.md').accountCommands.map((words) => words.join(' '));
    const shown = deploy.accountCommands.map((words) => words.join(' '));
    expect(shown).toHaveLength(1);
    expect(readme).toEqual(expect.arrayContaining(shown));
  });
});

/**
 * The part of the page about the database of this run, and the values for the placeholders in its
 * commands.
 */
const kinds = {
  sqlite: {
    heading: 'SQLite',
    here: (text: string, file: string) => text.replaceAll('var/resource-api.sqlite', file),
  },
  postgres: {
    heading: 'PostgreSQL',
    here: (text: string, url: string) => text.replaceAll('$DATABASE_URL', url),
  },
  mariadb: { heading: 'MariaDB', here: (text: string, url: string) => mysqlHere(text, url) },
  mysql: { heading: 'MySQL', here: (text: string, url: string) => mysqlHere(text, url) },
} as const;

/** The page's own file, with the address and the user of these tests. */
function mysqlHere(text: string, url: string): string {
  const { hostname, port, username, password, pathname } = new URL(url);
  const [shown] = backUp.code('ini');
  const own = shown!
    .replace('host=127.0.0.1', `host=${hostname}\nport=${port || '3306'}`)
    .replace('user=resource_api', `user=${username}`)
    .replace('password=...', `password=${password}`);
  writeFileSync(join(folder, 'backup.cnf'), own);
  return text.replace(/ resource_api\b/, ` ${pathname.slice(1)}`);
}

const contentAt = async ({ url }: DatabaseUnderTest) => {
  const database = await createDatabase({ url }, defaultLimits, [], []);
  try {
    return await contentOf(database);
  } finally {
    await database.close();
  }
};

describe('docs/guide/back-up.md', () => {
  const { heading, here } = kinds[testDialect];
  const [save, restore] = backUp.commands.filter((command) => command.heading === heading);
  const run = (script: string, { url }: DatabaseUnderTest) =>
    runShell(
      here(script, url.replace(/^sqlite:/, '')).replace(/backup\.\w+/g, (name) =>
        join(folder, name),
      ),
    );

  it(`backs ${heading} up, and restores all of it elsewhere`, async () => {
    const [whole, empty] = [await seededDatabase(), await databaseUnderTest()];
    await run(save!.script, whole);
    await run(restore!.script, empty);
    expect(await contentAt(empty)).toEqual(await contentAt(whole));
    await whole.dispose();
    await empty.dispose();
  });

  it('backs files up, and restores them', async () => {
    const [pack, unpack] = backUp.commands.filter((command) => command.heading === 'Files');
    const at = (place: string, script: string) =>
      script.replaceAll('var/storage', join(folder, place));
    const inside = (script: string) =>
      script.replace('backup-files.tar.gz', join(folder, 'backup-files.tar.gz'));
    mkdirSync(join(folder, 'files/users/1'), { recursive: true });
    writeFileSync(join(folder, 'files/users/1/picture.png'), 'a picture');
    await runShell(inside(at('files', pack!.script)));
    await runShell(inside(at('restored', unpack!.script)));
    expect(readFileSync(join(folder, 'restored/users/1/picture.png'), 'utf8')).toBe('a picture');
  });
});

describe('The pages about running the service', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    scripts: Record<string, string>;
  };
  const compose = readFileSync('docker-compose.yml', 'utf8');
  const lines = pages.flatMap(({ path, commands }) =>
    commands.flatMap(({ script }) => script.split('\n').map((line) => ({ path, line }))),
  );

  it('show commands that this file reads', () => {
    expect(pages.map(({ commands }) => commands.length)).toEqual([5, 1, 10, 4]);
  });

  it.each(lines.filter(({ line }) => line.startsWith('npm ')))(
    'name a command that exists in $path: $line',
    ({ line }) => {
      expect(Object.keys(scripts)).toContain(/^npm run ([\w:]+)/.exec(line)![1]);
    },
  );

  it.each(lines.filter(({ line }) => line.startsWith('docker ')))(
    'name a service that exists in $path: $line',
    ({ line }) => {
      expect(line).toMatch(/^docker compose (?:build|up)\b/);
      for (const [, service] of line.matchAll(/--scale (\w+)=\d+/g))
        expect(compose).toContain(`\n  ${service}:\n`);
    },
  );

  it('list every file of profiles, each with profiles of docker-compose.yml', () => {
    const files = readdirSync('deploy/profiles').map((file) => `deploy/profiles/${file}`);
    const named = [...deploy.text.matchAll(/docker compose --env-file (\S+) up/g)];
    expect(named.map(([, file]) => file!).sort()).toEqual(files.sort());
    for (const file of files) {
      const { COMPOSE_PROFILES = '' } = parseEnv(readFileSync(file, 'utf8'));
      for (const profile of COMPOSE_PROFILES.split(','))
        expect(compose).toContain(`\n    profiles:\n      - ${profile}\n`);
    }
  });

  it('name a folder of manifests', () => {
    const [, path] = /^kubectl apply --kustomize (\S+)$/m.exec(deploy.text)!;
    expect(readdirSync(path!)).toContain('kustomization.yaml');
  });

  it.each(['stop_grace_period: 30s', 'replicas: 2', '\n  sqlite:\n'])(
    'quote docker-compose.yml: %j',
    (part) => {
      expect(compose).toContain(part);
    },
  );

  it('name settings that exist', () => {
    const known = readFileSync('docs/reference/configuration.md', 'utf8');
    const named = pages.flatMap(({ text }) =>
      [...text.matchAll(/`([A-Z]+_[A-Z_]+)(?:=\w+)?`/g)].map(([, setting]) => setting!),
    );
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((setting) => !known.includes(`\`${setting}\``))).toEqual([]);
  });
});
