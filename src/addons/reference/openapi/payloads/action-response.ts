import { takesRecords, type ActionPlace } from '../../../../pipeline/describing/action-members.js';
import type { CompiledAction } from '../../../../registry/resources/compiled-resource.js';
import { payloadSources } from '../../../../rules/check/payload-rules.js';
import type { Schema } from '../document/open-api.js';
import { closed, arrayOf } from '../schemas/objects.js';
import { ruledSchema } from '../schemas/ruled.js';

type PayloadClass = NonNullable<Parameters<typeof payloadSources>[0]['payload']>;

const count: Schema = { type: 'integer', minimum: 0 };

/**
 * Returns the body of an action's response at a place; `null` if the action does not declare its
 * response.
 *
 * @contract C6.7
 */
export function actionResponse(action: CompiledAction, place: ActionPlace): Schema | null {
  const { response } = action.options;
  if (response === undefined) return null;
  const schema = typeof response === 'function' ? schemaOfClass(response) : response;
  if (!takesRecords(action, place) || 'reduce' in action.handler)
    return { title: action.name, ...schema };
  return { title: action.name, anyOf: [schema, chunksOf(schema)] };
}

/** Describes the decorators' constraints, without the messages about refused values. */
function schemaOfClass(payload: PayloadClass): Schema {
  const sources = Object.entries(payloadSources({ payload }));
  return ruledSchema(
    Object.fromEntries(sources.map(([field, source]) => [field, { ...source, uncovered: [] }])),
  );
}

/** A run in several chunks without `reduce` lists the results of the first hundred chunks. */
const chunksOf = (schema: Schema): Schema =>
  closed({
    data: arrayOf({ anyOf: [schema, { type: 'null' }] }),
    meta: closed({ chunks: count, records: count }),
  });
