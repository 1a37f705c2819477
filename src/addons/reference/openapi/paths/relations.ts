import { queryMembers } from '../../../../pipeline/describing/query-members.js';
import type {
  CompiledRelation,
  PivotRelation,
} from '../../../../registry/resources/compiled-resource.js';
import { withDeprecation } from '../../../../registry/resources/deprecation.js';
import { isPivotRelation } from '../../../../registry/resources/pivot-relations.js';
import { schemaNames, schemaRef } from '../document/components.js';
import type { ErrorStatus } from '../../../../base/errors/index.js';
import type {
  OperationObject,
  PathItem,
  PathsObject,
  Response,
  Schema,
} from '../document/open-api.js';
import { relationParameters } from '../parameters/query-parameters.js';
import { closed, dataOf, arrayOf } from '../schemas/objects.js';
import { relatedPage } from '../schemas/pages.js';
import { jsonRequestBody, jsonResponse, emptyResponse } from './operation.js';
import { explained } from './explained.js';
import { write } from './safe-write.js';
import { relatedId, wordsOf, type ResourcePlace } from './resource-place.js';

const refusedLinks: readonly ErrorStatus[] = [403, 404, 409];

/** Returns the paths of the pages of to-many relations, and of the links of many-to-many ones. @contract C5.1, C7 */
export function relationPaths(place: ResourcePlace): PathsObject {
  const many = queryMembers(place.resource).lists;
  return Object.fromEntries<PathItem>([
    ...many.map((relation) => pageOf(place, relation)),
    ...many.filter(isPivotRelation).flatMap((relation) => linksOf(place, relation)),
  ]);
}

type NamedPath = readonly [path: string, item: PathItem];

const pageOf = (place: ResourcePlace, relation: CompiledRelation): NamedPath => [
  `${place.record}/${relation.key}`,
  { get: withDeprecation(related(place, relation), relation.options) },
];

function linksOf(place: ResourcePlace, relation: PivotRelation): readonly NamedPath[] {
  const { key, options } = relation;
  const marked = (describe: typeof attach) => withDeprecation(describe(place, relation), options);
  return [
    [`${place.record}/attach/${key}`, { post: marked(attach) }],
    [`${place.record}/sync/${key}`, { post: marked(sync) }],
    [`${place.record}/detach/${key}`, { post: marked(detach) }],
    [`${place.record}/${key}/{related}`, { patch: marked(patch) }],
  ];
}

const related = (place: ResourcePlace, relation: CompiledRelation): OperationObject =>
  explained(
    {
      id: `${place.resource.key}.${relation.key}.index`,
      summary: `List the ${wordsOf(relation.key)} of one ${place.one}`,
      description: `Takes all query parameters of the index of ${relation.resource.key}.`,
      tag: place.resource.key,
      parameters: [place.id, ...relationParameters(relation.resource, place.facts)],
      responses: {
        200: relatedPage(relation),
      },
      refuses: [403, 404, 422],
    },
    place.facts,
  );

const attach = (place: ResourcePlace, relation: PivotRelation): OperationObject =>
  write(
    {
      id: `${place.resource.key}.${relation.key}.attach`,
      summary: `Attach ${wordsOf(relation.key)} to one ${place.one}`,
      tag: place.resource.key,
      parameters: [place.id],
      body: jsonRequestBody(linking(relation, 'attach')),
      responses: { 201: attached(relation) },
      refuses: refusedLinks,
    },
    place.facts,
    true,
  );

const sync = (place: ResourcePlace, relation: PivotRelation): OperationObject =>
  write(
    {
      id: `${place.resource.key}.${relation.key}.sync`,
      summary: `Set the ${wordsOf(relation.key)} of one ${place.one}`,
      description:
        'Attaches and detaches until exactly the listed ones are attached. Those that the caller may not see stay attached.',
      tag: place.resource.key,
      parameters: [place.id],
      body: jsonRequestBody(linking(relation, 'sync')),
      responses: {
        200: jsonResponse('The keys that were attached, detached and updated.', synced),
      },
      refuses: refusedLinks,
    },
    place.facts,
    true,
  );

const detach = (place: ResourcePlace, relation: PivotRelation): OperationObject =>
  write(
    {
      id: `${place.resource.key}.${relation.key}.detach`,
      summary: `Detach ${wordsOf(relation.key)} from one ${place.one}`,
      description: 'Keys that are not attached are ignored.',
      tag: place.resource.key,
      parameters: [place.id],
      body: jsonRequestBody(linking(relation, 'detach')),
      responses: {
        ...(relation.options.detachCallback && {
          200: jsonResponse('What the callback returned.', anything),
        }),
        204: emptyResponse('The records are detached.'),
      },
      refuses: refusedLinks,
    },
    place.facts,
    true,
  );

const patch = (place: ResourcePlace, relation: PivotRelation): OperationObject =>
  write(
    {
      id: `${place.resource.key}.${relation.key}.patch`,
      summary: `Change the pivot values between one ${place.one} and one of its ${wordsOf(relation.key)}`,
      tag: place.resource.key,
      parameters: [place.id, relatedId(relation.resource)],
      body: jsonRequestBody(linking(relation, 'patch')),
      responses: { 200: jsonResponse('The updated link.', dataOf(pivotRow(relation))) },
      refuses: refusedLinks,
    },
    place.facts,
    true,
  );

const anything: Schema = { description: 'Any data.' };
const keys = arrayOf({ type: 'string' });
const synced = dataOf(closed({ attached: keys, detached: keys, updated: keys }));

const linking = ({ owner, key }: PivotRelation, name: string): Schema =>
  schemaRef(schemaNames.linking(owner, key, name));

const pivotRow = ({ owner, key }: PivotRelation): Schema =>
  schemaRef(schemaNames.pivotRow(owner, key));

/** A callback's return value replaces the rows. @contract C7.4 */
function attached(relation: PivotRelation): Response {
  const rows = dataOf(arrayOf(pivotRow(relation)));
  return relation.options.attachCallback
    ? jsonResponse('What the callback returned, or the links.', { anyOf: [rows, anything] })
    : jsonResponse('The links.', rows);
}
