import {
  ChildEntity,
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  TableInheritance,
  type ColumnType,
} from 'typeorm';
import {
  BelongsTo,
  Field,
  HasMany,
  Resource,
  ResourceOf,
  type Related,
} from '../../../src/definition/index.js';
import { agreeingFacts } from './library/agreeing-facts.js';
import { compileResources } from '../../../src/registry/compile-resources.js';
import { compileOver, makeInstance, MetadataSource } from './library/compile.js';
import { define } from './library/define.js';

/** An entity whose key is of this type. */
function keyedBy(type: ColumnType, options: object = {}): new () => object {
  class Keyed {}
  Entity('keyed')(Keyed);
  PrimaryColumn(type as 'varchar', options)(Keyed.prototype, 'id');
  return Keyed;
}

const colours = { enum: ['red', 'blue'] };

describe('The key of a record (@contract C1.3)', () => {
  it.each<[ColumnType, object]>([
    ...(
      ['decimal', 'double', 'boolean', 'datetime', 'date', 'json', 'blob', 'time'] as ColumnType[]
    ).map((type): [ColumnType, object] => [type, {}]),
    ['simple-enum', colours],
    ['simple-array', {}],
  ])('may not be %s', async (type, options) => {
    const entity = keyedBy(type, options);
    const { report, resources } = await compileOver([entity], [define('X', entity)]);
    expect(report.faults).toEqual([
      {
        resource: 'X',
        member: '',
        wrong: `the key id of Keyed is ${type as string}, which cannot be part of a path`,
        instead: "@PrimaryColumn('varchar') id, or an integer, a bigint or a uuid",
      },
    ]);
    expect(resources).toBeNull();
  });

  it.each<ColumnType>(['int', 'smallint', 'bigint', 'uuid', 'varchar', 'text'])(
    'may be %s',
    async (type) => {
      const entity = keyedBy(type);
      expect((await compileOver([entity], [define('X', entity)])).report.faults).toEqual([]);
    },
  );
});

@Entity('countries')
class Country {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar') code!: string;
  @Column('varchar') region!: string;
  @Column('simple-enum', { ...colours, unique: true }) colour!: string;
  @OneToMany(() => Town, (town) => town.country) towns!: Town[];
}

@Entity('towns')
class Town {
  @PrimaryGeneratedColumn() id!: number;
  @ManyToOne(() => Country, (country) => country.towns)
  @JoinColumn([
    { name: 'country_code', referencedColumnName: 'code' },
    { name: 'country_region', referencedColumnName: 'region' },
  ])
  country!: Country;
  @Column('simple-enum', { ...colours, name: 'flag_colour' }) flagColour!: string;
  @ManyToOne(() => Country)
  @JoinColumn({ name: 'flag_colour', referencedColumnName: 'colour' })
  flag!: Country;
}

@Resource({})
class CountryResource extends ResourceOf(Country) {
  @Field() code!: string;
  @HasMany(() => TownResource) towns!: Related;
}
@Resource({})
class TownResource extends ResourceOf(Town) {
  @BelongsTo(() => CountryResource) country!: Related;
  @BelongsTo(() => CountryResource) flag!: Related;
}

@Entity('animals')
@TableInheritance({ column: { type: 'varchar', name: 'kind' } })
class Animal {
  @PrimaryGeneratedColumn() id!: number;
}
@ChildEntity('dog')
class Dog extends Animal {
  @Column('varchar', { nullable: true }) bark!: string | null;
}

@Entity({ name: 'trails', schema: 'audit' })
class Trail {
  @PrimaryGeneratedColumn() id!: number;
}
@Entity({ name: 'roads', schema: 'public' })
class Road {
  @PrimaryGeneratedColumn() id!: number;
}

class FullName {
  @Column('varchar') first!: string;
}
@Entity('people')
class Person {
  @PrimaryGeneratedColumn() id!: number;
  @Column(() => FullName) name!: FullName;
  @Column(() => FullName) maiden!: FullName;
}

describe('A table', () => {
  it('is joined by one column, whose values are compared as they are written', async () => {
    const { report } = await compileOver([Country, Town], [CountryResource, TownResource]);
    const joined = {
      wrong: expect.stringContaining(
        'is joined by 2 columns (country_code, country_region)',
      ) as string,
      instead: 'a relationship with one join column',
    };
    expect(report.faults).toEqual([
      { resource: 'CountryResource', member: 'towns', ...joined },
      { resource: 'TownResource', member: 'country', ...joined },
      {
        resource: 'TownResource',
        member: 'flag',
        wrong: 'the column flag_colour is simple-enum, which cannot join records',
        instead: 'flag_colour of type varchar',
      },
    ]);
  });

  it('contains the rows of one resource: a child entity would return those of its siblings', async () => {
    const { report } = await compileOver(
      [Animal, Dog],
      [define('Animals', Animal), define('X', Dog)],
    );
    expect(report.faults).toEqual([
      {
        resource: 'X',
        member: '',
        wrong: 'Dog is a @ChildEntity, and its table also contains the rows of other entities',
        instead: 'a resource of Animal, with a scope by kind',
      },
    ]);
  });

  it('has no two columns of one name, which embedded ones may have', async () => {
    const { report } = await compileOver([Person], [define('X', Person)]);
    expect(report.faults).toEqual([
      {
        resource: 'X',
        member: '',
        wrong: 'name.first and maiden.first of Person have the same name, first',
        instead: 'columns of Person itself, instead of embedded ones',
      },
    ]);
  });

  it('is named without its schema, with a warning if there is another one', async () => {
    const { report, resources } = await compileOver(
      [Trail, Road],
      [define('X', Trail), define('Y', Road)],
    );
    expect(report.warnings.filter(({ wrong }) => wrong.includes('declared in'))).toEqual([
      {
        resource: 'X',
        member: '',
        severity: 'warning',
        wrong: 'Trail is declared in audit, but statements only name its table',
        instead: "@Entity('trails'), and audit as what the connection looks into",
      },
    ]);
    expect(resources).not.toBeNull();
  });

  it.each([
    ['public', ['Trail is declared in audit, but statements find trails in public']],
    ['audit', []],
  ])('must be the table that statements find, as in %s', async (schema, wrong) => {
    const table = { ...agreeingFacts.findTable('trails')!, schema };
    const facts = { ...agreeingFacts, findTable: () => table };
    const { report } = await compileOver([Trail], [define('X', Trail)], facts);
    expect(report.faults.map((fault) => fault.wrong)).toEqual(wrong);
    expect(report.warnings.filter((each) => each.wrong.includes('declared in'))).toEqual([]);
  });
});

/** A column of this type, with a field. */
async function fieldOf(type: ColumnType, options: object = {}) {
  class Sample {}
  Entity('samples')(Sample);
  PrimaryGeneratedColumn()(Sample.prototype, 'id');
  Column(type as 'varchar', options)(Sample.prototype, 'value');
  const { report, resources } = compileResources(
    [define('X', Sample, { value: Field() })],
    await MetadataSource.of([Sample], 'postgres'),
    makeInstance,
  );
  return { report, field: resources?.[0]?.fields.get('value') };
}

describe('The column of a field', () => {
  it.each([
    ['interval', {}, 'a column of another type, or no field'],
    ['money', {}, 'a column of another type, or no field'],
    ['inet', {}, 'a column of another type, or no field'],
    ['int4range', {}, 'a column of another type, or no field'],
    ['text', { array: true }, 'a column of the type json or simple-array, or no field'],
  ] as const)('may not be %s %j', async (type, options, instead) => {
    const { report } = await fieldOf(type, options);
    const name = 'array' in options ? `${type}[]` : type;
    expect(report.faults).toEqual([
      {
        resource: 'X',
        member: 'value',
        wrong: `the column value is ${name}, for which there are no fields`,
        instead,
      },
    ]);
  });

  it('is read-only if only the database writes it', async () => {
    for (const options of [
      { asExpression: '1 + 1', generatedType: 'STORED' },
      { generatedIdentity: 'ALWAYS' },
    ]) {
      const { report, field } = await fieldOf('int', options);
      expect([report.faults, field!.options.readOnly]).toEqual([[], true]);
    }
  });
});
