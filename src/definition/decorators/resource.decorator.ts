import { storeResource } from '../store/definition-store.js';
import type { ResourceOptions } from '../contracts/options.js';
import type { PolicyMethodsOf } from '../contracts/policy.js';
import type { EntityOf, RelationOf, ResourceClass } from '../store/resource-of.js';
import type { ClassOf, Mistake } from '../../base/types/compile-time.js';

type RecordsOf<A> =
  A extends ClassOf<{ handle(request: never, records: infer P): unknown }>
    ? unknown extends P
      ? undefined
      : P
    : undefined;
type ForeignActions<A, E> = A extends readonly unknown[]
  ? {
      [I in keyof A]: RecordsOf<A[I]> extends infer P
        ? P extends undefined
          ? never
          : E extends (P extends readonly (infer X)[] ? X : P)
            ? never
            : A[I]
        : never;
    }[number]
  : never;
type PolicyVerb =
  `attach${string}` | `detach${string}` | `sync${string}` | `manage${Capitalize<string>}`;
type StrayMethods<P, T> =
  P extends ClassOf<infer I>
    ? Exclude<Extract<keyof I, PolicyVerb>, PolicyMethodsOf<RelationOf<T>>>
    : never;
type StrayRelations<W, T> = W extends readonly (infer Name)[]
  ? Exclude<Name, RelationOf<T>>
  : never;
type Check<C, O> =
  C extends ResourceClass<infer T>
    ? [ForeignActions<O extends { actions: infer A } ? A : [], EntityOf<T>>] extends [never]
      ? [StrayMethods<O extends { policy: infer P } ? P : never, T>] extends [never]
        ? [StrayRelations<O extends { with: infer W } ? W : [], T>] extends [never]
          ? unknown
          : Mistake<
              'with names relations that the resource does not declare',
              StrayRelations<O extends { with: infer W } ? W : [], T>
            >
        : Mistake<
            'the policy has methods for relations that the resource does not declare',
            StrayMethods<O extends { policy: infer P } ? P : never, T>
          >
      : Mistake<
          'an action takes records of another entity',
          ForeignActions<O extends { actions: infer A } ? A : [], EntityOf<T>>
        >
    : Mistake<'a resource extends ResourceOf(Entity)', C>;

/**
 * Declares a resource: the one definition from which the API, the tools, the log and the reference
 * are made.
 */
export function Resource<const O extends ResourceOptions>(options: O) {
  return <C extends ResourceClass>(target: C & Check<C, O>): void => storeResource(target, options);
}
