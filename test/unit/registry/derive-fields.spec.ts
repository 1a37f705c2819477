import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { Field, Resource, ResourceOf } from '../../../src/definition/index.js';
import { checkResources } from '../../../src/registry/check-resources.js';
import { describeRule } from '../../../src/rules/entries/describe-rule.js';
import type { ResourceClass } from '../../../src/definition/index.js';
import { ReadingPolicy } from '../../support/open-policy.js';
import { compileOver } from './library/compile.js';

@Entity('shelves')
class Shelf {
  @PrimaryGeneratedColumn() id!: number;
}

@Entity('jars')
@Index(['label', 'color'], { unique: true })
class Jar {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40 }) label!: string;
  @Column('varchar', { length: 40, nullable: true }) note!: string | null;
  @Column('varchar', { length: 13, unique: true }) code!: string;
  @Index({ unique: true }) @Column('varchar', { length: 20 }) slug!: string;
  @Index({ unique: true, where: 'full = true' }) @Column('varchar') seal!: string;
  @Column('simple-enum', { enum: ['red', 'green'] }) color!: string;
  @Column('int') grams!: number;
  @Column('smallint') lids!: number;
  @Column('bigint') atoms!: string;
  @Column('decimal', { precision: 8, scale: 2 }) price!: string;
  @Column('float') weight!: number;
  @Column('boolean', { default: false }) full!: boolean;
  @Column('simple-array') spices!: string[];
  @Column({ type: Date }) filled_at!: Date;
  @Column('date', { nullable: true }) opened_on!: string | null;
  @Column('varchar', { length: 60 }) photo!: string;
  @CreateDateColumn() created_at!: Date;
  @Column('int') shelf_id!: number;
  @ManyToOne(() => Shelf) @JoinColumn({ name: 'shelf_id' }) shelf!: Relation<Shelf>;
}

@Resource({ policy: ReadingPolicy })
class ShelfResource extends ResourceOf(Shelf) {}

/** The rules that each column adds to its field. */
async function derivedOf(jars: ResourceClass, others: readonly ResourceClass[] = [ShelfResource]) {
  const { resources, report } = await compileOver([Jar, Shelf], [jars, ...others]);
  expect(report.faults).toEqual([]);
  const { fields } = resources!.find(({ key }) => key === 'jars')!;
  return Object.fromEntries(
    [...fields.values()].map(({ name, derived }) => [name, derived.map(describeRule).join(' ')]),
  );
}

describe('The rules of a field', () => {
  it('come from its column', async () => {
    @Resource({ policy: ReadingPolicy })
    class JarResource extends ResourceOf(Jar, {
      fields: [
        ...(['id', 'label', 'note', 'code', 'slug', 'seal', 'color', 'grams', 'lids'] as const),
        ...(['atoms', 'price', 'weight', 'full', 'spices', 'filled_at', 'opened_on'] as const),
        ...(['created_at', 'shelf_id'] as const),
      ],
    }) {}
    expect(await derivedOf(JarResource)).toEqual({
      id: '',
      label: 'required string max:40',
      note: 'nullable string max:40',
      code: 'required string max:13 unique',
      slug: 'required string max:20 unique',
      seal: 'required string',
      color: 'required string in:red,green',
      grams: 'required integer between:-2147483648,2147483647',
      lids: 'required integer between:-32768,32767',
      atoms: 'required',
      price: 'required',
      weight: 'required numeric',
      full: 'boolean',
      spices: 'present',
      filled_at: 'required date',
      opened_on: 'nullable date',
      created_at: '',
      shelf_id: 'required exists:shelves,id',
    });
  });

  it.each([
    ['nothing', {}, 'required string max:40'],
    ['a shorter length', { rules: ['max:9'] }, 'required string'],
    ['the type', { rules: ['string'] }, 'required max:40'],
    ['another presence', { rules: ['filled'] }, 'string max:40'],
    ['a condition of presence', { rules: ['required_if:code,x'] }, 'string max:40'],
    ['presence in stored records', { storingRules: ['required'] }, 'string max:40'],
    ['a default', { default: () => 'x' }, 'string max:40'],
    ['who may write', { canWrite: () => true }, 'string max:40'],
    ['read-only', { readOnly: true }, ''],
    ['derive: false', { derive: false }, ''],
    ['derive: false with rules', { derive: false, rules: ['min:3'] }, ''],
  ])(
    'are replaced or switched off by what the field declares: %s',
    async (_what, options, rules) => {
      class JarResource extends ResourceOf(Jar, { fields: ['code'] }) {}
      Field(options as never)(JarResource.prototype as never, 'label' as never);
      Resource({ policy: ReadingPolicy })(JarResource);
      expect((await derivedOf(JarResource)).label).toBe(rules);
    },
  );

  it.each([
    ['note', { rules: ['filled'] }, 'string max:40'],
    ['note', { rules: ['email'] }, 'nullable string max:40'],
    ['note', { rules: ['required_if:code,x'] }, 'nullable string max:40'],
    ['grams', { rules: ['min:0'] }, 'required integer'],
    ['grams', { rules: ['multiple_of:5'] }, 'required integer between:-2147483648,2147483647'],
    ['color', { rules: ['in:red'] }, 'required string'],
    ['code', { storingRules: ['unique'] }, 'required string max:13'],
    ['code', { transform: String }, 'required string max:13'],
    ['shelf_id', { rules: ['exists:shelves,id'] }, 'required'],
    ['photo', { image: true }, ''],
  ])('of %s with %j leave the rest to the column', async (name, options, rules) => {
    class JarResource extends ResourceOf(Jar, { fields: ['code'] }) {}
    Field(options as object)(JarResource.prototype as never, name as never);
    Resource({ policy: ReadingPolicy })(JarResource);
    expect((await derivedOf(JarResource))[name]).toBe(rules);
  });

  it('do not require what a storing hook sets', async () => {
    class JarHooks {
      storing() {}
    }
    @Resource({ policy: ReadingPolicy, hooks: JarHooks })
    class JarResource extends ResourceOf(Jar, { fields: ['label'] }) {}
    expect(await derivedOf(JarResource)).toEqual({ label: 'string max:40' });
  });

  it('look a key up in the only resource of the entity, or in that of the relation', async () => {
    @Resource({ policy: ReadingPolicy, uriKey: 'racks' })
    class RackResource extends ResourceOf(Shelf) {}
    @Resource({ policy: ReadingPolicy })
    class JarResource extends ResourceOf(Jar, { fields: ['shelf_id'] }) {}
    expect(await derivedOf(JarResource, [])).toEqual({ shelf_id: 'required' });
    expect(await derivedOf(JarResource, [RackResource])).toEqual({
      shelf_id: 'required exists:racks,id',
    });
    expect(await derivedOf(JarResource, [RackResource, ShelfResource])).toEqual({
      shelf_id: 'required',
    });
  });

  it('are printed by resources:check, apart from the declared ones', async () => {
    @Resource({ policy: ReadingPolicy })
    class JarResource extends ResourceOf(Jar, { fields: ['id', 'color'] }) {
      @Field({ rules: ['max:9'], matchable: true }) label!: string;
    }
    const compilation = await compileOver([Jar, Shelf], [JarResource]);
    const lines = checkResources(compilation, '/api').report.split('\n');
    expect(lines.map((line) => line.trim().replaceAll(/ {2,}/g, ' | '))).toEqual(
      expect.arrayContaining([
        'Fields (3)',
        'of | name | column | match | rules | derived from the column | read',
        'jars | id | id (integer) | read-only',
        'jars | color | color (simple-enum) | required string in:red,green',
        'jars | label | label (varchar) | text | max:9 | required string',
      ]),
    );
  });
});

describe('The match type of a field', () => {
  it('comes from its column', async () => {
    @Resource({ policy: ReadingPolicy })
    class JarResource extends ResourceOf(Jar, {
      fields: ['label', 'grams', 'price', 'full', 'filled_at', 'opened_on', 'color', 'code'],
      matchable: ['label', 'grams', 'price', 'full', 'filled_at', 'opened_on', 'color'],
    }) {}
    const { resources } = await compileOver([Jar, Shelf], [JarResource]);
    const types = [...resources![0]!.fields.values()].map(({ matchable }) => matchable);
    expect(types).toEqual([
      ...['text', 'number', 'number', 'boolean', 'datetime', 'datetime', 'text'],
      null,
    ]);
  });
});

describe('A list of ResourceOf', () => {
  it('gives way to a decorator of the same member, which keeps its place', async () => {
    @Resource({ policy: ReadingPolicy })
    class JarResource extends ResourceOf(Jar, {
      fields: ['grams', 'label'],
      relations: ['shelf'],
    }) {
      @Field({ rules: ['min:18'] }) override grams!: number;
    }
    const { resources } = await compileOver([Jar, Shelf], [JarResource, ShelfResource]);
    const { fields, relations } = resources![0]!;
    expect([...fields.keys()]).toEqual(['grams', 'label']);
    expect(fields.get('grams')!.options.rules).toEqual(['min:18']);
    expect(relations.get('shelf')).toMatchObject({
      kind: 'BelongsTo',
      join: { keyOn: 'parent', column: { name: 'shelf_id' } },
      resource: { key: 'shelves' },
    });
  });
});
