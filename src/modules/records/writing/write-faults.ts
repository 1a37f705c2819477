import { RequestError } from '../../../errors/index.js';
import {
  isForeignKeyViolation,
  isSchemaViolation,
  isUniqueViolation,
} from '../../../execution/database/translate-failure.js';
import type { CompiledField, CompiledResource } from '../../../registry/compiled-resource.js';
import type { RowLookup } from '../../../rules/rule-context.js';
import { findInvisibleReferences, hiddenValueRequired } from '../../../validation/references.js';
import { hasUniqueRule } from '../../../validation/resource-rules.js';
import type { ValidWrite } from '../../../validation/validate-write.js';
import type { LookupsTogether } from './lookups-together.js';

/**
 * Explains a database error that validation could not foresee because of a concurrent write: a
 * value that was taken, or a record that was deleted. The transaction has been rolled back.
 *
 * @returns a RequestError if the caller can correct it; otherwise the error itself
 * @contract C4.1, C9
 */
export async function explainWriteFault(
  error: unknown,
  resource: CompiledResource,
  valid: ValidWrite,
  rows: RowLookup,
): Promise<unknown> {
  if (error instanceof RequestError) return withoutHidden(error, resource);
  if (isUniqueViolation(error))
    return (
      (await findTakenFault(error, resource, valid, rows)) ??
      conflict('A record with this value already exists.', error)
    );
  if (isForeignKeyViolation(error))
    return (
      (await findReferenceFault(resource, valid, rows)) ??
      conflict('The record refers to a record that does not exist.', error)
    );
  return isSchemaViolation(error)
    ? conflict('The database does not accept these values.', error)
    : error;
}

/**
 * Returns the error of each body that a statement for several bodies failed for, in their order;
 * `null` or nothing for a body without a known fault.
 */
export async function explainFaultOfBodies(
  error: unknown,
  resource: CompiledResource,
  valid: readonly ValidWrite[],
  lookups: LookupsTogether,
): Promise<readonly (RequestError | null)[]> {
  if (isUniqueViolation(error))
    return lookups.each((rows, at) => findTakenFault(error, resource, valid[at]!, rows));
  if (isForeignKeyViolation(error))
    return lookups.each((rows, at) => findReferenceFault(resource, valid[at]!, rows));
  return [];
}

/** Returns the error for the values of a body that other records have, if there are any. */
async function findTakenFault(
  error: unknown,
  resource: CompiledResource,
  { values, names }: ValidWrite,
  rows: RowLookup,
): Promise<RequestError | null> {
  const nameOf = ({ name, column }: CompiledField) => names.get(column) ?? name;
  const taken = await findTaken(resource, values, rows);
  if (taken.length === 0) return null;
  const owned = taken.filter(hasUniqueRule);
  if (owned.length === 0)
    return conflict(`A record with this ${taken.map(nameOf).join(' and ')} already exists.`, error);
  return invalid(
    owned.map((field) => [
      nameOf(field),
      messageOf(field) ?? `The ${nameOf(field)} has already been taken.`,
    ]),
  );
}

/** Returns the error for the references of a body to no visible record, if there are any. */
async function findReferenceFault(
  resource: CompiledResource,
  { values, names }: ValidWrite,
  rows: RowLookup,
): Promise<RequestError | null> {
  const invisible = await findInvisibleReferences(resource, values, null, rows);
  if (invisible.length === 0) return null;
  return invalid(
    invisible.map(({ name, column }) => {
      const given = names.get(column) ?? name;
      return [given, `The selected ${given} is invalid.`];
    }),
  );
}

/**
 * Leaves the names of hidden fields out of an error, such as that of a hook's value.
 * @contract C5.9
 */
export function withoutHidden(
  error: RequestError,
  { fields, full }: CompiledResource,
): RequestError {
  const texts = Object.entries(error.errors ?? {});
  const seen = texts.filter(([name]) => fields.has(name) || !full.fields.has(name));
  if (seen.length === texts.length) return error;
  const { code, message, headers } = error;
  return seen.length === 0
    ? hiddenValueRequired()
    : new RequestError(code, { message, headers, errors: Object.fromEntries(seen), cause: error });
}

/**
 * Explains why a record cannot be deleted, without naming the rows that refer to it.
 * @contract C4.5
 */
export const explainDeletionFault = (error: unknown): unknown =>
  isForeignKeyViolation(error) ? conflict('Other records still refer to this one.', error) : error;

/** Explains the error of a statement for many records. */
export function explainBulkFault(error: unknown): unknown {
  if (isUniqueViolation(error))
    return conflict('A record with one of these values already exists.', error);
  if (isForeignKeyViolation(error))
    return conflict('One of the records refers to a record that does not exist.', error);
  return isSchemaViolation(error)
    ? conflict('The database does not accept these values.', error)
    : error;
}

async function findTaken(
  { fields, table, keyColumn }: CompiledResource,
  values: ValidWrite['values'],
  rows: RowLookup,
): Promise<readonly CompiledField[]> {
  const { uniques, partialUniques } = table;
  const unique = new Set([keyColumn, ...uniques.flat(), ...partialUniques.flat()]);
  const taken: CompiledField[] = [];
  for (const field of fields.values()) {
    const { name, column } = field;
    const isCandidate = values.has(column) && (unique.has(column) || hasUniqueRule(field));
    if (isCandidate && (await rows.isTaken({ own: name }, values.get(column)))) taken.push(field);
  }
  return taken;
}

const messageOf = ({ options }: CompiledField): string | undefined => options.messages?.unique;

const invalid = (faults: readonly (readonly [string, string])[]): RequestError =>
  new RequestError('validation_failed', {
    errors: Object.fromEntries(faults.map(([name, message]) => [name, [message]])),
  });

/** Returns a 409; the database's own error is only its cause. @contract C9 */
export const conflict = (message: string, cause: unknown): RequestError =>
  new RequestError('conflict', { message, cause });
