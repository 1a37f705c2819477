import type { ErrorsByField } from './api-error.js';
import type { TargetKey } from './query.js';
import type { RelationTypes, Resources } from './resource-types.js';

/** What the caller may do with a record. @contract C3.3 */
export interface Flags {
  readonly authorizedToShow: boolean;
  readonly authorizedToStore: boolean;
  readonly authorizedToUpdate: boolean;
  readonly authorizedToDelete: boolean;
}
/** The `meta` of a record that is not below another. */
export interface ResourceMeta extends Flags {
  /** With `more: true`: relation -> the link to its next records. */
  readonly more?: Readonly<Record<string, string>>;
}

/** The main record of a response, or a record below it; related records of lists have no flags. */
export type Level = 'record' | 'listed' | 'flagged' | 'related';
interface Metas {
  readonly record: { readonly meta: ResourceMeta };
  readonly listed: { readonly meta: ResourceMeta };
  readonly flagged: { readonly meta: Flags };
  readonly related: unknown;
}
interface Below {
  readonly record: 'flagged';
  readonly listed: 'related';
  readonly flagged: 'flagged';
  readonly related: 'related';
}

/** Shows the members of an intersection as one object in messages and hints. */
type Flat<T> = { [N in keyof T]: T[N] };

/**
 * A record as a response contains it, with the attributes and relations that the request selects.
 * @contract C3.5
 */
export type ResourceObject<
  R extends Resources<R>,
  K extends keyof R,
  F = undefined,
  I = undefined,
  P extends Level = 'record',
  Columns = null,
  Seen = never,
> = Flat<
  {
    readonly id: string;
    readonly type: K;
    readonly attributes: Selected<R[K]['attributes'], F, Columns>;
  } & RelationshipsOf<R, K, I, Below[P], Seen> &
    Metas[P]
>;

/** The attributes that a column list selects; without one, the columns of the relation, or all. */
type Selected<A, F, Columns> = F extends readonly (infer N)[]
  ? Flat<Pick<A, N & keyof A>>
  : [Columns] extends [null]
    ? A
    : Flat<Pick<A, Columns & keyof A>>;

/** `{ user: ... }` for `['user']`. */
type IncludeTree<I> = I extends readonly (infer N extends string)[]
  ? Readonly<Record<N, true>>
  : I extends object
    ? I
    : {};

type RelationshipsOf<R extends Resources<R>, K extends keyof R, I, P extends Level, Seen> = [
  keyof IncludeTree<I>,
] extends [never]
  ? [R[K]['alwaysIncluded']] extends [never]
    ? unknown
    : { readonly relationships?: Always<R, K, P> }
  : {
      readonly relationships: Flat<
        Relationships<R, K, IncludeTree<I>, P, Seen> & Omit<Always<R, K, P>, keyof IncludeTree<I>>
      >;
    };

/** Members that responses add without being asked, unless the caller may not read them. */
type Always<R extends Resources<R>, K extends keyof R, P extends Level> = {
  readonly [N in R[K]['alwaysIncluded'] & keyof R[K]['relations']]?: Related<
    R,
    R[K]['relations'][N],
    true,
    P,
    never
  >;
};

/**
 * A relation that leads back to an ancestor of the record is left out (C5.3), as is one whose value
 * in the request is `undefined`.
 */
type Relationships<R extends Resources<R>, K extends keyof R, Tree, P extends Level, Seen> = {
  readonly [
    N in keyof Tree & keyof R[K]['relations'] as MayLack<K, Tree, N, Seen> extends true ? never : N
  ]: Related<R, R[K]['relations'][N], Tree[N], P, Seen | Path<K, N>>;
} & {
  readonly [
    N in keyof Tree & keyof R[K]['relations'] as MayLack<K, Tree, N, Seen> extends true ? N : never
  ]?: Related<R, R[K]['relations'][N], Exclude<Tree[N], undefined>, P, Seen | Path<K, N>>;
};
type Path<K, N> = `${K & string}.${N & string}`;
type MayLack<K, Tree, N extends keyof Tree, Seen> =
  Path<K, N> extends Seen ? true : undefined extends Tree[N] ? true : false;

type Related<
  R extends Resources<R>,
  L extends RelationTypes,
  Q,
  P extends Level,
  Seen,
> = L['form'] extends 'data'
  ? unknown
  : L['form'] extends 'one'
    ? RelatedObject<R, L, Q, P, Seen> | null
    : readonly RelatedObject<R, L, Q, P, Seen>[];

type RelatedObject<
  R extends Resources<R>,
  L extends RelationTypes,
  Q,
  P extends Level,
  Seen,
> = ResourceObject<
  R,
  TargetKey<R, L>,
  Q extends { readonly fields: infer F } ? F : undefined,
  Q extends { readonly include: infer I } ? I : undefined,
  P,
  L['columns'],
  Seen
> &
  PivotsOf<L>;

/** The pivot values of a record that a relation with a pivot table leads to. @contract C3.4 */
export type PivotsOf<L extends RelationTypes> = L['pivots'] extends object
  ? { readonly pivots: L['pivots'] }
  : unknown;

/** A record on the page of a relation. */
export type LinkedObject<R extends Resources<R>, L extends RelationTypes, F, I> = ResourceObject<
  R,
  TargetKey<R, L>,
  F,
  I,
  'listed'
> &
  PivotsOf<L>;

/** The position of a numbered page. @contract C3.1 */
export interface PageMeta {
  readonly current_page: number;
  readonly from: number | null;
  readonly last_page: number | null;
  readonly path: string;
  readonly per_page: number;
  readonly to: number | null;
  readonly total: number | null;
  /** With `count: 'estimated'`: whether `total` and `last_page` are estimates. */
  readonly total_estimated?: boolean;
}
export interface NumberedPage<T> {
  readonly meta: PageMeta;
  readonly links: {
    readonly first: string;
    readonly last: string | null;
    readonly prev: string | null;
    readonly next: string | null;
  };
  readonly data: readonly T[];
}
/** A page that is read by cursor. */
export interface CursorPage<T> {
  readonly meta: { readonly per_page: number; readonly path: string };
  readonly links: { readonly first: string; readonly next: string | null };
  readonly data: readonly T[];
}
/** A page of the query; either kind if the compiler cannot know whether it has a cursor. */
export type PageOf<T, C> = C extends string ? CursorPage<T> : NumberedPage<T>;

/** What a write would change. @contract C13.3 */
export interface DryRun {
  readonly affected: Readonly<
    Record<'stored' | 'updated' | 'deleted' | 'attached' | 'detached', number>
  >;
  readonly refused: number;
  readonly skipped: number;
  /** The first 20 changes. */
  readonly changes: readonly {
    readonly type: string;
    readonly id: string | null;
    readonly event: 'stored' | 'updated' | 'deleted' | 'attached' | 'detached';
    readonly original: Readonly<Record<string, unknown>>;
    readonly changes: Readonly<Record<string, unknown>>;
  }[];
  /** The body of the response without the preference. */
  readonly result: unknown;
}
/** The result of a write, or its preview; either if the compiler cannot know which. */
export type Written<T, D> = D extends true ? DryRun : T;

export type ActionRunStatus =
  'queued' | 'running' | 'cancelling' | 'finished' | 'failed' | 'cancelled';

/** An action that runs after the response to its request. @contract C14.1 */
export interface ActionRun {
  readonly id: string;
  /** The `uriKey` of the action, and the key of its resource. */
  readonly action: string;
  readonly resource: string;
  readonly status: ActionRunStatus;
  /** The records that the action has received. */
  readonly processed: number;
  /** The records when the run began; `null` while it is unknown, and for standalone actions. */
  readonly total: number | null;
  /** The records on which the user may not run the action. */
  readonly refused: number;
  /** What the action returned. Lists and the runs of others do not contain it. */
  readonly result?: unknown;
  /** The body of the error response of a failed run. */
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly errors?: ErrorsByField;
    readonly meta?: { readonly chunks: number; readonly records: number };
  } | null;
  readonly created_at: string;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  /** The batch of its log rows, which `$revert` takes. */
  readonly batch_id: string;
}
