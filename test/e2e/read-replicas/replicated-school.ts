import {
  Resource,
  ResourceModule,
  ResourceOf,
  type ResourceApiOptions,
} from '../../../src/index.js';
import type { ReplicaState } from '../../../src/execution/replicas/replica.js';
import type { TestResponse } from '../../../src/testing/index.js';
import { AppUnderTest, startApp, withKey } from '../../support/app-under-test.js';
import { CreateSchool1735700000009 } from '../../support/plain-app/create-school.migration.js';
import { Person, Subject } from '../../support/plain-app/entities.js';
import { SchoolPolicy } from '../../support/plain-app/policies.js';
import * as school from '../../support/plain-app/resources.js';
import { until } from '../../support/until.js';
import type { ReplicatedServers } from './replicated-servers.js';

/** As in the school, with tools. */
@Resource({ policy: SchoolPolicy, tools: true })
class SubjectResource extends ResourceOf(Subject, {
  fields: ['title'],
  relations: ['courses'],
}) {}

const resources = school.schoolResources.map((resource) =>
  resource === school.SubjectResource ? SubjectResource : resource,
);

@ResourceModule({ resources, migrations: [CreateSchool1735700000009] })
class SchoolModule {}

/** The people of the school, who may all write. The last one signs out. */
export type Caller = 1 | 2 | 3 | 4;

const callers = {
  1: withKey(Person, 1),
  2: withKey(Person, 2),
  3: withKey(Person, 3),
  4: withKey(Person, 4),
};

/** One process of a service: several of them share a database with replicas. */
export class ReplicatedSchool extends AppUnderTest<Person, Caller> {
  static async start(
    servers: ReplicatedServers,
    {
      replicaLag = 600,
      ...options
    }: Partial<ResourceApiOptions<Person>> & {
      readonly replicaLag?: number;
    } = {},
  ): Promise<ReplicatedSchool> {
    const database = { url: servers.url, replicaUrls: servers.replicaUrls, replicaLag };
    const source = { dialect: servers.dialect, url: servers.url, dispose: async () => undefined };
    const started = await startApp<Person>(
      {
        modules: [SchoolModule],
        options: {
          authentication: { user: { entity: Person, identifier: 'email', password: 'password' } },
          database,
          ...options,
        },
      },
      source,
    );
    return new ReplicatedSchool(started, callers);
  }

  /** Stores the people, once per database. */
  async enroll(): Promise<void> {
    const people = this.test.factory(Person, { created_at: new Date('2025-01-01T00:00:00Z') });
    for (const name of ['Ada', 'Ben', 'Cid', 'Dee'])
      await people.create({ name, email: `${name}@example.com`, is_admin: true });
  }

  get states(): readonly ReplicaState[] {
    return this.database.replication!.states;
  }

  /** How many statements the replicas have run. */
  get reads(): number {
    return this.states.reduce((sum, { reads }) => sum + reads, 0);
  }

  /** Waits until exactly these replicas are read. */
  async untilUsed(...used: readonly boolean[]): Promise<void> {
    await until(() => this.states.every(({ isUsed }, at) => isUsed === used[at]));
  }

  /** Waits for two checks: the first may have begun before the call. */
  async untilFresh(): Promise<void> {
    for (const [at] of this.states.entries())
      for (const _check of [1, 2]) {
        let lag = this.states[at]!.lag ?? 0;
        await until(() => {
          const [before, now] = [lag, this.states[at]!.lag ?? Infinity];
          lag = now;
          return now < before;
        });
      }
  }

  /** Waits until a caller's reads go to a replica. */
  async untilReplicated(caller: Caller): Promise<void> {
    await until(async () => {
      const before = this.reads;
      await this.get('/subjects?perPage=1', caller);
      return this.reads > before;
    });
  }

  /** @throws if the response is not successful */
  async get<Body = any>(path: string, caller: Caller): Promise<Body> {
    return bodyOf(await this.client(caller).get<Body>(path));
  }

  async post<Body = any>(path: string, body: object, caller: Caller): Promise<Body> {
    return bodyOf(await this.client(caller).post<Body>(path, body));
  }

  /** The titles of all subjects that a caller sees. */
  async titles(caller: Caller): Promise<readonly string[]> {
    const page = await this.get<Page>('/subjects?perPage=100', caller);
    return page.data.map(({ attributes }) => attributes.title).sort();
  }
}

/** A page of subjects. */
export interface Page {
  readonly data: readonly {
    readonly id: number;
    readonly attributes: { readonly title: string };
  }[];
  readonly meta: { readonly total: number };
}

function bodyOf<Body>({ status, body }: TestResponse<Body>): Body {
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body;
}
