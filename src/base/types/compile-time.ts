/** A class, abstract or not. */
export type ClassOf<T = object> = abstract new (...args: never[]) => T;

declare const never: unique symbol;
/** Makes the compiler report `Text`: no value is assignable to this type. */
export interface Mistake<Text extends string, What = unknown> {
  readonly mistake: Text;
  readonly at: What;
  readonly [never]: never;
}

export type Simplify<T> = { [K in keyof T]: T[K] } & {};

export type Camel<S extends string> = S extends `${infer A}_${infer B}`
  ? `${A}${Capitalize<Camel<B>>}`
  : S;
export type Pascal<S extends string> = Capitalize<Camel<S>>;
export type Snake<S extends string> = S extends `${infer C}${infer R}`
  ? C extends Lowercase<C>
    ? `${C}${Snake<R>}`
    : `_${Lowercase<C>}${Snake<R>}`
  : S;

/**
 * The entity's property for the name in requests and responses: for `published_at`, the property
 * `published_at` if it exists, otherwise `publishedAt`.
 */
export type PropertyOf<E, Wire extends string> = Wire extends keyof E
  ? Wire
  : Camel<Wire> extends keyof E
    ? Camel<Wire>
    : never;

/** The type of a relationship's property once it is loaded. */
export type Loaded<T> = NonNullable<T extends Promise<infer I> ? I : T>;
export type ElementOf<T> = Loaded<T> extends readonly (infer I)[] ? I : never;

/** The types of values in a plain column, as opposed to a relationship or JSON. */
export type Plain = string | number | bigint | boolean | Date | Uint8Array | null | undefined;
/** The properties of an entity that are plain columns. */
export type Columns<E> = {
  [K in keyof E & string]: NonNullable<E[K]> extends NonNullable<Plain> ? K : never;
}[keyof E & string];

/** The properties of an entity that can be fields: all properties except methods. */
export type FieldKey<E> = {
  [K in keyof E & string]-?: NonNullable<E[K]> extends (...args: never[]) => unknown ? never : K;
}[keyof E & string];
/**
 * The properties of an entity that can be relationships: records and lists of records. A type
 * cannot distinguish a JSON object from a record, so the registry checks the properties again.
 */
export type RelationKey<E> = {
  [K in FieldKey<E>]-?: RecordIn<Loaded<E[K]>> extends NonNullable<Plain> ? never : K;
}[FieldKey<E>];
type RecordIn<L> = L extends readonly (infer I)[] ? I : L;

export type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
