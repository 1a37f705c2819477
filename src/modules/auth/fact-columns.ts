/** Facts about the user as columns of the statement that finds the user. */
export interface FactColumns {
  /** One expression for each fact of the option, in its order. */
  readonly select: readonly string[];
  /** What stands for their `?`, in order. */
  readonly values: readonly unknown[];
}

/** Compiles the option's facts for a statement in which the user's table goes by the alias. */
export type CompileFacts = (alias: string) => FactColumns;

/**
 * Nest's token for {@link CompileFacts}; asked once, after every module was initialized and before
 * the first request.
 */
export const COMPILE_FACTS = Symbol('resource-api:compile-facts');
