/** A class, abstract or not. */
export type ClassOf<T = object> = abstract new (...args: never[]) => T;

declare const never: unique symbol;
/** A fault that the compiler prints as a message: nothing is assignable to it. */
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
 * The property of an entity for a name on the wire: `published_at` finds `published_at`, otherwise
 * `publishedAt`.
 */
export type PropertyOf<E, Wire extends string> = Wire extends keyof E
  ? Wire
  : Camel<Wire> extends keyof E
    ? Camel<Wire>
    : never;

/** The type of a relationship's property once it is loaded. */
export type Loaded<T> = NonNullable<T extends Promise<infer I> ? I : T>;
export type ElementOf<T> = Loaded<T> extends readonly (infer I)[] ? I : never;

/** The values of a plain column. */
export type Plain = string | number | bigint | boolean | Date | Uint8Array | null | undefined;
/** The properties of an entity that are plain columns. */
export type Columns<E> = {
  [K in keyof E & string]: NonNullable<E[K]> extends NonNullable<Plain> ? K : never;
}[keyof E & string];

export type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
