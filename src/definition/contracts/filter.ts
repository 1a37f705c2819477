import type { Payload } from '../../rules/entries/payload-types.js';
import type { RuleMap, RuleSpec, ValueOf } from '../../rules/entries/rule-types.js';
import type { Condition } from './condition.js';
import type { Decision, ResourceRequest } from '../../base/types/register.js';
import type { Mistake } from '../../base/types/compile-time.js';

interface Common {
  /** What clients write; defaults to the kebab-case form of the class's name. */
  readonly key?: string;
  /** Default: the words of the class's name. */
  readonly name?: string;
}
type Given =
  | { readonly rules?: never; readonly value?: never }
  /** The value is an object with these members. */
  | { readonly rules: RuleMap; readonly value?: never }
  /** The value is a single one. */
  | { readonly value: readonly RuleSpec[]; readonly rules?: never };

/** The options of a filter: what its value has to keep to. @contract C5.7 */
export type FilterOptions = Common & Given;

/** Narrows an index by a value that the request gives; `T` is the type of the rules. */
export interface FilterHandler<E, T = unknown> {
  /** May the user see, and use, the filter? Left out: yes. */
  canSee?: (request: ResourceRequest) => Decision;
  /**
   * Returns the condition on the rows that stay. Conditions on related records count only those
   * that the user may see.
   *
   * @param value validated
   */
  condition(request: ResourceRequest, value: FilterValue<T>): Condition<E> | Promise<Condition<E>>;
}

/**
 * The value that rules let through: an object of their fields, or one value with a list of
 * rules.
 */
export type FilterValue<T> = T extends readonly RuleSpec[]
  ? ValueOf<T>
  : T extends RuleMap
    ? Payload<T>
    : T;

type GivenOf<O> = O extends { readonly rules: infer M extends RuleMap }
  ? Payload<M>
  : O extends { readonly value: infer R extends readonly RuleSpec[] }
    ? ValueOf<R>
    : unknown;

/** What the compiler holds a filter class against. */
export type FilterCheck<I, O> = I extends { condition(request: never, value: infer V): unknown }
  ? [GivenOf<O>] extends [V]
    ? unknown
    : Mistake<'condition(request, value) does not take what the rules let through', GivenOf<O>>
  : Mistake<'a filter has condition(request, value)', I>;
