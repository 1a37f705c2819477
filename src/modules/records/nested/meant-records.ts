import type { RequestContext } from '../../../authorization/request-context.js';
import type { Connection } from '../../../execution/database/database.js';
import type { WritableRelation } from '../../../registry/writable-relations.js';
import type { FieldErrors } from '../../../validation/field-errors.js';
import { keyIn } from '../writing/column-values.js';
import type { GivenChild } from './children-reader.js';
import type { OwnedChildren } from './owned-children.js';

/** The related records that bodies contain for one relation. */
export interface GivenChildren {
  readonly relation: WritableRelation;
  /** The context of the related resource. */
  readonly context: RequestContext;
  readonly owned: OwnedChildren;
  readonly children: readonly GivenChild[];
  /** The stored records of the parents; `null` for new ones. */
  readonly records: readonly (object | null)[];
  /** The paths where a body contains `null`, by the index of the parent. */
  readonly absent: ReadonlyMap<number, string>;
}

/** A stored record, or `null` for a new one; `undefined` if the key is not that of a record. */
export type MeantRecord = object | null | undefined;

/**
 * Finds the stored record that each related record of a body means, with one statement. In a list
 * the `id` decides; a to-one relation means the only related record, if there is one.
 *
 * @param errors receives the faults
 * @contract C4.7
 */
export async function findMeant(
  connection: Connection,
  given: GivenChildren,
  errors: FieldErrors,
): Promise<readonly MeantRecord[]> {
  const { relation, children } = given;
  const meant = relation.many
    ? await findListed(connection, given)
    : await findOnly(connection, given, errors);
  for (const [at, { path }] of children.entries())
    if (meant[at] === undefined) errors.add(`${path}.id`, 'The selected id is invalid.');
  return meant;
}

async function findListed(
  connection: Connection,
  { owned, children, records }: GivenChildren,
): Promise<readonly MeantRecord[]> {
  const keys = children.flatMap(({ key, parent }) => (records[parent] ? (key ?? []) : []));
  const found = keys.length > 0 ? await owned.listed(connection, keys) : new Map<string, object>();
  return children.map(({ key, parent }) => {
    if (key === undefined) return null;
    const [record, owner] = [found.get(String(key)), records[parent]];
    return record && owner && owned.belongs(record, owner) ? record : undefined;
  });
}

async function findOnly(
  connection: Connection,
  { context, owned, children, records, absent }: GivenChildren,
  errors: FieldErrors,
): Promise<readonly MeantRecord[]> {
  const { resource } = context;
  const concerned = [...children.map(({ parent }) => parent), ...absent.keys()];
  const parents = concerned.flatMap((index) => records[index] ?? []);
  const found = parents.length > 0 ? await owned.single(connection, parents) : [];
  const byParent = new Map(parents.map((parent, at) => [parent, found[at]]));
  const currentOf = (index: number) => byParent.get(records[index]!) ?? null;
  for (const [index, path] of absent)
    if (currentOf(index))
      errors.add(path, `The record is not removed here. Delete it in "${resource.key}".`);
  return children.map(({ key, parent }) => {
    const current = currentOf(parent);
    const isKept =
      key === undefined || (current && String(keyIn(current, resource)) === String(key));
    return isKept ? current : undefined;
  });
}
