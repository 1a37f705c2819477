import { payloadSources, type PayloadRules } from '../../../rules/payload-rules.js';
import { schemaOf } from '../../../rules/schema-of.js';
import { membersOf, type MemberSchemas } from '../../../validation/body-schema.js';
import { clientSchema } from './client-schema.js';

/** What rules say of a payload's members, as clients take it. */
export function payloadOf({ options }: { readonly options: PayloadRules }): MemberSchemas {
  const { properties, required } = membersOf(schemaOf(payloadSources(options)));
  const withClientSchemas = Object.entries(properties).map(([name, schema]) => [
    name,
    clientSchema(schema),
  ]);
  return {
    properties: Object.fromEntries(withClientSchemas) as MemberSchemas['properties'],
    required,
  };
}
