import type { RowSource } from '../../rules/entries/rule-context.js';
import type { ResourceDraft } from '../draft/draft.js';
import { suggestName } from '../draft/suggest-name.js';
import type { RuleFault } from '../../rules/compile/resolve-rule.js';

/** Is there a resource that a rule looks values up in, and a column for the field that it names? */
export function* findSourceFault(
  rule: string,
  source: RowSource,
  drafts: readonly ResourceDraft[],
): Iterable<RuleFault> {
  if ('entity' in source) yield* findEntityFault(rule, source, drafts);
  else if ('resource' in source) yield* findFieldFault(rule, source, drafts);
}

function* findFieldFault(
  rule: string,
  { resource, field }: Extract<RowSource, { resource: string }>,
  drafts: readonly ResourceDraft[],
): Iterable<RuleFault> {
  const draft = drafts.find(({ key }) => key === resource);
  if (!draft) {
    const keys = drafts.map(({ key }) => key);
    yield {
      wrong: `the rule "${rule}" names "${resource}", which is not a resource`,
      instead: suggestName(resource, keys),
    };
    return;
  }
  const fields = ['id', ...draft.fields.map(({ name }) => name)];
  if (!fields.includes(field))
    yield {
      wrong: `the rule "${rule}" names "${field}", which is not a field of ${draft.name}`,
      instead: suggestName(field, fields),
    };
}

function* findEntityFault(
  rule: string,
  { entity, property }: Extract<RowSource, { property: string }>,
  drafts: readonly ResourceDraft[],
): Iterable<RuleFault> {
  const draft = drafts.find(({ definition }) => definition.entity === entity);
  if (!draft)
    yield {
      wrong: `the rule "${rule}" looks in ${entity.name}, which no resource serves`,
      instead: 'an entity with a resource',
    };
  else if (draft.table && !draft.table.columns.has(property))
    yield {
      wrong: `the rule "${rule}" looks in "${property}", which is not a column of ${entity.name}`,
      instead: suggestName(property, draft.table.columns.keys()),
    };
}
