import type { RuleMap } from '../../rules/entries/rule-types.js';
import type { FilterDraft, ResourceDraft } from '../draft/draft.js';
import type { Finding, Verifier } from '../draft/verifier.js';
import { faultAt } from './each-resource.js';
import { prototypeNamesOf } from '../draft/entity-members.js';
import { findRuleFaults } from './find-rule-faults.js';

const SINGLE = 'value';

/**
 * Each filter is declared, gives a condition, has a key of its own, and rules that exist.
 * @contract C5.7
 */
export const verifyFilters: Verifier = (drafts) =>
  drafts.flatMap((draft) => [...verifyOwn(draft, drafts)]);

function* verifyOwn(draft: ResourceDraft, drafts: readonly ResourceDraft[]): Iterable<Finding> {
  const owners = new Map<string, FilterDraft>();
  for (const filter of draft.filters) {
    const { name } = filter.filter;
    if (!filter.options)
      yield faultAt(
        draft,
        name,
        'the filter is listed without its decorator',
        '@Filter({ ... }) above the class',
      );
    if (!givesCondition(filter))
      yield faultAt(
        draft,
        name,
        'the filter has no method "condition"',
        'condition(request, value)',
      );
    const owner = owners.get(filter.key);
    if (owner)
      yield faultAt(
        draft,
        name,
        `the key "${filter.key}" is already used by ${owner.filter.name}`,
        'another key',
      );
    else owners.set(filter.key, filter);
    const rules = rulesOf(filter);
    const place = { fields: Object.keys(rules), hasColumn: false, drafts };
    for (const [path, specs] of Object.entries(rules))
      for (const { wrong, instead } of findRuleFaults(specs, place))
        yield faultAt(draft, name, `${path}: ${wrong}`, instead);
  }
}

const rulesOf = ({ options }: FilterDraft): RuleMap =>
  options?.rules ?? { [SINGLE]: options?.value ?? [] };

/** As a method, or as a function that the instance holds. */
const givesCondition = ({ filter, instance }: FilterDraft): boolean =>
  prototypeNamesOf(filter).includes('condition') || Object.hasOwn(instance ?? {}, 'condition');
