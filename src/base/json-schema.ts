/** A JSON Schema of the draft 2020-12, or a part of one. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A rule in JSON Schema. */
export interface SchemaPart {
  readonly schema: JsonSchema;
  /**
   * Whether the schema refuses everything that the rule refuses. It never refuses a value that the
   * rule accepts.
   */
  readonly exact: boolean;
}

/** Returns a schema that accepts exactly the values that the rule accepts. */
export const exactly = (schema: JsonSchema): SchemaPart => ({ schema, exact: true });
/** Returns a schema that accepts more than the rule; by default, anything. */
export const inexact = (schema: JsonSchema = {}): SchemaPart => ({ schema, exact: false });
/** A schema that no value passes. */
export const impossible: SchemaPart = exactly({ not: {} });
