import type { RelationDraft } from '../draft/draft.js';
import { eachResource, warningAt } from './each-resource.js';
import {
  manageMethod,
  manyToManyOf,
  pivotMethod,
  pivotVerbs,
  policyMethodsOf,
  type PivotVerb,
} from '../compile/policy-methods.js';

/** Options that replace a policy method. */
const inPlace: Readonly<Record<PivotVerb, 'canAttach' | 'canDetach' | null>> = {
  attach: 'canAttach',
  detach: 'canDetach',
  sync: null,
};

/**
 * Attach, detach and sync have routes on every many-to-many relation; what nobody decides on is
 * refused.
 *
 * @contract C7.4
 */
export const warnPivotAbilities = eachResource(function* (draft) {
  const methods = policyMethodsOf(draft);
  for (const relation of manyToManyOf(draft).filter((each) => !isLog(each)))
    for (const verb of pivotVerbs) {
      const method = pivotMethod(verb, relation.key);
      const option = inPlace[verb];
      if (methods.includes(method) || methods.includes(manageMethod(relation.key))) continue;
      if (option && relation.options[option]) continue;
      yield warningAt(
        draft,
        relation.key,
        `nothing authorizes ${verb}, so it is refused`,
        `"${method}" in the policy${option ? `, or ${option}` : ''}`,
      );
    }
});

/** A log's rows are their own pivot, and nobody attaches them. @contract C8.4 */
const isLog = ({ join, target }: RelationDraft): boolean =>
  join?.keyOn === 'pivot' && join.table.name === target!.table!.name;
