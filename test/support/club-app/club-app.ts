import { ResourceModule, type Database, type Limits } from '../../../src/index.js';
import { AppUnderTest, startApp, withKey } from '../app-under-test.js';
import type { DatabaseUnderTest } from '../databases.js';
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
export class ClubApp extends AppUnderTest<Player, Member> {
  static async start(limits: Partial<Limits> = {}, place?: DatabaseUnderTest): Promise<ClubApp> {
    const deployment = {
      modules: [ClubModule],
      options: {
        authentication: { user: { entity: Player, identifier: 'name', password: 'password' } },
        limits,
      },
    } as const;
    const started = await startApp<Player>(deployment, place);
    const club = new ClubApp(started, { player: withKey(Player, 1), trainer: withKey(Player, 2) });
    await seed(club.database);
    return club.signIn();
  }

  get policyCalls(): PolicyCalls {
    return this.provider(PolicyCalls);
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
    const sent = this.client(as).send(method, `/${path}`, JSON.stringify(body));
    const { status, body: received } = await sent;
    return { status, body: received };
  }

  /** The number of statements that the callback runs, except that of the token. */
  async count(work: () => Promise<unknown>): Promise<number> {
    return (await this.statements(work)).length;
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
}

/**
 * Players 1 (user), 2 (trainer) to 60; clubs 1 to 250, of which 9 is secret; three courses; badges
 * a to e.
 */
async function seed(database: Database): Promise<void> {
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
}
