import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage } from 'class-validator';
import type { ClassOf } from '../../definition/types.js';
import type { RuleSource } from '../compile-field.js';
import type { RuleSpec } from '../rule-types.js';
import { isRecord } from '../value-kind.js';

type Metadata = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];
type ToRules = (constraints: readonly unknown[]) => readonly RuleSpec[];

const rule =
  (name: string): ToRules =>
  () => [name as RuleSpec];
const withNumber =
  (name: string, ...beside: string[]): ToRules =>
  ([bound]) =>
    typeof bound === 'number' ? [...beside, `${name}:${bound}`].map((text) => text as RuleSpec) : [];
const members =
  (name: 'in' | 'not_in'): ToRules =>
  ([values]) => {
    const given = Object.values(values ?? {}).filter((value) => typeof value === 'string' || typeof value === 'number');
    return given.length > 0 ? [{ name, arguments: given }] : [];
  };

/** What decorators ask, in the words of the catalogue; one that is not here is checked, and not described. */
const described: ReadonlyMap<string, ToRules> = new Map<string, ToRules>([
  ['isDefined', rule('present')],
  ['isNotEmpty', rule('required')],
  ['isString', rule('string')],
  ['isInt', rule('integer')],
  ['isNumber', rule('numeric')],
  ['isBoolean', rule('boolean')],
  ['isDate', rule('date')],
  ['isDateString', rule('string')],
  ['isIso8601', rule('string')],
  ['isArray', rule('array')],
  ['isObject', rule('object')],
  ['isJson', rule('string')],
  ['isEmail', rule('email')],
  ['isUrl', rule('string')],
  ['isUuid', rule('uuid')],
  ['isIp', rule('ip')],
  ['isMacAddress', rule('mac_address')],
  ['isTimeZone', rule('timezone')],
  ['isAlpha', rule('alpha')],
  ['isAlphanumeric', rule('alpha_num')],
  ['isAscii', rule('ascii')],
  ['isLowercase', rule('lowercase')],
  ['isUppercase', rule('uppercase')],
  ['isPositive', () => ['numeric', 'gt:0']],
  ['isNegative', () => ['numeric', 'lt:0']],
  ['isDivisibleBy', withNumber('multiple_of', 'numeric')],
  ['min', withNumber('min', 'numeric')],
  ['max', withNumber('max', 'numeric')],
  ['minLength', withNumber('min', 'string')],
  ['maxLength', withNumber('max', 'string')],
  [
    'isLength',
    ([min, max]) =>
      ['string', `min:${Number(min)}`, ...(max === undefined ? [] : [`max:${Number(max)}`])] as RuleSpec[],
  ],
  ['arrayMinSize', withNumber('min', 'array')],
  ['arrayMaxSize', withNumber('max', 'array')],
  ['arrayNotEmpty', () => ['array', 'min:1']],
  ['arrayUnique', () => ['array', 'distinct']],
  ['isIn', members('in')],
  ['isEnum', members('in')],
  ['isNotIn', members('not_in')],
  ['equals', ([value]) => members('in')([[value]])],
]);

/**
 * What class-validator's decorators on a payload class ask, as rules of the catalogue: for its schema and for the
 * descriptors of actions. The check itself is `rulesOfClass`.
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
  for (const metadata of getMetadataStorage().getTargetValidationMetadatas(target, '', false, false))
    byProperty.set(metadata.propertyName, [...(byProperty.get(metadata.propertyName) ?? []), metadata]);
  for (const [property, metadata] of byProperty)
    yield* propertySources(target, property, above + property, metadata, new Set([...seen, target]));
}

function* propertySources(
  target: ClassOf,
  property: string,
  path: string,
  metadata: readonly Metadata[],
  seen: ReadonlySet<ClassOf>,
): Iterable<readonly [string, RuleSource]> {
  const nested = metadata.some(({ type }) => type === 'nestedValidation') ? nestedClass(target, property) : undefined;
  const holdsList = (nested?.isList ?? false) || metadata.some(({ each }) => each);
  const rules = metadata.filter(({ each }) => !each).flatMap(rulesOf);
  const items = metadata.filter(({ each }) => each).flatMap(rulesOf);
  yield [path, { rules: unique([...presenceOf(metadata), ...(holdsList ? ['array' as const] : []), ...rules]) }];
  if (items.length > 0) yield [`${path}.*`, { rules: unique(items) }];
  if (nested) yield* sourcesOf(nested.of, `${path}.${nested.isList ? '*.' : ''}`, seen);
}

/** Without `@IsOptional()` a decorator refuses what is absent. */
const presenceOf = (metadata: readonly Metadata[]): readonly RuleSpec[] =>
  metadata.some(({ type }) => type === 'conditionalValidation') ? ['nullable'] : ['present'];

const rulesOf = ({ name, constraints }: Metadata): readonly RuleSpec[] =>
  described.get(name ?? '')?.(constraints ?? []) ?? [];

const unique = (rules: readonly RuleSpec[]): readonly RuleSpec[] => [...new Set(rules)];

/** The class of nested values, as class-transformer's `@Type` says: it is asked to make one. */
function nestedClass(
  target: ClassOf,
  property: string,
): { readonly of: ClassOf; readonly isList: boolean } | undefined {
  const probe = (value: unknown): unknown =>
    (plainToInstance(target as new () => object, { [property]: value }) as Record<string, unknown>)[property];
  const made = probe({});
  if (!isRecord(made) || made.constructor === Object) return undefined;
  const isList = Reflect.getMetadata('design:type', target.prototype as object, property) === Array;
  return { of: made.constructor as ClassOf, isList };
}
