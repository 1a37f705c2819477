/** Facts about the user, as columns of the statement that finds the user. */
export interface FactColumns {
  /** One expression per fact of the option, in its order. */
  readonly select: readonly string[];
  /** The values of their placeholders, in order. */
  readonly values: readonly unknown[];
}

/** Compiles the option's facts for a statement in which the user's table has this alias. */
export type CompileFacts = (alias: string) => FactColumns;

/**
 * Nest's token for {@link CompileFacts}. Called once, after all modules are initialized and before
 * the first request.
 */
export const COMPILE_FACTS = Symbol('resource-api:compile-facts');
