import type { Schema } from '../document/open-api.js';

/** The keywords of schemas that can be sampled. A schema with other keywords has no sample. */
interface SampledSchema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  /** Further patterns of a string. */
  readonly allOf?: readonly SampledSchema[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly format?: string;
  readonly pattern?: string;
}

const sampled = new Set([
  ...[
    'title',
    'description',
    'type',
    'const',
    'enum',
    'anyOf',
    'allOf',
    'required',
    'properties',
    'additionalProperties',
  ],
  ...[
    'items',
    'minItems',
    'maxItems',
    'minimum',
    'maximum',
    'minLength',
    'maxLength',
    'format',
    'pattern',
  ],
]);

const byFormat: Readonly<Record<string, string>> = {
  'date-time': '2030-01-31T12:00:00.000Z',
  date: '2030-01-31',
  email: 'ann@example.com',
  uri: 'https://example.com',
  uuid: '00000000-0000-4000-8000-000000000001',
};

const strings = ['text', '1', byFormat.uuid!];

/** Returns a value that is valid for the schema; `undefined` if none is easy to find. */
export function sampleOf(schema: Schema): unknown {
  const schemaParts = schema as SampledSchema;
  if (!Object.keys(schema).every((keyword) => sampled.has(keyword))) return undefined;
  if (!(schemaParts.allOf ?? []).every(hasOnlyPattern)) return undefined;
  if ('const' in schemaParts) return schemaParts.const;
  if (schemaParts.enum) return schemaParts.enum[0];
  if (schemaParts.anyOf)
    return 'type' in schemaParts
      ? undefined
      : schemaParts.anyOf.map(sampleOf).find((sample) => sample !== undefined);
  const type = [schemaParts.type ?? 'object'].flat()[0]!;
  return samplers[type]?.(schemaParts);
}

const hasOnlyPattern = (schema: SampledSchema): boolean =>
  Object.keys(schema).every((keyword) => keyword === 'pattern');

type Sampler = (schemaParts: SampledSchema) => unknown;

const sampleString: Sampler = ({
  format,
  pattern,
  minLength = 0,
  maxLength = Infinity,
  allOf = [],
}) => {
  const candidates =
    format === undefined ? strings : [byFormat[format]].filter((each) => each !== undefined);
  const patterns = [pattern, ...allOf.map((part) => part.pattern)]
    .filter((each) => each !== undefined)
    .map((each) => new RegExp(each, 'u'));
  return candidates
    .map((each) =>
      format === undefined && patterns.length === 0
        ? each.padEnd(minLength, 't').slice(0, maxLength)
        : each,
    )
    .find(
      (each) =>
        each.length >= minLength &&
        each.length <= maxLength &&
        patterns.every((one) => one.test(each)),
    );
};

const sampleNumber: Sampler = ({ minimum, maximum = Infinity }) => {
  const min = Math.ceil(minimum ?? Math.min(1, Math.floor(maximum)));
  return min <= maximum ? min : minimum;
};

const sampleList: Sampler = ({ items = {}, minItems = 0 }) => {
  const sample = sampleOf(items);
  if (sample === undefined) return minItems === 0 ? [] : undefined;
  return Array.from({ length: Math.max(1, minItems) }, () => sample);
};

const sampleObject: Sampler = ({ properties = {}, required = [] }) => {
  const samples = Object.entries(properties).map(
    ([name, schema]) => [name, sampleOf(schema)] as const,
  );
  const known = samples.filter(([, sample]) => sample !== undefined);
  const isWhole = required.every((each) => known.some(([name]) => name === each));
  return isWhole ? Object.fromEntries(known) : undefined;
};

const samplers: Readonly<Record<string, Sampler>> = {
  string: sampleString,
  integer: sampleNumber,
  number: sampleNumber,
  boolean: () => true,
  array: sampleList,
  object: sampleObject,
  null: () => null,
};
