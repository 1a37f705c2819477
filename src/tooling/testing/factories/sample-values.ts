import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';

type Sampler = () => string;

/** The part of `@faker-js/faker` that samples use; its `faker` fits. */
export interface FakeData {
  seed(seed: number): unknown;
  readonly person: {
    readonly firstName: Sampler;
    readonly lastName: Sampler;
    readonly fullName: Sampler;
  };
  readonly lorem: { sentence(words: number): string; paragraph(): string };
  readonly phone: { readonly number: Sampler };
  readonly internet: { readonly url: Sampler };
  readonly location: {
    readonly city: Sampler;
    readonly country: Sampler;
    readonly streetAddress: Sampler;
  };
  readonly company: { readonly name: Sampler };
}

/** What a sample value is made from. */
export interface SampleSource {
  /** 1 for the first record of a factory, 2 for the second, and so on. */
  readonly sequence: number;
  /** `null` if the application was created without one. */
  readonly faker: FakeData | null;
}

type Sample = (source: SampleSource, column: ColumnMetadata) => unknown;

/** Property names and the values that they usually hold. */
const byName: readonly (readonly [RegExp, (faker: FakeData) => string])[] = [
  [/^(first|given)_?name$/i, (faker) => faker.person.firstName()],
  [/^(last|family)_?name$/i, (faker) => faker.person.lastName()],
  [/^name$/i, (faker) => faker.person.fullName()],
  [/title|subject/i, (faker) => faker.lorem.sentence(4)],
  [/description|body|content|comment|text|summary/i, (faker) => faker.lorem.paragraph()],
  [/phone|mobile/i, (faker) => faker.phone.number()],
  [/url|website|link/i, (faker) => faker.internet.url()],
  [/city|town/i, (faker) => faker.location.city()],
  [/country/i, (faker) => faker.location.country()],
  [/street|address/i, (faker) => faker.location.streetAddress()],
  [/company|organi[sz]ation/i, (faker) => faker.company.name()],
];

const text: Sample = (source, column) => {
  const { propertyName } = column;
  if (/e?mail$/i.test(propertyName)) return `user${source.sequence}@example.com`;
  const named = byName.find(([name]) => name.test(propertyName));
  const value = source.faker && named ? named[1](source.faker) : propertyName;
  const length = Number(column.length) || 255;
  const suffix = ` ${source.sequence}`;
  return `${value.slice(0, Math.max(0, length - suffix.length))}${suffix}`.slice(-length);
};

const integer: Sample = ({ sequence }) => sequence;
const moment: Sample = ({ sequence }) => new Date(Date.UTC(2020, 0, 1) + sequence * 60_000);
const date: Sample = (source, column) =>
  (moment(source, column) as Date).toISOString().slice(0, 10);
const uuid: Sample = ({ sequence }) =>
  `00000000-0000-4000-8000-${String(sequence).padStart(12, '0')}`;

/** Column types of TypeORM, as its drivers normalize them, and a value of each. */
const byType: readonly (readonly [RegExp, Sample])[] = [
  [/^bool/i, () => false],
  [/^(tinyint|smallint|mediumint|int|integer|bigint|int\d)$/i, integer],
  [/^(decimal|numeric|real|float|double)/i, integer],
  [/^date$/i, date],
  [/^(time|time without time zone)$/i, () => '12:00:00'],
  [/^(datetime|timestamp)/i, moment],
  [/json/i, () => ({})],
  [/^uuid$/i, uuid],
  [/blob|bytea|binary/i, ({ sequence }) => Buffer.from(String(sequence))],
];

/** Returns a value that the column can hold, different for each record. */
export function sampleValue(column: ColumnMetadata, source: SampleSource): unknown {
  if (column.enum && column.enum.length > 0) return column.enum[0];
  if (column.isArray) return [];
  const type = typeNameOf(column);
  const sample = byType.find(([pattern]) => pattern.test(type))?.[1] ?? text;
  return sample(source, column);
}

function typeNameOf({ type }: ColumnMetadata): string {
  if (typeof type === 'string') return type;
  if (type === Number) return 'int';
  if (type === Boolean) return 'boolean';
  return type === Date ? 'datetime' : 'varchar';
}
