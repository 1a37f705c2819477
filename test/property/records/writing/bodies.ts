import fc from 'fast-check';

/** A value of a body. */
export interface Sent {
  readonly value: unknown;
  /** The returned value if it is accepted; absent if that is unknown. */
  readonly returned?: unknown;
}

/** Acceptable values for each field of a resource. */
export type Fields = Readonly<Record<string, fc.Arbitrary<Sent>>>;

const same = (values: fc.Arbitrary<unknown>): fc.Arbitrary<Sent> =>
  values.map((value) => ({ value, returned: value }));
const orNull = (values: fc.Arbitrary<Sent>): fc.Arbitrary<Sent> =>
  fc.oneof({ weight: 4, arbitrary: values }, fc.constant({ value: null, returned: null }));

/** Any characters but NUL, with one that no rule treats as blank. */
const text = (maxLength: number) =>
  fc
    .string({ unit: 'binary', maxLength: maxLength - 1 })
    .map((characters) => `x${characters.replaceAll('\0', '')}`);

const instant = fc
  .date({
    min: new Date('1000-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  })
  .map((date) => date.toISOString());

const hundredths = fc.integer({ min: -99_999_999, max: 99_999_999 });
const decimal = hundredths.map((count) => {
  const text = (count / 100).toFixed(2);
  return { value: text, returned: text };
});

/** JSON strings as databases store them: no NUL, no half characters. */
const json = fc
  .jsonValue({ maxDepth: 4, noUnicodeString: false })
  .filter((value) => !JSON.stringify(value).includes('\\u0000'));
const storableJson = json
  .map((value) => JSON.parse(JSON.stringify(value)) as unknown)
  .filter((value) => value !== null);

/** The fields of the depot's pieces, which have no rules: only their columns decide. */
export const pieceFields: Fields = {
  title: same(text(10)),
  amount: orNull(same(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }))),
  shade: orNull(same(fc.integer({ min: -(2 ** 15), max: 2 ** 15 - 1 }))),
  serial: orNull(same(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String))),
  weight: orNull(decimal),
  price: orNull(
    hundredths.map((count) => ({ value: (count / 100).toFixed(2), returned: count / 100 })),
  ),
  height: orNull(
    same(
      fc
        .double({ noNaN: true, noDefaultInfinity: true })
        .map((number) => (number === 0 ? 0 : number)),
    ),
  ),
  on_display: orNull(same(fc.boolean())),
  acquired_on: orNull(same(instant.map((moment) => moment.slice(0, 10)))),
  shown_at: orNull(same(instant)),
  notes: orNull(same(storableJson)),
  materials: orNull(same(fc.array(text(20).map((item) => item.replaceAll(',', ''))))),
  scan: orNull(
    same(fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString('base64'))),
  ),
  story: orNull(same(text(2000))),
  finish: orNull(same(fc.constantFrom('raw', 'oiled'))),
  batch: orNull(same(fc.uuid())),
};

export const postFields: Fields = {
  title: same(text(100)),
  description: orNull(same(text(500))),
  status: same(fc.constantFrom('draft', 'published', 'archived')),
  published_at: orNull(same(instant)),
  user_id: same(fc.constantFrom('1', '2', '3', '200')),
};

export const companyFields: Fields = {
  name: same(fc.tuple(text(60), fc.uuid()).map((parts) => parts.join(' '))),
  country: orNull(same(fc.constantFrom('DE', 'FR', 'JP', 'BR'))),
};

export const userFields: Fields = {
  name: same(text(60)),
  email: fc.uuid().map((local) => ({
    value: `${local.toUpperCase()}@Example.com`,
    returned: `${local}@example.com`,
  })),
  age: orNull(same(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }))),
  preferences: orNull(same(fc.dictionary(text(10), storableJson, { maxKeys: 4 }))),
};

const anything: fc.Arbitrary<Sent> = fc
  .oneof(
    fc.jsonValue({ maxDepth: 3, noUnicodeString: false }),
    fc.constantFrom(
      '',
      ' ',
      '0',
      '-1',
      '1e3',
      'NaN',
      '2024-02-30',
      2 ** 31,
      2 ** 53,
      1e308,
      '\0',
      '\ud800',
      [[]],
      {},
    ),
  )
  .map((value) => ({ value }));

const names = fc.constantFrom(
  'id',
  'type',
  'created_at',
  'nothing',
  'constructor',
  'toString',
  'then',
  'meta',
);

/**
 * A body, by its fields: most of it is accepted. With `needed` it contains at least those fields.
 */
export const bodies = (
  fields: Fields,
  needed: readonly string[] = [],
): fc.Arbitrary<Readonly<Record<string, Sent>>> => {
  const sent = Object.entries(fields).map(([name, values]) => {
    const one = fc.oneof({ weight: 12, arbitrary: values }, { weight: 1, arbitrary: anything });
    return (needed.includes(name) ? one : fc.option(one, { nil: undefined })).map(
      (value) => [name, value] as const,
    );
  });
  return fc
    .tuple(fc.tuple(...sent), fc.dictionary(names, anything, { maxKeys: 2 }))
    .map(([own, others]) => {
      const given = own.flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value] as const],
      );
      return { ...others, ...Object.fromEntries(given) };
    });
};
