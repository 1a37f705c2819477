import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import {
  createApplication,
  DATABASE,
  ResourceModule,
  type Database,
  type Limits,
} from '../../../src/index.js';
import { AccessTokens } from '../../../src/modules/auth/access-tokens.js';
import { databaseUnderTest, type DatabaseUnderTest } from '../databases.js';
import { validateAgainstDocument } from '../document/validate-against-document.js';
import { patientLimits } from '../patient-limits.js';
import { CreateClub1735700000001 } from './create-club.migration.js';
import { Player } from './entities.js';
import { PolicyCalls } from './policies.js';
import { clubResources } from './resources.js';

@ResourceModule({
  resources: clubResources,
  migrations: [CreateClub1735700000001],
  providers: [PolicyCalls],
})
class ClubModule {}

/** The uuid of the club with this number. */
export const clubKey = (number: number): string =>
  `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** A course's key that exceeds a number. */
export const LARGE = '9007199254740993';

/** The user of a request: a player, or a trainer, who sees secret clubs as well. */
export type Member = 'player' | 'trainer';

export interface ClubResponse {
  readonly status: number;
  /** Each test sets its expectation. */
  readonly body: any;
}

/** A club with every form of many-to-many relation, on a fresh database of the run's dialect. */
export class ClubApp {
  private constructor(
    readonly app: NestFastifyApplication,
    private readonly tokens: Readonly<Record<Member, string>>,
    private readonly source: DatabaseUnderTest,
  ) {}

  static async start(limits: Partial<Limits> = {}): Promise<ClubApp> {
    const source = await databaseUnderTest();
    const app = await createApplication<Player>({
      modules: [ClubModule],
      options: {
        database: { url: source.url },
        authentication: { user: { entity: Player, identifier: 'name', password: 'password' } },
        logLevel: 'silent',
        limits: { ...patientLimits, ...limits },
      },
    });
    validateAgainstDocument(app);
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    return new ClubApp(app, await seed(app), source);
  }

  get database(): Database {
    return this.app.get<Database>(DATABASE);
  }

  get policyCalls(): PolicyCalls {
    return this.app.get(PolicyCalls, { strict: false });
  }

  /** `post('players/1/attach/clubs', {...})`, below the prefix. */
  post(path: string, body?: unknown, as: Member = 'player'): Promise<ClubResponse> {
    return this.send('POST', path, body, as);
  }

  patch(path: string, body?: unknown, as: Member = 'player'): Promise<ClubResponse> {
    return this.send('PATCH', path, body, as);
  }

  async get(path: string, as: Member = 'player'): Promise<ClubResponse> {
    return this.send('GET', path, undefined, as);
  }

  async send(
    method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
    path: string,
    body: unknown,
    as: Member,
  ): Promise<ClubResponse> {
    const response = await this.app.inject({
      method,
      url: `/api/${path}`,
      headers: {
        authorization: `Bearer ${this.tokens[as]}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
    return {
      status: response.statusCode,
      body: response.body === '' ? undefined : JSON.parse(response.body),
    };
  }

  /** The number of statements that the callback runs, except that of the token. */
  async count(work: () => Promise<unknown>): Promise<number> {
    let count = 0;
    const stop = this.database.observe((sql) => {
      if (!/\btokens\b/.test(sql)) count += 1;
    });
    await work().finally(stop);
    return count;
  }

  /** The rows of a table by their first column, or in that order, every value as a string. */
  async rows(
    table: string,
    columns: string,
    order = '1',
  ): Promise<readonly (readonly (string | null)[])[]> {
    const rows = await this.database.query(`select ${columns} from ${table} order by ${order}`);
    return rows.map((row) => row.map((value) => (value === null ? null : String(value))));
  }

  /** No pair is attached. */
  async clear(): Promise<void> {
    for (const table of ['memberships', 'enrolments', 'friendships', 'awards'])
      await this.database.write(`delete from ${table}`);
    this.policyCalls.take();
    this.policyCalls.refused.clear();
  }

  async stop(): Promise<void> {
    await this.app.close();
    await this.source.dispose();
  }
}

/**
 * Players 1 (user), 2 (trainer) to 60; clubs 1 to 250, of which 9 is secret; three courses; badges
 * a to e.
 */
async function seed(app: NestFastifyApplication): Promise<Readonly<Record<Member, string>>> {
  const database = app.get<Database>(DATABASE);
  const write = (text: string, values: readonly unknown[]) => database.write(text, values);
  for (let id = 1; id <= 60; id++)
    await write('insert into players (id, name, is_trainer) values (?, ?, ?)', [
      id,
      `P${id}`,
      id === 2,
    ]);
  for (let number = 1; number <= 250; number++)
    await write('insert into clubs (id, name, secret) values (?, ?, ?)', [
      clubKey(number),
      `C${number}`,
      number === 9,
    ]);
  for (const id of ['5', '10', LARGE])
    await write('insert into courses (id, title) values (?, ?)', [id, `Course ${id}`]);
  for (const slug of ['a', 'b', 'B', 'c', "d'e%"])
    await write('insert into badges (slug, label) values (?, ?)', [slug, `Badge ${slug}`]);
  const issue = (key: string) =>
    app.get(AccessTokens, { strict: false }).issue({ key, password: null }, 'test');
  return { player: await issue('1'), trainer: await issue('2') };
}
