import { actionsAt, type ActionPlace } from '../../../pipeline/describing/action-members.js';
import { queryMembers } from '../../../pipeline/describing/query-members.js';
import type { CompiledResource } from '../../../registry/resources/compiled-resource.js';
import { isPivotRelation } from '../../../registry/resources/pivot-relations.js';
import { schemaNames } from './document/components.js';
import type { Schema } from './document/open-api.js';
import { actionPayload } from './payloads/action-payload.js';
import { actionResponse } from './payloads/action-response.js';
import { linkPayload, pivotPayload } from './schemas/link-payload.js';
import { detachExample, linkExample, pivotExample } from './payloads/link-example.js';
import { writeExample } from './payloads/write-example.js';
import { payloadNames, writeForms, writePayload } from './payloads/write-payload.js';
import type { ReferenceFacts } from './document/reference-facts.js';
import { bulkSchemas } from './paths/bulk.js';
import { pageSchemas } from './schemas/pages.js';
import { pivotRowSchema, recordSchemas } from './schemas/records.js';

type Schemas = Readonly<Record<string, Schema>>;

/** Returns all schemas of a resource by component name: of responses and of bodies. */
export const resourceSchemas = (resource: CompiledResource, facts: ReferenceFacts): Schemas => ({
  ...recordSchemas(resource),
  ...pageSchemas(resource),
  ...bulkSchemas(resource, facts.limits),
  ...writePayloads(resource),
  ...linkSchemas(resource, facts),
  ...actionSchemas(resource, facts, 'collection'),
  ...actionSchemas(resource, facts, 'record'),
});

const writePayloads = (resource: CompiledResource): Schemas =>
  Object.fromEntries(
    Object.values(payloadNames(resource)).map((name) => [
      schemaNames.payload(resource.key, name),
      withExample(writePayload(resource, writeForms[name]), writeExample(resource, name)),
    ]),
  );

function linkSchemas(resource: CompiledResource, { limits }: ReferenceFacts): Schemas {
  const schemas = queryMembers(resource)
    .lists.filter(isPivotRelation)
    .flatMap((relation) => {
      const name = (operation: string) =>
        schemaNames.linking(resource.key, relation.key, operation);
      return [
        [schemaNames.pivotRow(resource.key, relation.key), pivotRowSchema(relation)],
        [
          name('attach'),
          withExample(linkPayload(relation, 'attach', limits), linkExample(relation)),
        ],
        [name('sync'), withExample(linkPayload(relation, 'sync', limits), linkExample(relation))],
        [
          name('detach'),
          withExample(linkPayload(relation, 'detach', limits), detachExample(relation)),
        ],
        [name('patch'), withExample(pivotPayload(relation, 'attach'), pivotExample(relation))],
      ] as const;
    });
  return Object.fromEntries(schemas);
}

const withExample = (schema: Schema, example: unknown): Schema => ({
  ...schema,
  examples: [example],
});

/** Returns the body of each action, and its response if it declares one. */
const actionSchemas = (
  resource: CompiledResource,
  { limits }: ReferenceFacts,
  place: ActionPlace,
): Schemas =>
  Object.fromEntries(
    actionsAt(resource, place).flatMap((action) => {
      const { key } = resource;
      const response = actionResponse(action, place);
      const payload = [
        schemaNames.action(key, action.uriKey, place),
        actionPayload(resource, action, place, limits),
      ] as const;
      if (!response) return [payload];
      return [payload, [schemaNames.actionResponse(key, action.uriKey, place), response] as const];
    }),
  );
