import { storeMember } from '../store/definition-store.js';
import type { Decision, Key, ResourceRequest } from '../../base/types/register.js';
import type { ReadingOptions } from '../contracts/options.js';
import type { EntityOf, Related, ResourceBase } from '../store/resource-of.js';
import type { ClassOf, Columns, Mistake } from '../../base/types/compile-time.js';

/** An injectable callable over all records of a page: a Map from the record's key to any data. */
export interface Invokable<E> {
  /** The columns that it reads of a record, besides its key; every column when it is left out. */
  readonly needs?: readonly Columns<E>[];
  invoke(
    request: ResourceRequest,
    records: readonly E[],
  ): ReadonlyMap<Key, unknown> | Promise<ReadonlyMap<Key, unknown>>;
}

interface Options extends ReadingOptions {
  readonly needs?: readonly string[];
  readonly canEnableRelationship?: (request: ResourceRequest) => Decision;
}
type EachMethod = <
  T extends ResourceBase<object>,
  F extends (request: ResourceRequest, record: EntityOf<T>) => unknown,
>(
  target: T,
  key: string,
  method: TypedPropertyDescriptor<F>,
) => void;
type BatchMethod = <
  T extends ResourceBase<object>,
  F extends (
    request: ResourceRequest,
    records: readonly EntityOf<T>[],
  ) => ReadonlyMap<Key, unknown> | Promise<ReadonlyMap<Key, unknown>>,
>(
  target: T,
  key: string,
  method: TypedPropertyDescriptor<F>,
) => void;
type Property<E> = <T extends ResourceBase<object>, K extends keyof T & string>(
  target: T,
  key: K &
    (T[K] extends Related
      ? EntityOf<T> extends E
        ? unknown
        : Mistake<'the callable takes records of another entity', E>
      : Mistake<'the type of a relation is Related', T[K]>),
) => void;

/**
 * Serializes what a function returns under the relation's key. On a method: called once per
 * record, or with `batch` once per page, which costs nothing per record. On a property: an
 * injectable class, always called once per page.
 *
 * @spec Relation definitions, callable form
 */
export function Callable(options?: Options & { readonly batch?: false }): EachMethod;
export function Callable(options: Options & { readonly batch: true }): BatchMethod;
export function Callable<E extends object>(
  invokable: ClassOf<Invokable<E>>,
  options?: Omit<Options, 'needs'>,
): Property<E>;
export function Callable(
  first: object = {},
  second: object = {},
): (target: object, key: string) => void {
  const definition =
    typeof first === 'function'
      ? { invokable: first as ClassOf, options: second }
      : { options: first };
  return (target, key) => storeMember(target, key, { kind: 'callable', ...definition });
}
