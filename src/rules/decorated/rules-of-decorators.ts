import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage } from 'class-validator';
import type { ClassOf } from '../../base/types/compile-time.js';
import type { RuleSource } from '../compile/compile-field.js';
import type { RuleSpec } from '../entries/rule-types.js';
import { isRecord } from '../values/value-kind.js';
import { decoratorMessage } from './decorator-message.js';

type Metadata = ReturnType<
  ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']
>[number];
type ToRules = (constraints: readonly unknown[]) => readonly RuleSpec[] | null;

const rule =
  (name: string): ToRules =>
  () => [name as RuleSpec];
const withNumber =
  (name: string, ...others: string[]): ToRules =>
  ([bound]) =>
    isPlain(bound) ? [...others, `${name}:${bound}`].map((message) => message as RuleSpec) : null;
const members =
  (name: 'in' | 'not_in'): ToRules =>
  ([values]) => {
    const given = Object.values(values ?? {});
    const isExpressible =
      given.length > 0 &&
      given.every((value) => typeof value === 'string' || typeof value === 'number');
    return isExpressible ? [{ name, arguments: given }] : null;
  };
/** Other languages have other letters. */
const inEnglish =
  (name: string): ToRules =>
  ([locale]) =>
    locale === undefined || String(locale).startsWith('en-') ? [name as RuleSpec] : null;

/** Returns whether it is a number that is written without an exponent, as rules require. */
const isPlain = (bound: unknown): bound is number =>
  typeof bound === 'number' && /^-?\d+(\.\d+)?$/.test(String(bound));

/**
 * Decorators that rules of the catalogue express exactly; `null` if their arguments cannot be
 * expressed.
 */
const described: ReadonlyMap<string, ToRules> = new Map<string, ToRules>([
  ['isNotEmpty', () => [{ name: 'not_in', arguments: [''] }]],
  ['isString', rule('string')],
  ['isInt', rule('integer')],
  ['isNumber', rule('numeric')],
  ['isBoolean', rule('boolean')],
  ['isArray', rule('array')],
  ['isObject', rule('object')],
  ['isAlpha', inEnglish('alpha')],
  ['isAlphanumeric', inEnglish('alpha_num')],
  ['isAscii', rule('ascii')],
  ['isPositive', () => ['numeric', 'gt:0']],
  ['isNegative', () => ['numeric', 'lt:0']],
  ['min', withNumber('min', 'numeric')],
  ['max', withNumber('max', 'numeric')],
  ['minLength', withNumber('min', 'string')],
  ['maxLength', withNumber('max', 'string')],
  [
    'isLength',
    ([min, max]) =>
      [
        'string',
        `min:${Number(min)}`,
        ...(max === undefined ? [] : [`max:${Number(max)}`]),
      ] as RuleSpec[],
  ],
  ['arrayMinSize', withNumber('min', 'array')],
  ['arrayMaxSize', withNumber('max', 'array')],
  ['arrayNotEmpty', () => ['array', 'min:1']],
  ['isIn', members('in')],
  ['isEnum', members('in')],
  ['isNotIn', members('not_in')],
  ['equals', ([value]) => members('in')([[value]])],
]);

/**
 * Decorators that rules of the catalogue express partly; the decorator's message describes the
 * rest.
 */
const hinted: ReadonlyMap<string, ToRules> = new Map<string, ToRules>([
  ['isDate', rule('date')],
  ['isDateString', rule('string')],
  ['isIso8601', rule('string')],
  ['isJson', rule('string')],
  ['isEmail', rule('email')],
  ['isUrl', rule('string')],
  ['isUuid', rule('string')],
  ['isIp', rule('ip')],
  ['isMacAddress', rule('string')],
  ['isTimeZone', rule('timezone')],
  ['isLowercase', rule('lowercase')],
  ['isUppercase', rule('uppercase')],
  ['isDivisibleBy', withNumber('multiple_of', 'numeric')],
  ['arrayUnique', rule('array')],
]);

/**
 * Returns the class-validator decorators of a class as rules of the catalogue, or as the
 * decorators' messages if no rule expresses them. Only for schemas; `rulesOfClass` checks values.
 */
export function rulesOfDecorators(target: ClassOf): Readonly<Record<string, RuleSource>> {
  return Object.fromEntries(sourcesOf(target, '', new Set()));
}

function* sourcesOf(
  target: ClassOf,
  above: string,
  seen: ReadonlySet<ClassOf>,
): Iterable<readonly [string, RuleSource]> {
  if (seen.has(target)) return;
  const byProperty = new Map<string, Metadata[]>();
  for (const metadata of getMetadataStorage().getTargetValidationMetadatas(
    target,
    '',
    false,
    false,
  ))
    byProperty.set(metadata.propertyName, [
      ...(byProperty.get(metadata.propertyName) ?? []),
      metadata,
    ]);
  for (const [property, metadata] of byProperty)
    yield* propertySources(
      target,
      property,
      above + property,
      metadata,
      new Set([...seen, target]),
    );
}

function* propertySources(
  target: ClassOf,
  property: string,
  path: string,
  metadata: readonly Metadata[],
  seen: ReadonlySet<ClassOf>,
): Iterable<readonly [string, RuleSource]> {
  const nested = metadata.some(({ type }) => type === 'nestedValidation')
    ? nestedClass(target, property)
    : undefined;
  const holdsList = (nested?.isList ?? false) || metadata.some(({ each }) => each);
  const rules = metadata.filter(({ each }) => !each).flatMap(rulesOf);
  const items = metadata.filter(({ each }) => each).flatMap(rulesOf);
  const uncovered = metadata
    .filter((one) => !isDescribed(one))
    .flatMap((one) => decoratorMessage(one, target));
  const all = [...presenceOf(metadata), ...(holdsList ? ['array' as const] : []), ...rules];
  yield [path, { rules: unique(all), uncovered }];
  if (items.length > 0) yield [`${path}.*`, { rules: unique(items), uncovered: [] }];
  if (nested) yield* sourcesOf(nested.of, `${path}.${nested.isList ? '*.' : ''}`, seen);
}

/** Without `@IsOptional()`, decorators refuse an absent value. */
const presenceOf = (metadata: readonly Metadata[]): readonly RuleSpec[] =>
  metadata.some(({ type }) => type === 'conditionalValidation') ? ['nullable'] : ['present'];

const rulesOf = ({ name = '', constraints }: Metadata): readonly RuleSpec[] =>
  (described.get(name) ?? hinted.get(name))?.(constraints ?? []) ?? [];

const isDescribed = ({ name = '', constraints }: Metadata): boolean =>
  Boolean(described.get(name)?.(constraints ?? []));

const unique = (rules: readonly RuleSpec[]): readonly RuleSpec[] => [...new Set(rules)];

/** Returns the class of nested values, as class-transformer's `@Type` sets it; an instance reveals it. */
function nestedClass(
  target: ClassOf,
  property: string,
): { readonly of: ClassOf; readonly isList: boolean } | undefined {
  const probe = (value: unknown): unknown =>
    (plainToInstance(target as new () => object, { [property]: value }) as Record<string, unknown>)[
      property
    ];
  const instance = probe({});
  if (!isRecord(instance) || instance.constructor === Object) return undefined;
  const isList = Reflect.getMetadata('design:type', target.prototype as object, property) === Array;
  return { of: instance.constructor as ClassOf, isList };
}
