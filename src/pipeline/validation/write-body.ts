import { parse } from 'secure-json-parse';
import { parseObjectBody } from '../request/parse-object-body.js';
import type {
  CompiledColumn,
  CompiledField,
  CompiledInput,
  CompiledResource,
} from '../../registry/resources/compiled-resource.js';
import { oncePer } from '../../base/once-per.js';
import { isDeeperThan } from '../../base/is-deeper-than.js';
import { parseRule } from '../../rules/entries/parse-rule.js';
import type { RuleSpec } from '../../rules/entries/rule-types.js';
import type { UploadedFile } from '../../rules/values/uploaded-file.js';

/** The body of a write: JSON, or the strings and files of a form. */
export type WriteBody =
  | { readonly form: false; readonly members: Readonly<Record<string, unknown>> }
  | {
      readonly form: true;
      readonly texts: ReadonlyMap<string, string>;
      readonly files: ReadonlyMap<string, UploadedFile>;
    };

/** @throws RequestError `malformed_request` when the body is not an object */
export const jsonBody = (body: unknown): WriteBody => ({
  form: false,
  members: parseObjectBody(body),
});

/** A value in the body, and its name there. */
export interface GivenValue {
  readonly name: string;
  readonly value: unknown;
  /** Why it cannot be read: the end of a sentence. */
  readonly fault?: string;
}

/**
 * Returns a column's value: a JSON value unchanged, or a form's string converted by the column's
 * type. @contract C4.1
 */
function findGiven(
  body: WriteBody,
  name: string,
  column: CompiledColumn | null,
  jsonDepth: number,
): GivenValue | undefined {
  if (!body.form)
    return Object.hasOwn(body.members, name) ? { name, value: body.members[name] } : undefined;
  const file = body.files.get(name);
  if (file) return { name, value: file };
  const written = body.texts.get(name);
  if (written === undefined) return undefined;
  const isJson = column?.type === 'json' && (written !== '' || !column.nullable);
  return isJson
    ? { name, ...readJson(written, jsonDepth) }
    : { name, value: column ? readFormValue(written, column) : written };
}

/**
 * Returns the values that a body contains for an input, or for a field: under the field's name, or
 * under the name of the to-one relation whose key it holds.
 *
 * @param relationNames the to-one relations that the user may use
 * @param jsonDepth levels that a JSON body may nest, the body itself the first
 */
export function givenTo(
  member: CompiledField | CompiledInput,
  body: WriteBody,
  resource: CompiledResource,
  relationNames: ReadonlySet<string>,
  jsonDepth: number,
): readonly GivenValue[] {
  const column = 'column' in member ? member.column : null;
  // An empty part of a form means that no file was chosen.
  const isImage = 'image' in member.options && member.options.image;
  if (body.form && isImage && body.texts.get(member.name) === '') return [];
  const given: GivenValue[] = [];
  const own = findGiven(body, member.name, column, jsonDepth);
  if (own) given.push(own);
  for (const name of column ? relationsBy(column, resource) : []) {
    const named = relationNames.has(name) && findGiven(body, name, column, jsonDepth);
    if (named) given.push(named);
  }
  return column?.type === 'json' && member.options.rules?.some(isJsonRule)
    ? given.map((each) => withParsedJson(each, jsonDepth))
    : given;
}

/** Whether a body contains a member, declared or not. */
export const isNamed = (body: WriteBody, name: string): boolean =>
  body.form ? body.texts.has(name) || body.files.has(name) : Object.hasOwn(body.members, name);

/** Returns a member of a body as it was sent, also if it is not declared. */
export function sentAs(body: WriteBody, name: string): unknown {
  if (body.form) return body.texts.get(name);
  return Object.hasOwn(body.members, name) ? body.members[name] : undefined;
}

/**
 * Returns the parts of a form whose names other frameworks use for lists and objects, and the member
 * that each of them means: `avatar[]` and `preferences[theme]`.
 */
export const bracketedParts = (
  body: WriteBody,
  members: ReadonlySet<string>,
): readonly (readonly [part: string, member: string])[] =>
  !body.form
    ? []
    : [...body.texts.keys(), ...body.files.keys()].flatMap((part) => {
        const member = part.slice(0, part.indexOf('['));
        return part.endsWith(']') && members.has(member) && !members.has(part)
          ? [[part, member] as const]
          : [];
      });

/**
 * Returns the value that repeats a field or an input. It is read like the field, but not written.
 */
export const confirmationGiven = (
  member: CompiledField | CompiledInput,
  name: string,
  body: WriteBody,
  jsonDepth: number,
): GivenValue | undefined =>
  findGiven(body, name, 'column' in member ? member.column : null, jsonDepth);

const isJsonRule = (rule: RuleSpec): boolean => parseRule(rule).name === 'json';

/**
 * Parses a string that the rule `json` accepts for a JSON column. Otherwise the response would
 * contain it as a string.
 */
function withParsedJson(given: GivenValue, jsonDepth: number): GivenValue {
  const { name, value } = given;
  return typeof value === 'string' && /^\s*[[{]/.test(value)
    ? { name, ...readJson(value, jsonDepth) }
    : given;
}

/**
 * Returns the to-one relations whose key is the column. A field of the same name takes precedence.
 */
export const relationsBy = (
  column: CompiledColumn,
  resource: CompiledResource,
): readonly string[] => relationsByColumn(resource).get(column) ?? [];

const relationsByColumn = oncePer(({ relations, fields }: CompiledResource) => {
  const names = new Map<CompiledColumn, string[]>();
  for (const relation of relations.values()) {
    if (relation.form !== 'relation' || fields.has(relation.key)) continue;
    const { join } = relation;
    if (join.keyOn === 'parent')
      names.set(join.column, [...(names.get(join.column) ?? []), relation.key]);
  }
  return names;
});

/**
 * Converts a form's string by the column's type. A number must have JSON's form, so `033` is not
 * converted. Strings of another type stay unchanged, for validation to reject.
 */
function readFormValue(written: string, { type, nullable, holdsKey }: CompiledColumn): unknown {
  if (written === '' && nullable) return null;
  if (holdsKey) return written;
  switch (type) {
    case 'integer':
      return /^-?(0|[1-9]\d{0,14})$/.test(written) ? Number(written) : written;
    case 'float':
      return /^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i.test(written) ? Number(written) : written;
    case 'boolean':
      return booleans.get(written) ?? written;
    default:
      return written;
  }
}

const booleans = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/**
 * Parses JSON with the limits of a JSON body, whose first level is the body itself. A plain string
 * is a fault, not a JSON value.
 *
 * @contract C12
 */
function readJson(written: string, jsonDepth: number): Omit<GivenValue, 'name'> {
  try {
    const value = parse(written, { protoAction: 'error', constructorAction: 'ignore' }) as unknown;
    if (!isDeeperThan(jsonDepth - 1, value)) return { value };
    return { value: written, fault: `must not be nested deeper than ${jsonDepth - 1} levels.` };
  } catch {
    return { value: written, fault: 'must be valid JSON.' };
  }
}
