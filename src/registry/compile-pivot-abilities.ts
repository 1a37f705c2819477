import type { Decision, AppUser, Key, ResourceRequest } from '../types/register.js';
import type { RelationOptions } from '../definition/options.js';
import { placeOfMember, publishing } from './decisions.js';
import type { RelatedAbility, PivotAbilities } from './compiled-resource.js';
import type { RelationDraft, ResourceDraft } from './draft.js';
import { takesRecord } from './takes-record.js';
import {
  manageMethod,
  pivotMethod,
  pivotVerbs,
  type PivotVerb,
} from './verifiers/policy-methods.js';

const nobody: PivotAbilities = Object.freeze({
  attach: null,
  detach: null,
  sync: null,
  recordIndependent: new Set<PivotVerb>(),
});

/**
 * The methods and options that decide on a relation's pivot rows; `null` for a relation without a
 * pivot table. The rows of a log are their own pivot, and nobody attaches them. @contract C7.4,
 * C8.4
 */
export function compilePivotAbilities(
  draft: ResourceDraft,
  { key, join, target, options }: RelationDraft,
): PivotAbilities | null {
  if (join?.keyOn !== 'pivot') return null;
  if (join.table.name === target!.table!.name) return nobody;
  const method = methodsOf(draft);
  const inPlace = (check: 'canAttach' | 'canDetach') =>
    options[check] ? publishing(placeOfMember(draft, key, check), inPlaceOf(options[check])) : null;
  return Object.freeze({
    attach: inPlace('canAttach') ?? asked(method<[object, object]>('attach', key)),
    detach: inPlace('canDetach') ?? asked(method<[object, object]>('detach', key)),
    sync: asked(method<[object, readonly Key[]]>('sync', key)),
    recordIndependent: recordIndependentOf(draft, key, options),
  });
}

/** Methods and options that are written without a parameter for the record. */
function recordIndependentOf(
  { policy }: ResourceDraft,
  key: string,
  options: RelationOptions,
): ReadonlySet<PivotVerb> {
  const instance = policy?.instance ?? {};
  const decidedBy: Readonly<Record<PivotVerb, ((...given: never[]) => unknown) | undefined>> = {
    attach: options.canAttach ?? methodFor(instance, 'attach', key),
    detach: options.canDetach ?? methodFor(instance, 'detach', key),
    sync: methodFor(instance, 'sync', key),
  };
  return new Set(pivotVerbs.filter((verb) => decidedBy[verb] && !takesRecord(decidedBy[verb])));
}

type Method<Args extends unknown[]> = (user: AppUser, ...args: Args) => Decision;

/** The methods of the resource's policy, bound to it. */
function methodsOf({ key, policy }: ResourceDraft) {
  const instance = policy?.instance ?? {};
  return <Args extends unknown[]>(verb: PivotVerb, relation: string): Method<Args> | null => {
    const check = methodNameFor(instance, verb, relation);
    const bound = methodFor(instance, verb, relation)?.bind(instance) as Method<Args> | undefined;
    const source = `${policy?.policy.name ?? ''}.${check}`;
    return bound ? publishing({ subject: `${key}.${relation}`, check, source }, bound) : null;
  };
}

/** The method of the verb, such as `attachTags`; without it the one for all three, `manageTags`. */
const methodFor = (instance: object, verb: PivotVerb, relation: string) =>
  (instance as Record<string, Method<never> | undefined>)[methodNameFor(instance, verb, relation)];

function methodNameFor(instance: object, verb: PivotVerb, relation: string): string {
  const own = pivotMethod(verb, relation);
  return (instance as Record<string, unknown>)[own] ? own : manageMethod(relation);
}

const asked = <Args extends unknown[]>(method: Method<Args> | null) =>
  method && ((request: ResourceRequest, ...args: Args): Decision => method(request.user, ...args));

const inPlaceOf =
  (option: NonNullable<RelationOptions['canAttach']>): RelatedAbility =>
  (request, _parent, related) =>
    option(request, related as never);
