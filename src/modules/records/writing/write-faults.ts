import { Inject, Injectable } from '@nestjs/common';
import { RequestError } from '../../../base/errors/index.js';
import { DATABASE, type Database } from '../../../database/connection/database.js';
import { refusalMessage, type RefusalKind } from '../../../database/failures/refusal.js';
import { refusalOf } from '../../../database/failures/translate-failure.js';
import { ConstraintColumns } from '../../../database/schema/constraint-columns.js';
import { StoredSchema } from '../../../database/schema/stored-schema.js';
import type {
  CompiledColumn,
  CompiledField,
  CompiledResource,
  CompiledTable,
} from '../../../registry/resources/compiled-resource.js';
import { RefusedRows } from '../../../database/write/refused-rows.js';
import type { RowLookup } from '../../../rules/entries/rule-context.js';
import {
  findInvisibleReferences,
  hiddenValueRequired,
} from '../../../pipeline/validation/references.js';
import type { ElementErrors } from '../authorizing/element-errors.js';
import { hasUniqueRule } from '../../../pipeline/validation/resource-rules.js';
import type { ValidWrite } from '../../../pipeline/validation/validate-write.js';
import type { RowLookups } from '../lookups/row-lookups.js';

/** A refused statement. */
export interface RefusedStatement {
  readonly table: CompiledTable;
  /** As the caller sees it; `null` if its fields are not to be named. */
  readonly resource: CompiledResource | null;
  /** The values of each record; none for a deletion. */
  readonly written: readonly ValidWrite['values'][];
  /** For how many records it was. */
  readonly records: number;
}

/** A refusal, and the columns that it is about; `null` if they are those of another table. */
export interface RefusedColumns {
  readonly kind: RefusalKind;
  readonly columns: readonly CompiledColumn[] | null;
}

/**
 * Explains why the database has refused a change: a value that was taken meanwhile, a record that
 * was deleted, a constraint or a trigger that the definitions do not know. The transaction has been
 * rolled back. What the caller can correct is a 422 under its field, everything else a 409.
 *
 * @contract C4.1, C4.5, C9
 */
@Injectable()
export class WriteFaults {
  private readonly constraints: ConstraintColumns;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    schema: StoredSchema,
  ) {
    this.constraints = new ConstraintColumns(database, schema);
  }

  /** Returns the error for bodies that were not written; errors of other causes as they are. */
  async ofBodies(
    error: unknown,
    resource: CompiledResource,
    valid: readonly ValidWrite[],
    lookups: RowLookups,
    errors: ElementErrors,
  ): Promise<unknown> {
    const written = valid.map(({ values }) => values);
    const statement = { table: resource.table, resource, written, records: valid.length };
    const found = await this.find(error, statement);
    if (!found) return error instanceof RequestError ? withoutHidden(error, resource) : error;
    const isComposite = found.kind === 'unique' && (found.columns?.length ?? 0) > 1;
    const [only] = valid;
    if (valid.length === 1 || !isComposite) {
      const faults = await lookups.each((rows, at) =>
        ownFault(found, error, resource, valid[at]!, rows),
      );
      const joined = errors.join(faults);
      if (joined) return joined;
    }
    if (valid.length > 1) return this.ofRows(error, statement, errors, valid);
    return errors.of(
      refusedFields(found, resource, only!) ?? conflictOf(found, statement, error),
      0,
    );
  }

  /**
   * Returns the error for a statement for several records, under the place of the one that the
   * database refuses by itself; errors of other causes as they are.
   *
   * @param valid the bodies, if the records have some
   */
  async ofRows(
    error: unknown,
    statement: RefusedStatement,
    errors: ElementErrors,
    valid?: readonly ValidWrite[],
  ): Promise<unknown> {
    const at = error instanceof RefusedRows ? await error.find(this.database) : null;
    if (at === null) return this.ofStatement(error, statement);
    const { resource, written } = statement;
    const one = { ...statement, written: written.slice(at, at + 1), records: 1 };
    const found = (await this.find(error, one))!;
    const body = valid?.[at];
    const refused = body && resource ? refusedFields(found, resource, body) : null;
    return errors.of(refused ?? conflictOf(found, one, error), at);
  }

  /** Returns the 409 for a statement that no body explains; errors of other causes as they are. */
  async ofStatement(error: unknown, statement: RefusedStatement): Promise<unknown> {
    const refusal = refusalOf(error);
    if (!refusal) return error;
    const { kind } = refusal;
    // An action's transaction is still open: PostgreSQL would refuse to look up a constraint in it.
    const found = kind === 'value' ? { kind, columns: [] } : await this.find(error, statement);
    return conflictOf(found!, statement, error);
  }

  /** Returns the 409 for work on several tables; errors of other causes as they are. */
  ofWork(error: unknown): unknown {
    const refusal = refusalOf(error);
    return refusal ? conflict(refusalMessage(refusal.kind, 2), error) : error;
  }

  /**
   * Returns why and where the database has refused a statement; `null` if it has not. Of a
   * reference, the engine may not report which end is missing.
   */
  async find(
    error: unknown,
    { table, written }: Pick<RefusedStatement, 'table' | 'written'>,
  ): Promise<RefusedColumns | null> {
    const refusal = refusalOf(error);
    if (!refusal) return null;
    const columns = await this.constraints.of(refusal, table);
    if (refusal.kind !== 'foreignKey') return { kind: refusal.kind, columns };
    if (columns === null || written.length === 0) return { kind: 'referenced', columns };
    const broken = columns.length > 0 ? columns : await this.constraints.unmatched(table, written);
    return { kind: broken.length > 0 ? 'missing' : 'referenced', columns: broken };
  }
}

/** Returns the 409 for a statement whose values are not those of a body. */
function conflictOf(
  { kind, columns }: RefusedColumns,
  { resource, records }: RefusedStatement,
  error: unknown,
): RequestError {
  return kind === 'unique' && resource && columns && columns.length > 1
    ? taken(namesOf(resource, columns), error)
    : conflict(refusalMessage(kind, records), error);
}

/** Returns the error for the values of a body that are taken, or that refer to no visible record. */
function ownFault(
  { kind, columns }: RefusedColumns,
  error: unknown,
  resource: CompiledResource,
  valid: ValidWrite,
  rows: RowLookup,
): Promise<RequestError | null> {
  switch (kind) {
    case 'unique':
      return findTakenFault(error, resource, valid, rows, columns ?? []);
    case 'missing':
      return findReferenceFault(resource, valid, rows);
    default:
      return Promise.resolve(null);
  }
}

/** Returns the 422 for values that a constraint names, and that the caller has sent. */
function refusedFields(
  { kind, columns }: RefusedColumns,
  resource: CompiledResource,
  { values, names }: ValidWrite,
): RequestError | null {
  const isOwn = kind === 'value' || kind === 'missing';
  const named = [...resource.fields.values()].filter(
    ({ column }) => values.has(column) && columns?.includes(column),
  );
  if (!isOwn || named.length === 0) return null;
  return invalid(
    named.map((field) => {
      const name = names.get(field.name) ?? field.name;
      const text =
        kind !== 'value'
          ? `The selected ${name} is invalid.`
          : 'The database does not accept this value.';
      return [name, text];
    }),
  );
}

const namesOf = (
  { fields }: CompiledResource,
  columns: readonly CompiledColumn[],
): readonly string[] =>
  [...fields.values()].filter(({ column }) => columns.includes(column)).map(({ name }) => name);

const taken = (names: readonly string[], error: unknown): RequestError =>
  conflict(
    names.length > 0
      ? `A record with this ${names.join(' and ')} already exists.`
      : 'A record with this value already exists.',
    error,
  );

/**
 * Returns the error for the values of a body that other records have, if there are any.
 *
 * @param columns those of the unique index, if they are known
 */
async function findTakenFault(
  error: unknown,
  resource: CompiledResource,
  { values, names }: ValidWrite,
  rows: RowLookup,
  columns: readonly CompiledColumn[],
): Promise<RequestError | null> {
  const sentName = ({ name }: CompiledField) => names.get(name) ?? name;
  const index = [...resource.fields.values()].filter(({ column }) => columns.includes(column));
  const found = columns.length > 1 ? index : await findTaken(resource, values, rows);
  if (found.length === 0) return null;
  const owned = found.filter(hasUniqueRule);
  if (owned.length === 0) return taken(found.map(sentName), error);
  return invalid(
    owned.map((field) => [
      sentName(field),
      messageOf(field) ?? `The ${sentName(field)} has already been taken.`,
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
    invisible.map(({ name }) => {
      const given = names.get(name) ?? name;
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

async function findTaken(
  { fields, table, keyColumn }: CompiledResource,
  values: ValidWrite['values'],
  rows: RowLookup,
): Promise<readonly CompiledField[]> {
  const { uniques, partialUniques } = table;
  const unique = new Set([keyColumn, ...uniques.flat(), ...partialUniques.flat()]);
  const found: CompiledField[] = [];
  for (const field of fields.values()) {
    const { name, column } = field;
    const isCandidate = values.has(column) && (unique.has(column) || hasUniqueRule(field));
    if (isCandidate && (await rows.isTaken({ own: name }, values.get(column)))) found.push(field);
  }
  return found;
}

const messageOf = ({ options }: CompiledField): string | undefined => options.messages?.unique;

const invalid = (faults: readonly (readonly [string, string])[]): RequestError =>
  new RequestError('validation_failed', {
    errors: Object.fromEntries(faults.map(([name, message]) => [name, [message]])),
  });

/** Returns a 409; the database's own error is only its cause. @contract C9 */
export const conflict = (message: string, cause: unknown): RequestError =>
  new RequestError('conflict', { message, cause });
