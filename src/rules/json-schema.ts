/** A JSON Schema of the draft 2020-12, or a part of one. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What a rule says of a value in JSON Schema. */
export interface SchemaPart {
  readonly schema: JsonSchema;
  /**
   * Does the schema accept nothing that the rule refuses? It never refuses what the rule accepts.
   */
  readonly exact: boolean;
}

/** A schema that accepts what the rule accepts, and nothing else. */
export const exactly = (schema: JsonSchema): SchemaPart => ({ schema, exact: true });
/** A schema that accepts more; left out: anything. */
export const inexact = (schema: JsonSchema = {}): SchemaPart => ({ schema, exact: false });
/** What no value passes. */
export const impossible: SchemaPart = exactly({ not: {} });
