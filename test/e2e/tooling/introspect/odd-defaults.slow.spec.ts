import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Deployment } from '../../../../src/app/create-application.js';
import type { Environment } from '../../../../src/index.js';
import { isOfMysqlFamily, testDialect } from '../../../support/databases.js';
import { runCommand } from '../../../support/run-command.js';
import { IntrospectedApp } from './introspected-app.js';

interface Application {
  deployment(this: void, environment: Environment): Deployment;
}

/** Tables whose defaults only one engine can calculate. */
const statements: readonly string[] =
  testDialect === 'postgres'
    ? [
        'create extension if not exists "uuid-ossp"',
        'create sequence letter_numbers',
        `create domain colour as text check (value in ('red', 'green'))`,
        'create domain positive as integer check (value > 0)',
        `create table letters (id uuid primary key default gen_random_uuid(), code text not null default upper('draft'),
          number bigint not null default nextval('letter_numbers'), mark uuid not null default uuid_generate_v4(),
          amount numeric(10, 2) not null default round(1.005, 2), made timestamptz not null default now(),
          day date not null default current_date, at time not null default localtime,
          tags jsonb not null default '{}'::jsonb, status varchar(10) not null default ('new' || '')::varchar,
          flag boolean not null default (1 = 1), hue colour not null default 'red', size positive not null default 3, "odd ""name" text)`,
        `create table sheets (id text primary key default md5(random()::text), letter_id uuid not null references letters (id))`,
        'create index on sheets (letter_id)',
      ]
    : isOfMysqlFamily
      ? [
          `create table letters (id int auto_increment primary key, code varchar(20) not null default (upper('draft')),
            mark char(36) not null default (uuid()), day date not null default (curdate()))`,
          `create table sheets (id varchar(36) primary key default (uuid()), letter_id int not null,
            foreign key (letter_id) references letters (id))`,
        ]
      : [
          `create table letters (id integer primary key, code text not null default (upper('draft')),
            mark text not null default (hex(randomblob(16))), day date not null default current_date)`,
          `create table sheets (id text primary key not null default (hex(randomblob(16))),
            letter_id integer not null references letters (id))`,
          'create index sheet_letters on sheets (letter_id)',
        ];

const paths: Readonly<Record<string, string>> = {
  'resource-api\\/testing': resolve('src/tooling/testing/index.ts'),
  'resource-api': resolve('src/index.ts'),
};

describe('Tables with defaults of one engine', () => {
  let app: IntrospectedApp;
  let notes: readonly string[];
  beforeAll(async () => {
    app = await IntrospectedApp.create(statements);
    ({ notes } = await app.report());
  });
  afterAll(() => app.dispose());

  it('have tests that pass as they were generated, on SQLite', () => {
    const alias = Object.entries(paths).map(
      ([name, path]) => `{ find: /^${name}$/, replacement: '${path}' }`,
    );
    writeFileSync(
      join(app.root, 'vitest.config.ts'),
      `export default { test: { include: ['src/**/*.spec.ts'] }, resolve: { alias: [${alias.join(', ')}] } };\n`,
    );
    const printed = execFileSync(
      process.execPath,
      [resolve('node_modules/vitest/vitest.mjs'), 'run'],
      {
        cwd: app.root,
        encoding: 'utf8',
        env: { PATH: process.env.PATH, NO_COLOR: '1', CI: '1' },
      },
    );
    expect(printed).toMatch(/Tests +4 passed/);
  });

  it('have a note on each check, also of a domain, and on each name that is left out', () => {
    const expected = [
      'Not mapped: letters.odd "name, because TypeORM cannot write a name with a quotation mark.',
      'Not mapped: the check ((size > 0)) of letters, because no rule follows from it. The database still rejects such rows; add a rule to the resource.',
    ];
    expect([...notes].sort()).toEqual(testDialect === 'postgres' ? expected : []);
    const hasLabels = app.read('src/letters/letter.entity.ts').includes(`enum: ['red', 'green']`);
    expect(hasLabels).toBe(testDialect === 'postgres');
  });

  it('have no false faults before the migrations of the service have run', async () => {
    const { deployment } = await app.load<Application>('src/deployment.js');
    for (const env of [{ DATABASE_URL: app.place.url }, {} as Record<string, string>]) {
      const outcome = await runCommand(['check'], {
        ...{ folder: app.root, env },
        load: async () => deployment,
      });
      expect(outcome.code).toBe(0);
      expect(outcome.stdout).toContain('The definitions have no faults.');
      expect(outcome.stdout).not.toContain('warning');
    }
  });

  it('do not start without the address of their database', async () => {
    const { deployment } = await app.load<Application>('src/deployment.js');
    const { code, stderr } = await runCommand(['migrate', 'run'], {
      folder: app.root,
      load: async () => deployment,
    });
    expect(code).toBe(1);
    expect(stderr).toContain('Set DATABASE_URL to its address.');
  });
});
