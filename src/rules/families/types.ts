import { isArray, isBoolean, isInt, isJSON, isNumber, isString } from 'class-validator';
import { exactly, inexact, type JsonSchema } from '../../base/json-schema.js';
import { none, optionalStrings } from '../entries/parameters.js';
import { defineRule, type RuleEntry } from '../entries/rule-entry.js';
import { isRecord, type ValueKind } from '../values/value-kind.js';

interface Type {
  readonly name: string;
  readonly kind: ValueKind;
  readonly description: string;
  readonly check: (value: unknown) => boolean;
  readonly schema: JsonSchema;
}

const typeRule = ({ schema, ...type }: Type): RuleEntry =>
  defineRule<null>({ ...type, stage: 'type', parameter: none, schema: () => exactly(schema) });

/** Checked first, because a parser that fails costs as much as a hundred that succeed. */
const opensJson = (value: unknown): boolean => isString(value) && /^\s*[[{]/.test(value);

/** Returns whether every item is an object without other keys. */
function haveOnly(items: readonly unknown[], keys: readonly string[]): boolean {
  const allowed = new Set(keys);
  return items.every((item) => {
    if (!isRecord(item)) return false;
    for (const key in item) if (!allowed.has(key)) return false;
    return true;
  });
}

const itemsSchema = (keys: readonly string[]): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(keys.map((key) => [key, {}])),
  additionalProperties: false,
});

/** Rules about JSON types: the string `"5"` is not a number. */
export const typeRules: readonly RuleEntry[] = [
  typeRule({
    name: 'string',
    kind: 'string',
    description: 'Is a string.',
    check: isString,
    schema: { type: 'string' },
  }),
  typeRule({
    name: 'integer',
    kind: 'number',
    description:
      'Is a whole number that JSON represents exactly: from -9007199254740991 to 9007199254740991.',
    check: (value) => isInt(value) && Number.isSafeInteger(value),
    schema: { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
  }),
  typeRule({
    name: 'numeric',
    kind: 'number',
    description: 'Is a number.',
    check: (value) => isNumber(value),
    schema: { type: 'number' },
  }),
  typeRule({
    name: 'boolean',
    kind: 'boolean',
    description: 'Is `true` or `false`.',
    check: isBoolean,
    schema: { type: 'boolean' },
  }),
  defineRule({
    name: 'array',
    stage: 'type',
    kind: 'array',
    parameter: optionalStrings,
    description: 'Is a list. With `array:a,b`, a list of objects that do not have other keys.',
    check: (value, keys) => isArray(value) && (keys === null || haveOnly(value, keys)),
    schema: (keys) => exactly({ type: 'array', ...(keys && { items: itemsSchema(keys) }) }),
  }),
  typeRule({
    name: 'list',
    kind: 'array',
    description: 'Is a list.',
    check: isArray,
    schema: { type: 'array' },
  }),
  typeRule({
    name: 'object',
    kind: 'object',
    description: 'Is an object.',
    check: isRecord,
    schema: { type: 'object' },
  }),
  defineRule<null>({
    name: 'json',
    stage: 'format',
    parameter: none,
    description:
      'Is an object, a list, or a string that contains one of them as JSON. For a JSON column, such a string is parsed.',
    check: (value) => isRecord(value) || isArray(value) || (opensJson(value) && isJSON(value)),
    schema: () => inexact({ type: ['object', 'array', 'string'] }),
  }),
];
