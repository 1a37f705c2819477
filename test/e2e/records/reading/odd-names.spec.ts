import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import {
  Column,
  Entity,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
} from 'typeorm';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  BelongsTo,
  BelongsToMany,
  createApplication,
  Field,
  Forwarding,
  Resource,
  ResourceModule,
  ResourceOf,
  type Related,
} from '../../../../src/index.js';
import { AccessTokens } from '../../../../src/modules/auth/access-tokens.js';
import { databaseUnderTest, type DatabaseUnderTest } from '../../../support/databases.js';
import { validateAgainstDocument } from '../../../support/document/validate-against-document.js';
import { patientLimits } from '../../../support/patient-limits.js';
import { OpenPolicy } from '../../../support/open-policy.js';

/** Names that statements use for aliases, SQL keywords, and names that need quotes. */
@Entity('order')
class Part {
  @PrimaryColumn('smallint', { name: 'total' }) id!: number;
  @Column('varchar') o0!: string;
  @Column('varchar', { name: 'Group' }) group!: string;
  @Column('varchar', { name: `it's "w h a t?" $1 :x` }) what!: string;
  @Column('varchar', { nullable: true }) password!: string | null;
  @ManyToOne(() => Part, (part) => part.below) @JoinColumn({ name: 'from' }) above!: Part | null;
  @OneToMany(() => Part, (part) => part.above) below!: Part[];
  @ManyToMany(() => Part)
  @JoinTable({ name: 'select', joinColumn: { name: 'k' }, inverseJoinColumn: { name: 't' } })
  mates!: Part[];
}

@Entity('select')
class Mating {
  @PrimaryColumn('smallint') k!: number;
  @PrimaryColumn('smallint') t!: number;
  @Column('varchar') o0!: string;
}

@Resource({ policy: OpenPolicy, profile: true })
class PartResource extends ResourceOf(Part) {
  @Field({ sortable: true, searchable: true, matchable: 'text' }) o0!: string;
  @Field({ sortable: true, searchable: true, matchable: 'text' }) group!: string;
  @Field({ sortable: true, searchable: true, matchable: 'text' }) what!: string;
  @BelongsTo(() => PartResource, { sortable: ['o0', 'what'], searchable: ['what'] })
  above!: Related;
  /** No resource has this key. */
  @Forwarding() below!: Related;
  @BelongsToMany(() => PartResource, { through: () => Mating, withPivot: ['o0'] }) mates!: Related;
}

class CreateParts1735700000301 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    const { driver } = queryRunner.connection;
    const quote = (name: string) => {
      const mark = driver.escape('').charAt(0);
      return mark + name.replaceAll(mark, mark + mark) + mark;
    };
    await queryRunner.query(
      `create table ${quote('order')} (total smallint primary key not null, o0 varchar(20) not null,` +
        ` ${quote('Group')} varchar(20) not null, ${quote(`it's "w h a t?" $1 :x`)} varchar(20) not null, password varchar(20) null, ${quote('from')} smallint null)`,
    );
    await queryRunner.query(
      `create table ${quote('select')} (k smallint not null, t smallint not null, o0 varchar(20) not null, primary key (k, t))`,
    );
    for (const id of [1, 2, 3])
      await queryRunner.query(
        `insert into ${quote('order')} values (${id}, 'o${4 - id}', 'g', 'w${id % 2}', null, ${id === 1 ? 'null' : 1})`,
      );
    for (const t of [2, 3])
      await queryRunner.query(`insert into ${quote('select')} values (1, ${t}, 'p${t}')`);
  }
  async down(): Promise<void> {}
}

@ResourceModule({ resources: [PartResource], migrations: [CreateParts1735700000301] })
class PartModule {}

let app: NestFastifyApplication;
let place: DatabaseUnderTest;
let token: string;

beforeAll(async () => {
  place = await databaseUnderTest();
  app = await createApplication<Part>({
    modules: [PartModule],
    options: {
      database: { url: place.url },
      authentication: { user: { entity: Part, identifier: 'o0', password: 'password' } },
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

interface Item {
  readonly id: string;
  readonly pivots?: unknown;
  readonly relationships?: Readonly<Record<string, readonly Item[]>>;
}

async function get(path: string): Promise<{ readonly status: number; readonly data: any }> {
  const response = await app.inject({
    url: `/api/parts${path}`,
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: response.statusCode, data: response.json().data };
}
const ids = (items: readonly Item[]) => items.map(({ id }) => id).join();

describe('Tables and columns of any name', () => {
  it.each([
    ['?sort=o0', '3,2,1'],
    ['?sort=-what', '3,1,2'],
    ['?sort=above.what,group', '3,2,1'],
    ['?sort=-o0&perPage=2&count=none', '1,2'],
    ['?sort=o0&cursor=&perPage=1', '3'],
    ['?o0=o3', '1'],
    ['?what=w1&group=g', '3,1'],
    ['?filter[what][like]=0', '2'],
    ['?search=w0', '2'],
    ['?search=w1&include=above&sort=group', '3,2,1'],
    ['/1/mates?sort=o0', '3,2'],
  ])('are read: %s', async (path, expected) => {
    const { status, data } = await get(path);
    expect([status, ids(data)]).toEqual([200, expected]);
  });

  it.each([
    '?include=mates.above,below.mates',
    '?include=mates.mates,below.mates',
    '?include=mates.above,below.mates&relatablePerPage=1',
  ])('are loaded as relations of several records: %s', async (path) => {
    const { status, data } = await get(path);
    expect(status).toBe(200);
    const { mates, below } = (data as readonly Item[]).find(({ id }) => id === '1')!.relationships!;
    const expected = path.includes('relatable') ? '3' : '3,2';
    expect([ids(mates!), ids(below!)]).toEqual([expected, expected]);
    expect(mates![0]!.pivots).toEqual({ o0: 'p3' });
  });
});

describe('A key of a small type (@contract C1.3)', () => {
  it.each(['32768', '-32769', '2147483647'])('is not found outside its range: %s', async (key) => {
    expect((await get(`/${key}`)).status).toBe(404);
  });
});
