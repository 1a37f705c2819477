import {
  acceptedRun,
  responseRef,
  schemaNames,
  schemaRef,
  shared,
} from '../document/components.js';
import type { CompiledResource } from '../../../../registry/resources/compiled-resource.js';
import type {
  MediaType,
  OperationObject,
  ParameterObject,
  PathItem,
  PathsObject,
  Reference,
  Schema,
} from '../document/open-api.js';
import { describeDeprecation } from '../../../../registry/resources/deprecation.js';
import { actionsAt, type ActionPlace } from '../../../../pipeline/describing/action-members.js';
import { queryParameters } from '../parameters/query-parameters.js';
import { actionPayload } from '../payloads/action-payload.js';
import { actionResponse } from '../payloads/action-response.js';
import { sampleOf } from '../payloads/sample.js';
import { anyOfSchemas } from '../schemas/objects.js';
import { jsonRequestBody, jsonResponse, emptyResponse, operation } from './operation.js';
import { write } from './safe-write.js';
import type { ResourcePlace } from './resource-place.js';

/** Returns the paths that list and run the actions of a resource. @contract C6 */
export const actionPaths = (place: ResourcePlace): PathsObject => ({
  [`${place.collection}/actions`]: pathItem(place, 'collection'),
  [`${place.record}/actions`]: pathItem(place, 'record'),
});

const pathItem = (place: ResourcePlace, at: ActionPlace): PathItem => ({
  get: list(place, at),
  ...(actionsAt(place.resource, at).length > 0 && { post: run(place, at) }),
});

const idOf = (place: ResourcePlace, at: ActionPlace): readonly Reference[] =>
  at === 'record' ? [place.id] : [];

/** Returns the parameter that selects an action of this place. @contract C6.2 */
const actionParameter = (resource: CompiledResource, at: ActionPlace): ParameterObject => ({
  name: 'action',
  in: 'query',
  description: 'The uriKey of the action.',
  required: true,
  schema: { type: 'string', enum: actionsAt(resource, at).map(({ uriKey }) => uriKey) },
});

const list = (place: ResourcePlace, at: ActionPlace): OperationObject =>
  operation({
    id: `${place.resource.key}.actions.${at}.list`,
    summary:
      at === 'record'
        ? `List the actions of one ${place.one}`
        : `List the actions of ${place.many}`,
    tag: place.resource.key,
    parameters: idOf(place, at),
    responses: {
      200: jsonResponse(
        'The actions that the caller may see, in the order of their declaration.',
        schemaRef(shared.actions),
      ),
    },
    refuses: at === 'record' ? [403, 404] : [403],
  });

const run = (place: ResourcePlace, at: ActionPlace): OperationObject =>
  write(
    {
      id: `${place.resource.key}.actions.${at}.run`,
      summary:
        at === 'record' ? `Run an action on one ${place.one}` : `Run an action on ${place.many}`,
      description: describeActions(place, at),
      tag: place.resource.key,
      parameters: [
        ...idOf(place, at),
        actionParameter(place.resource, at),
        ...queryParameters(
          place.resource,
          at === 'record' ? 'show action' : 'index action',
          place.facts,
        ),
      ],
      body: jsonRequestBody(
        anyOfSchemas(payloads(place, at)),
        { examples: examples(place, at) },
        at === 'collection',
      ),
      responses: {
        200: jsonResponse('What the action returned.', responseOf(place, at)),
        ...(at === 'collection' && { 202: responseRef(acceptedRun) }),
        204: emptyResponse('The action returned nothing.'),
      },
      refuses: [403, 404, 409],
      isOpen: true,
    },
    place.facts,
    at === 'record',
  );

/** Lists the actions with their descriptions. */
const describeActions = ({ resource }: ResourcePlace, at: ActionPlace): string =>
  [
    'The actions that can be run here:',
    '',
    ...actionsAt(resource, at).map(({ uriKey, name, options }) => {
      const sentences = [
        options.description ?? `${name}.`,
        ...(options.destructive ? ['Destructive.'] : []),
        ...(options.background && at === 'collection' ? ['Runs after the response.'] : []),
        describeDeprecation(options),
      ];
      return `- \`${uriKey}\`: ${sentences.filter(Boolean).join(' ')}`;
    }),
  ].join('\n');

/** Returns a sample body for each action. */
function examples({ resource, facts }: ResourcePlace, at: ActionPlace): MediaType['examples'] {
  const samples = actionsAt(resource, at).map((action) => {
    const value = sampleOf(actionPayload(resource, action, at, facts.limits));
    return [action.uriKey, { summary: action.name, value }] as const;
  });
  return Object.fromEntries(samples.filter(([, { value }]) => value !== undefined));
}

const payloads = ({ resource }: ResourcePlace, at: ActionPlace): readonly Schema[] =>
  actionsAt(resource, at).map(({ uriKey }) =>
    schemaRef(schemaNames.action(resource.key, uriKey, at)),
  );

const anything: Schema = { description: 'Any data.' };

/**
 * Returns the declared responses of the actions of this place; any data if one of them does not
 * declare its response.
 */
const responseOf = ({ resource }: ResourcePlace, at: ActionPlace): Schema => {
  const all = actionsAt(resource, at);
  const declared = all.filter((action) => actionResponse(action, at));
  const schemas = declared.map(({ uriKey }) =>
    schemaRef(schemaNames.actionResponse(resource.key, uriKey, at)),
  );
  return anyOfSchemas(declared.length < all.length ? [...schemas, anything] : schemas);
};
