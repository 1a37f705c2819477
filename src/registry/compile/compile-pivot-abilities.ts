import type { Decision, AppUser, Key, ResourceRequest } from '../../base/types/register.js';
import type { RelationOptions } from '../../definition/contracts/options.js';
import type { RelatedAbility, PivotAbilities } from '../resources/compiled-resource.js';
import type { RelationDraft, ResourceDraft } from '../draft/draft.js';
import { takesRecord } from '../resources/takes-record.js';
import { manageMethod, pivotMethod, pivotVerbs, type PivotVerb } from './policy-methods.js';

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
  return Object.freeze({
    attach: inPlaceOf(options.canAttach) ?? asked(method<[object, object]>('attach', key)),
    detach: inPlaceOf(options.canDetach) ?? asked(method<[object, object]>('detach', key)),
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

type Method<Args extends readonly unknown[]> = (user: AppUser, ...args: Args) => Decision;

/** The methods of the resource's policy, bound to it. */
function methodsOf({ policy }: ResourceDraft) {
  const instance = policy?.instance ?? {};
  return <Args extends readonly unknown[]>(
    verb: PivotVerb,
    relation: string,
  ): Method<Args> | null =>
    (methodFor(instance, verb, relation)?.bind(instance) as Method<Args> | undefined) ?? null;
}

/** The method of the verb, such as `attachTags`; without it the one for all three, `manageTags`. */
function methodFor(instance: object, verb: PivotVerb, relation: string) {
  const methods = instance as Record<string, Method<never> | undefined>;
  return methods[pivotMethod(verb, relation)] ?? methods[manageMethod(relation)];
}

const asked = <Args extends readonly unknown[]>(method: Method<Args> | null) =>
  method && ((request: ResourceRequest, ...args: Args): Decision => method(request.user, ...args));

const inPlaceOf = (option: RelationOptions['canAttach']): RelatedAbility | null =>
  option ? (request, _parent, related) => option(request, related as never) : null;
