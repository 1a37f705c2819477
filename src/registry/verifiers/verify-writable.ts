import type { RelationDraft, ResourceDraft } from '../draft.js';
import { eachResource, faultWithStep } from './each-resource.js';

/**
 * A writable relation writes related records by the steps of the framework, finds them by `id`, and
 * sets their foreign keys. Nothing may bypass these steps or contradict them.
 *
 * @contract C4.7
 */
export const verifyWritable = eachResource(function* (draft) {
  for (const relation of draft.relations)
    if (relation.options.writable)
      for (const wrong of faultsOf(draft, relation))
        yield faultWithStep(draft, relation.key, wrong, 'remove `writable`');
});

function* faultsOf(draft: ResourceDraft, { target, join }: RelationDraft): Iterable<string> {
  if (!target || !join) return;
  for (const { operations } of new Set([draft, target]))
    for (const name of ['store', 'update'] as const)
      if (operations?.instance && name in operations.instance)
        yield `nested writes would bypass the operation "${name}" of ${operations.operations.name}`;
  const key = target.fields.find(({ column }) => column && column === target.table?.keys[0]);
  if (key && !key.options.readOnly)
    yield `clients choose the keys of ${target.key}, so an \`id\` does not show whether a record is new`;
  if (join.keyOn === 'related' && join.source.nullable)
    yield `the records would refer to ${join.source.property}, which can be null`;
}
