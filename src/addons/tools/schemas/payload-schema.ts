import { payloadSources, type PayloadRules } from '../../../rules/check/payload-rules.js';
import { schemaOf } from '../../../rules/schema/schema-of.js';
import { membersOf, type MemberSchemas } from '../../../pipeline/validation/body-schema.js';
import { clientSchema } from './client-schema.js';

/** Returns the schemas of a payload's members, in the form that MCP clients accept. */
export function payloadOf({ options }: { readonly options: PayloadRules }): MemberSchemas {
  const { properties, required } = membersOf(schemaOf(payloadSources(options)));
  const members = Object.entries(properties).map(([name, schema]) => [name, clientSchema(schema)]);
  return { properties: Object.fromEntries(members) as MemberSchemas['properties'], required };
}
