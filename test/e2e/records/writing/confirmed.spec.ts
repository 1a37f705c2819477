import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import {
  Column,
  Entity,
  JoinTable,
  ManyToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
} from 'typeorm';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  BelongsToMany,
  createApplication,
  createTable,
  Field,
  Input,
  Resource,
  ResourceModule,
  ResourceOf,
  type Related,
  type Unstored,
} from '../../../../src/index.js';
import { AccessTokens } from '../../../../src/modules/auth/access-tokens.js';
import { databaseUnderTest, type DatabaseUnderTest } from '../../../support/databases.js';
import { validateAgainstDocument } from '../../../support/document/validate-against-document.js';
import { form } from '../../../support/forms.js';
import { patientLimits } from '../../../support/patient-limits.js';
import { OpenPolicy } from '../../../support/open-policy.js';

@Entity('members')
class Member {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 60 }) code!: string;
  @Column('int', { nullable: true }) pin!: number | null;
  @Column('varchar', { length: 60, nullable: true }) password!: string | null;
  @ManyToMany(() => Member)
  @JoinTable({
    name: 'friends',
    joinColumn: { name: 'from_id' },
    inverseJoinColumn: { name: 'to_id' },
  })
  friends!: Member[];
}

@Entity('friends')
class Friendship {
  @PrimaryColumn('int') from_id!: number;
  @PrimaryColumn('int') to_id!: number;
  @Column('varchar', { length: 60 }) phrase!: string;
}

@Resource({ policy: OpenPolicy, profile: true, tools: true })
class MemberResource extends ResourceOf(Member) {
  @Field({ rules: ['required', 'confirmed'] }) code!: string;
  @Field({ rules: ['nullable', 'confirmed'] }) pin!: number | null;
  @Input({ rules: ['confirmed'] }) response!: Unstored;
  @BelongsToMany(() => MemberResource, {
    through: () => Friendship,
    withPivot: ['phrase'],
    validationCallback: () => ({ phrase: ['required', 'confirmed'] }),
    canAttach: () => true,
  })
  friends!: Related;
}

class CreateMembers1735700000901 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, 'members', (type) => ({
      columns: {
        id: type.key,
        code: `${type.text(60)} not null`,
        pin: `${type.integer} null`,
        password: `${type.text(60)} null`,
      },
    }));
    await createTable(queryRunner, 'friends', (type) => ({
      columns: {
        from_id: `${type.integer} not null`,
        to_id: `${type.integer} not null`,
        phrase: `${type.text(60)} not null`,
      },
      primaryKey: ['from_id', 'to_id'],
    }));
    await queryRunner.query(`insert into members (code) values ('a'), ('b'), ('c')`);
  }
  async down(): Promise<void> {}
}

@ResourceModule({
  resources: [MemberResource],
  entities: [Friendship],
  migrations: [CreateMembers1735700000901],
})
class MemberModule {}

let app: NestFastifyApplication;
let place: DatabaseUnderTest;
let token: string;

beforeAll(async () => {
  place = await databaseUnderTest();
  app = await createApplication<Member>({
    modules: [MemberModule],
    options: {
      database: { url: place.url },
      authentication: { user: { entity: Member, identifier: 'code', password: 'password' } },
      logLevel: 'silent',
      limits: patientLimits,
    },
  });
  validateAgainstDocument(app);
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  token = await app
    .get(AccessTokens, { strict: false })
    .issue({ key: '1', password: null }, 'test');
});
afterAll(async () => {
  await app?.close();
  await place?.dispose();
});

const unmatched = (field: string) => ({
  [field]: [`The ${field} field confirmation does not match.`],
});

type Method = 'POST' | 'PUT' | 'PATCH';
async function send(method: Method, url: string, payload: object) {
  const response = await app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token}` },
    payload,
  });
  return { status: response.statusCode, body: response.json<any>() };
}

async function call(method: string, params: object) {
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
  const payload = { jsonrpc: '2.0', id: 1, method, params };
  return (await app.inject({ method: 'POST', url: '/mcp', headers, payload })).json().result;
}

describe('A field with the rule `confirmed` whose confirmation is not declared', () => {
  it.each<[Method, string, number]>([
    ['POST', '/api/members', 201],
    ['PUT', '/api/members/2', 200],
    ['PATCH', '/api/members/2', 200],
    ['PUT', '/api/profile', 200],
    ['PATCH', '/api/profile', 200],
  ])(
    'is accepted by %s %s if it is repeated, and is 422 otherwise (C4.1)',
    async (method, url, status) => {
      const right = await send(method, url, {
        code: 'x1',
        code_confirmation: 'x1',
        pin: 33,
        pin_confirmation: 33,
      });
      expect([right.status, right.body.errors]).toEqual([status, undefined]);
      const attributes = (right.body.data ?? right.body).attributes as object;
      expect(attributes).toEqual({ code: 'x1', pin: 33 });
      for (const code_confirmation of ['x2', null, undefined, '']) {
        const wrong = await send(method, url, { code: 'x1', code_confirmation });
        expect([wrong.status, wrong.body.errors]).toEqual([422, unmatched('code')]);
      }
    },
  );

  it('is read from a form as the field itself is (C4.1)', async () => {
    const parts = ['code', 'code_confirmation', 'pin', 'pin_confirmation'].map((name) => ({
      name,
      content: '33',
    }));
    const { headers, payload } = form(...parts);
    const response = await app.inject({
      method: 'POST',
      url: '/api/members',
      headers: { ...headers, authorization: `Bearer ${token}` },
      payload,
    });
    expect([response.statusCode, response.json().data?.attributes]).toEqual([
      201,
      { code: '33', pin: 33 },
    ]);
  });

  it('may be an input (C4.1)', async () => {
    expect(
      (await send('PATCH', '/api/members/2', { response: 'a', response_confirmation: 'a' })).status,
    ).toBe(200);
    const wrong = await send('PATCH', '/api/members/2', {
      response: 'a',
      response_confirmation: 'b',
    });
    expect([wrong.status, wrong.body.errors]).toEqual([422, unmatched('response')]);
  });

  it('may be a pivot value, of the call or of one key (C7.2)', async () => {
    const attach = (body: object) => send('POST', '/api/members/1/attach/friends', body);
    const right = { phrase: 'p', phrase_confirmation: 'p' };
    expect((await attach({ friends: [2], ...right })).status).toBe(201);
    expect((await attach({ friends: [{ id: 3, ...right }] })).status).toBe(201);
    const wrong = { phrase: 'p', phrase_confirmation: 'q' };
    expect((await attach({ friends: [2], ...wrong })).body.errors).toEqual(unmatched('phrase'));
    expect((await attach({ friends: [{ id: 3, ...wrong }] })).status).toBe(422);
  });

  it('is in the input schemas of tools, which accept it alike (C11.2)', async () => {
    const { tools } = await call('tools/list', {});
    const propertiesOf = (name: string) =>
      Object.keys(
        tools.find((tool: { name: string }) => tool.name === name).inputSchema.properties,
      );
    expect(propertiesOf('members-store-tool')).toEqual(
      expect.arrayContaining(['code_confirmation', 'pin_confirmation', 'response_confirmation']),
    );
    expect(propertiesOf('members-update-tool')).toContain('code_confirmation');
    expect(propertiesOf('members-attach-tool')).toContain('phrase_confirmation');
    const tool = (name: string, given: object) => call('tools/call', { name, arguments: given });
    const store = (repeated: string) =>
      tool('members-store-tool', {
        code: 'x',
        code_confirmation: repeated,
        pin: 4,
        pin_confirmation: 4,
      });
    expect((await store('x')).isError).toBeFalsy();
    expect((await store('y')).structuredContent.errors).toEqual(unmatched('code'));
    expect(
      (await tool('members-update-tool', { id: 2, code: 'z', code_confirmation: 'z' })).isError,
    ).toBeFalsy();
    const given = {
      id: 1,
      relation: 'friends',
      friends: [2],
      phrase: 'r',
      phrase_confirmation: 'r',
    };
    expect((await tool('members-attach-tool', given)).isError).toBeFalsy();
  });

  it('is in the OpenAPI document', async () => {
    const document = (await app.inject({ url: '/docs/openapi.json' })).json();
    const text = JSON.stringify(document);
    for (const name of ['code', 'pin', 'response', 'phrase'])
      expect(text).toContain(`"${name}_confirmation"`);
  });
});
