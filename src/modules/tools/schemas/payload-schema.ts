import { payloadSources, type PayloadRules } from '../../../rules/payload-rules.js';
import { schemaOf } from '../../../rules/schema-of.js';
import { membersOf, type MemberSchemas } from '../../../validation/body-schema.js';
import { clientSchema } from './client-schema.js';

/** Returns the schemas of a payload's members, in the form that MCP clients accept. */
export function payloadOf({ options }: { readonly options: PayloadRules }): MemberSchemas {
  const { properties, required } = membersOf(schemaOf(payloadSources(options)));
  const members = Object.entries(properties).map(([name, schema]) => [name, clientSchema(schema)]);
  return { properties: Object.fromEntries(members) as MemberSchemas['properties'], required };
}
