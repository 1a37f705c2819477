/** @param database the option for the database, as a line; empty for that of the environment */
const deployment = (
  name: string,
  database = '',
): string => `import type { Deployment, Environment } from 'resource-api';
import { optionsFrom } from 'resource-api';
import { NoteModule } from './notes/note.module.js';
import { User } from './users/user.entity.js';
import { UserModule } from './users/user.module.js';

/** The service, as its environment variables configure it. */
export function deployment(environment: Environment): Deployment<User> {
  const { authentication, reference, ...options } = optionsFrom(environment);
  return {
    options: {
      ...options,
${database}      authentication: {
        ...authentication,
        user: { entity: User, identifier: 'email', password: 'password' },
      },
      reference: reference && { title: '${name}', version: '0.1.0' },
    },
    modules: [UserModule, NoteModule],
  };
}
`;

const ormconfig = `import 'reflect-metadata';
import { migrationDataSource, readEnvironment } from 'resource-api';
import { deployment } from './deployment.js';

/** The database of \`DATABASE_URL\`, for TypeORM's command line. */
export default await migrationDataSource(deployment(readEnvironment(process.env)));
`;

const register = `import type { User } from './users/user.entity.js';

/** The type of the user in requests, policies, actions and events. */
declare module 'resource-api' {
  interface Register {
    user: User;
  }
}
`;

const userEntity = `import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('users')
export class User {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 190, unique: true })
  email!: string;

  /** The hash of the password. */
  @Column('varchar', { length: 255 })
  password!: string;

  @Column('boolean', { default: false })
  is_admin!: boolean;
}
`;

const createUsers = `import { createTable, dropTable } from 'resource-api';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateUsers1735776000001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, 'users', (type) => ({
      columns: {
        id: type.key,
        email: \`\${type.text(190)} not null\`,
        password: \`\${type.text(255)} not null\`,
        is_admin: \`\${type.boolean} default false not null\`,
      },
      uniques: [['email']],
    }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropTable(queryRunner, 'users');
  }
}
`;

const userModule = `import { ResourceModule } from 'resource-api';
import { CreateUsers1735776000001 } from './1735776000001-create-users.js';
import { User } from './user.entity.js';

/** The accounts. They are not a resource, so the API does not expose them. */
@ResourceModule({ entities: [User], migrations: [CreateUsers1735776000001] })
export class UserModule {}
`;

const noteEntity = `import {
  Column,
  CreateDateColumn,
  Entity,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
} from 'typeorm';

@Entity('notes')
export class Note {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 1000 })
  text!: string;

  /** The user who wrote it. */
  @Column('int')
  user_id!: number;

  @CreateDateColumn({ precision: 3 })
  created_at!: Date;

  @UpdateDateColumn({ precision: 3 })
  updated_at!: Date;
}
`;

const createNotes = `import { createTable, dropTable } from 'resource-api';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateNotes1735776000002 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, 'notes', (type) => ({
      columns: {
        id: type.key,
        text: \`\${type.text(1000)} not null\`,
        user_id: \`\${type.integer} not null\`,
        ...type.timestamps,
      },
      foreignKeys: { user_id: 'users (id) on delete cascade' },
      indexes: [['user_id', 'id'], ['created_at']],
    }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropTable(queryRunner, 'notes');
  }
}
`;

const notePolicy = `import { Injectable } from '@nestjs/common';
import { where, type Policy, type Scope } from 'resource-api';
import type { User } from '../users/user.entity.js';
import type { Note } from './note.entity.js';

/** Users see and change their own notes. */
@Injectable()
export class NotePolicy implements Policy<Note> {
  readonly needs = ['user_id'] as const;

  scope(user: User): Scope<Note> {
    return where({ user_id: user.id });
  }

  index(): boolean {
    return true;
  }

  store(): boolean {
    return true;
  }

  update(user: User, note: Note): boolean {
    return note.user_id === user.id;
  }

  delete(user: User, note: Note): boolean {
    return note.user_id === user.id;
  }
}
`;

const noteResource = `import { Field, Resource, ResourceOf } from 'resource-api';
import { Note } from './note.entity.js';
import { NotePolicy } from './note.policy.js';

/** The rules of the fields come from the columns. */
@Resource({ policy: NotePolicy })
export class NoteResource extends ResourceOf(Note, {
  fields: ['text', 'created_at', 'updated_at'],
  searchable: ['text'],
  sortable: ['created_at'],
}) {
  /** Set to the caller when a note is stored. */
  @Field({ canWrite: () => false, default: ({ user }) => user.id })
  user_id!: number;
}
`;

const noteModule = `import { ResourceModule } from 'resource-api';
import { CreateNotes1735776000002 } from './1735776000002-create-notes.js';
import { NoteResource } from './note.resource.js';

@ResourceModule({ resources: [NoteResource], migrations: [CreateNotes1735776000002] })
export class NoteModule {}
`;

const noteSpec = `import { readEnvironment } from 'resource-api';
import {
  createTestApplication,
  describeResource,
  policyTable,
  type TestApplication,
} from 'resource-api/testing';
import { afterAll, beforeEach, beforeAll, describe, expect, it } from 'vitest';
import { deployment } from '../deployment.js';
import { User } from '../users/user.entity.js';
import { Note } from './note.entity.js';
import { NoteResource } from './note.resource.js';

let test: TestApplication<User>;
let ann: User;
let bea: User;

beforeAll(async () => {
  const { modules, options } = deployment(readEnvironment({}));
  const { authentication } = options;
  test = await createTestApplication({ modules, options: { authentication } });
});
beforeEach(async () => {
  await test.reset();
  [ann, bea] = (await test.factory(User).createMany(2)) as [User, User];
});
afterAll(() => test.close());

const noteOfAnn = () => test.factory(Note).create({ user_id: ann.id });

describeResource(
  NoteResource,
  { test: () => test, as: () => ann, record: noteOfAnn },
  { describe, it },
);

describe('notes', () => {
  it('are stored for the caller', async () => {
    const { status, body } = await test.as(bea).post('/notes', { text: 'Of Bea' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ data: { attributes: { text: 'Of Bea', user_id: bea.id } } });
  });

  it('belong to their user alone', async () => {
    const note = await noteOfAnn();
    await policyTable(test, NoteResource, [
      { user: ann, record: note, may: ['index', 'store', 'show', 'update', 'delete'] },
      { user: bea, record: note, may: ['index', 'store'] },
    ]);
  });
});
`;

/** The tables of an existing database may have any name, so that the accounts get a rare one. */
const withOwnAccounts = (source: string): string =>
  source
    .replace(/^import \{ Note.*\n/m, '')
    .replace(', NoteModule]', ']')
    .replaceAll('CreateUsers', 'CreateApiUsers')
    .replaceAll('create-users', 'create-api-users')
    .replaceAll("'users'", "'api_users'")
    .replaceAll('./users/', './api-users/')
    .replaceAll('./user.', './api-user.')
    .replaceAll('/user.', '/api-user.')
    .replace(/\bUser(Module)?\b/g, 'ApiUser$1');

/** The sources of an application that serves an existing database, by their paths. */
export const existingDatabaseFiles = (name: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries({
      'src/deployment.ts': deployment(
        name,
        '      database: { ...options.database, existing: true },\n',
      ),
      'src/ormconfig.ts': ormconfig,
      'src/register.ts': register,
      'src/api-users/api-user.entity.ts': userEntity,
      'src/api-users/api-user.module.ts': userModule,
      'src/api-users/1735776000001-create-api-users.ts': createUsers,
    }).map(([path, source]) => [path, withOwnAccounts(source)]),
  );

/** The sources of a new application, by their paths. */
export const sourceFiles = (name: string): Readonly<Record<string, string>> => ({
  'src/deployment.ts': deployment(name),
  'src/ormconfig.ts': ormconfig,
  'src/register.ts': register,
  'src/users/user.entity.ts': userEntity,
  'src/users/user.module.ts': userModule,
  'src/users/1735776000001-create-users.ts': createUsers,
  'src/notes/note.entity.ts': noteEntity,
  'src/notes/note.module.ts': noteModule,
  'src/notes/note.policy.ts': notePolicy,
  'src/notes/note.resource.ts': noteResource,
  'src/notes/note.spec.ts': noteSpec,
  'src/notes/1735776000002-create-notes.ts': createNotes,
});
