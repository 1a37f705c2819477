import type { RequestContext } from '../../../pipeline/authorization/request-context.js';
import { isShown } from '../../../pipeline/authorization/shown-records.js';
import type { Transaction } from '../../../database/connection/database.js';
import type { RecordLocks } from '../../../database/write/record-locks.js';
import type { CompiledResource } from '../../../registry/resources/compiled-resource.js';
import type { Key } from '../../../base/types/register.js';
import { morphReferencesOf } from '../../../pipeline/validation/references.js';
import type { ValidWrite } from '../../../pipeline/validation/validate-write.js';
import { keyIn } from '../lookups/column-values.js';

/** Valid values, and the locked record that they change; `null` for a new one. */
export interface ReferringWrite {
  readonly valid: ValidWrite;
  readonly record: object | null;
}

/** A reference of a write to a record that the caller cannot see, or that does not exist. */
export interface LostReference {
  /** The index of the write. */
  readonly at: number;
  /** The name of the field in the body. */
  readonly name: string;
}

/**
 * Locks the targets of morphs until the commit, since no foreign key protects them, with one
 * statement per resource. Returns the references whose target does not exist any more.
 *
 * @contract C4.5
 */
export async function keepReferences(
  transaction: Transaction,
  locks: RecordLocks,
  { resource, authorizer }: RequestContext,
  writes: readonly ReferringWrite[],
): Promise<readonly LostReference[]> {
  const references = writes.flatMap(({ valid: { values, names }, record }, at) =>
    morphReferencesOf(resource, values, record as Readonly<Record<string, unknown>> | null).map(
      ({ field, target, key }) => ({
        at,
        name: names.get(field.name) ?? field.name,
        target,
        key: key as Key,
      }),
    ),
  );
  const kept = new Map<CompiledResource | null, ReadonlySet<string>>();
  for (const target of new Set(references.map((reference) => reference.target))) {
    if (!target) continue;
    const keys = references.filter((each) => each.target === target).map(({ key }) => key);
    const scope = authorizer.scope(target);
    const distinct = [...new Map(keys.map((key) => [String(key), key])).values()];
    const locked = await locks.lock(transaction, target, distinct, scope, 'keep');
    const shown = new Set<string>();
    for (const record of locked)
      if (await isShown(authorizer, target, record)) shown.add(String(keyIn(record, target)));
    kept.set(target, shown);
  }
  return references.filter(({ target, key }) => !kept.get(target)?.has(String(key)));
}
