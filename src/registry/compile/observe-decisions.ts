import type {
  CompiledAction,
  CompiledPolicy,
  CompiledRelated,
  CompiledResource,
  PivotAbilities,
  RecordAbilityCheck,
} from '../resources/compiled-resource.js';
import {
  placeOfMember,
  placeOfPolicy,
  type DecisionObserver,
  type DecisionPlace,
} from '../resources/decision-observer.js';
import { manageMethod, pivotMethod, type PivotVerb } from './policy-methods.js';

/** The parts of a resource in which the application decides. */
type Deciding = Pick<
  CompiledResource,
  'key' | 'name' | 'options' | 'policy' | 'fields' | 'computed' | 'inputs' | 'actions'
>;

/** The options of members that decide. `canEnableRelationship` is compiled: `canEnable`. */
const deciding = ['canSee', 'canWrite', 'appliesTo'] as const;

/** Returns the resource with decisions that the observer observes. */
export function observeDecisions<Resource extends Deciding>(
  resource: Resource,
  observer: DecisionObserver,
): Resource {
  const observed = <Member extends { readonly options: object }>(name: string, member: Member) =>
    Object.freeze({ ...member, options: observeOptions(resource, name, member.options, observer) });
  const observeAll = <Member extends { readonly options: object }>(
    members: ReadonlyMap<string, Member>,
  ): ReadonlyMap<string, Member> =>
    new Map([...members].map(([name, member]) => [name, observed(name, member)]));
  return {
    ...resource,
    policy: observePolicy(resource, observer),
    fields: observeAll(resource.fields),
    computed: observeAll(resource.computed),
    inputs: observeAll(resource.inputs),
    actions: Object.freeze(
      resource.actions.map((action) => observeAction(resource, action, observer)),
    ),
  };
}

/** Returns the relations of the resource with decisions that the observer observes. */
export const observeRelations = (
  resource: Deciding,
  policy: object,
  relations: ReadonlyMap<string, CompiledRelated>,
  observer: DecisionObserver,
): ReadonlyMap<string, CompiledRelated> =>
  new Map(
    [...relations].map(([key, member]) => [
      key,
      observeRelation(resource, policy, member, observer),
    ]),
  );

function observeRelation(
  resource: Deciding,
  policy: object,
  member: CompiledRelated,
  observer: DecisionObserver,
): CompiledRelated {
  const place = placeOfMember(resource, member.key, 'canEnableRelationship');
  const observed = {
    ...member,
    options: observeOptions(resource, member.key, member.options, observer),
    canEnable: member.canEnable && observer.observing(place, member.canEnable),
  } as CompiledRelated;
  if (observed.form !== 'relation' || !observed.abilities) return Object.freeze(observed);
  const abilities = Object.freeze({
    ...observed.abilities,
    ...observePivots(resource, policy, observed, observed.abilities, observer),
  });
  return Object.freeze({ ...observed, abilities });
}

function observePivots(
  resource: Deciding,
  policy: object,
  { key, options }: Extract<CompiledRelated, { form: 'relation' }>,
  { attach, detach, sync }: PivotAbilities,
  observer: DecisionObserver,
): Pick<PivotAbilities, PivotVerb> {
  const byPolicy = (verb: PivotVerb): DecisionPlace => {
    const name = pivotMethod(verb, key);
    const method = name in policy ? name : manageMethod(key);
    return placeOfPolicy(resource, method, `${resource.key}.${key}`);
  };
  const byOption = (verb: PivotVerb, option: 'canAttach' | 'canDetach') =>
    options[option] ? placeOfMember(resource, key, option) : byPolicy(verb);
  return {
    attach: attach && observer.observing(byOption('attach', 'canAttach'), attach),
    detach: detach && observer.observing(byOption('detach', 'canDetach'), detach),
    sync: sync && observer.observing(byPolicy('sync'), sync),
  };
}

function observeOptions<Options extends object>(
  resource: Deciding,
  member: string,
  options: Options,
  observer: DecisionObserver,
): Options {
  const decided = deciding.flatMap((check) => {
    const decide = (options as Record<string, ((...args: never[]) => unknown) | undefined>)[check];
    if (!decide) return [];
    return [[check, observer.observing(placeOfMember(resource, member, check), decide)] as const];
  });
  return decided.length === 0 ? options : { ...options, ...Object.fromEntries(decided) };
}

function observePolicy(resource: Deciding, observer: DecisionObserver): CompiledPolicy {
  const { policy } = resource;
  const place = (check: string) => placeOfPolicy(resource, check);
  const ability = (check: 'show' | 'update' | 'delete'): RecordAbilityCheck | null => {
    const declared = policy[check];
    return declared && { ...declared, allows: observer.observing(place(check), declared.allows) };
  };
  return Object.freeze({
    ...policy,
    scope: policy.scope && observer.observing(place('scope'), policy.scope),
    index: policy.index && observer.observing(place('index'), policy.index),
    store: policy.store && observer.observing(place('store'), policy.store),
    show: ability('show'),
    update: ability('update'),
    delete: ability('delete'),
  });
}

function observeAction(
  { key }: Deciding,
  action: CompiledAction,
  observer: DecisionObserver,
): CompiledAction {
  const { handler, uriKey, canSee, canRun } = action;
  const place = (check: string) => ({
    subject: `${key}.${uriKey}`,
    check,
    source: `${handler.constructor.name}.${check}`,
  });
  return Object.freeze({
    ...action,
    canSee: 'canSee' in handler ? observer.observing(place('canSee'), canSee) : canSee,
    canRun: canRun && observer.observing(place('canRun'), canRun),
  });
}
