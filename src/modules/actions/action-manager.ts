import type { EntityManager } from 'typeorm';

type Properties = Record<string, unknown>;
type Save = (...given: unknown[]) => Promise<unknown>;

/**
 * Returns TypeORM's manager for the handler of an action. The query loads only one page of related
 * records, and `save` would detach all others, so it saves only the record's own columns.
 *
 * @param related the properties that contain related records
 */
export function managerFor(
  manager: EntityManager,
  related: ReadonlyMap<object, readonly string[]>,
): EntityManager {
  if (related.size === 0) return manager;
  const own = Object.create(manager) as EntityManager;
  const save: Save = (...given) =>
    withoutRelated(related, () => (manager.save as Save).call(own, ...given));
  // Repositories must be created by this manager, so that they call its `save`.
  return Object.assign(own, { save, repositories: new Map() });
}

async function withoutRelated<Result>(
  related: ReadonlyMap<object, readonly string[]>,
  work: () => Promise<Result>,
): Promise<Result> {
  const kept = [...related].map(
    ([record, properties]) => [record, removeFields(record as Properties, properties)] as const,
  );
  try {
    return await work();
  } finally {
    for (const [record, values] of kept) Object.assign(record, values);
  }
}

function removeFields(record: Properties, properties: readonly string[]): Properties {
  const values = Object.fromEntries(properties.map((property) => [property, record[property]]));
  for (const property of properties) delete record[property];
  return values;
}
