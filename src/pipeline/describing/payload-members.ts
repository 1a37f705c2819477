import type { JsonSchema } from '../../base/json-schema.js';
import type { CompiledFilter } from '../../registry/resources/compiled-resource.js';
import { payloadSources, type PayloadRules } from '../../rules/check/payload-rules.js';
import { schemaOf } from '../../rules/schema/schema-of.js';
import { schemaMembers, type MemberSchemas } from '../validation/body-schema.js';

/** Returns the members of a payload, such as that of an action. @contract C6.3 */
export const payloadMembers = (options: PayloadRules): MemberSchemas =>
  schemaMembers(payloadSchema(options));

/** Returns the schema of a payload. Without rules, it may be any JSON value. */
export const payloadSchema = (options: PayloadRules): JsonSchema =>
  options.rules || options.payload ? schemaOf(payloadSources(options)) : {};

/** Returns the schema of a declared filter's value. @contract C5.7 */
export function filterValue({ options: { rules, value = [] } }: CompiledFilter): JsonSchema {
  if (rules) return schemaOf(payloadSources({ rules }));
  return payloadMembers({ rules: { value } }).properties.value!;
}
