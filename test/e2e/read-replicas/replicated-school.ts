import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Column, Entity, JoinColumn, JoinTable, ManyToMany, ManyToOne, OneToMany } from 'typeorm';
import { PrimaryGeneratedColumn, type Relation } from 'typeorm';
import {
  Action,
  Resource,
  ResourceModule,
  ResourceOf,
  type ShowActionHandler,
  type ActionRequest,
  type ResourceApiOptions,
} from '../../../src/index.js';
import type { ServerState } from '../../../src/database/connection/database.js';
import type { TestResponse } from '../../../src/tooling/testing/index.js';
import { AppUnderTest, startApp, withKey } from '../../support/app-under-test.js';
import { CreateTables, type Tables } from '../../support/create-tables.js';
import { OpenPolicy } from '../../support/open-policy.js';
import { until } from '../../support/until.js';
import type { ReplicatedServers } from './replicated-servers.js';

@Entity('people')
class Person {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 60 }) name!: string;
  @Column('varchar', { length: 120, unique: true }) email!: string;
  @Column('varchar', { length: 255 }) password!: string;
}

@Entity('subjects')
class Subject {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40, unique: true }) title!: string;
  @OneToMany(() => Course, (course) => course.subject) courses!: Relation<Course>[];
}

@Entity('courses')
class Course {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 80 }) title!: string;
  @Column('int') subject_id!: number;
  @ManyToOne(() => Subject, (subject) => subject.courses)
  @JoinColumn({ name: 'subject_id' })
  subject!: Relation<Subject>;
  @ManyToMany(() => Person)
  @JoinTable({
    name: 'course_person',
    joinColumn: { name: 'course_id' },
    inverseJoinColumn: { name: 'person_id' },
  })
  people!: Relation<Person>[];
}

class CreateSchool1735700000009 extends CreateTables {
  protected readonly tables: Tables = {
    people: (type) => ({
      columns: {
        id: type.key,
        name: `${type.text(60)} not null`,
        email: `${type.text(120)} not null`,
        password: `${type.text(255)} not null`,
      },
      uniques: [['email']],
    }),
    subjects: (type) => ({
      columns: { id: type.key, title: `${type.text(40)} not null` },
      uniques: [['title']],
    }),
    courses: (type) => ({
      columns: {
        id: type.key,
        title: `${type.text(80)} not null`,
        subject_id: `${type.integer} not null`,
      },
      foreignKeys: { subject_id: 'subjects (id) on delete restrict' },
      indexes: [['subject_id', 'id']],
    }),
    course_person: (type) => ({
      columns: { course_id: `${type.integer} not null`, person_id: `${type.integer} not null` },
      primaryKey: ['course_id', 'person_id'],
      indexes: [['person_id', 'course_id']],
    }),
  };
}

@Injectable()
class CoursePolicy extends OpenPolicy {
  managePeople() {
    return true;
  }
}

@Resource({ policy: OpenPolicy })
class PersonResource extends ResourceOf(Person, { fields: ['name'] }) {}

/** Writes with TypeORM's manager. */
@Action({ onlyOnShow: true })
class Rename implements ShowActionHandler<Subject> {
  async handle({ manager }: ActionRequest, subject: Subject): Promise<void> {
    await manager.update(Subject, subject.id, { title: `New ${subject.id}` });
  }
}

@Resource({ policy: OpenPolicy, tools: true, actions: [Rename] })
class SubjectResource extends ResourceOf(Subject, {
  fields: ['title'],
  relations: ['courses'],
}) {}

@Resource({ policy: CoursePolicy })
class CourseResource extends ResourceOf(Course, {
  fields: ['title', 'subject_id'],
  relations: ['subject', 'people'],
}) {}

@ResourceModule({
  resources: [PersonResource, SubjectResource, CourseResource],
  providers: [Rename],
  migrations: [CreateSchool1735700000009],
})
class SchoolModule {}

/** The people of the school, who may all write. The last one signs out. */
export type Caller = 1 | 2 | 3 | 4;

const callers = {
  1: withKey(Person, 1),
  2: withKey(Person, 2),
  3: withKey(Person, 3),
  4: withKey(Person, 4),
};

/** Identifies people by a header, in place of a token. */
export class NamedPersonGuard implements CanActivate {
  canActivate(execution: ExecutionContext): boolean {
    const request = execution.switchToHttp().getRequest<FastifyRequest & { user?: Person }>();
    request.user = withKey(Person, Number(request.headers['x-person']));
    return true;
  }
}

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
    const people = this.test.factory(Person);
    for (const name of ['Ada', 'Ben', 'Cid', 'Dee'])
      await people.create({ name, email: `${name}@example.com` });
  }

  get states(): readonly ServerState[] {
    return this.database.extension!.servers;
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
