import type { CompiledResource } from '../../../../registry/resources/compiled-resource.js';
import { singularOf } from '../../../../registry/resources/names.js';
import { parameterNames, parameterRef } from '../document/components.js';
import type { ParameterObject, Reference } from '../document/open-api.js';
import type { ReferenceFacts } from '../document/reference-facts.js';
import { pathKey } from '../../../../pipeline/describing/key-schemas.js';
import { payloadNames } from '../payloads/write-payload.js';
import { pathParameter } from './operation.js';

/** A resource with its paths and its names in descriptions. */
export interface ResourcePlace {
  readonly facts: ReferenceFacts;
  readonly resource: CompiledResource;
  /** `/api/posts` */
  readonly collection: string;
  /** `/api/posts/{id}` */
  readonly record: string;
  /** The parameter `id` of its path. */
  readonly id: Reference;
  /** The names of the bodies of its writes. */
  readonly payloads: ReturnType<typeof payloadNames>;
  /** The name of one of its records: `post`. */
  readonly one: string;
  /** The name of its records: `action logs`. */
  readonly many: string;
}

export function placeOf(resource: CompiledResource, facts: ReferenceFacts): ResourcePlace {
  const collection = `${facts.prefix}/${resource.key}`;
  const one = wordsOf(singularOf(resource.key));
  return {
    facts,
    resource,
    collection,
    record: `${collection}/{id}`,
    id: parameterRef(parameterNames.path(resource.key, ID)),
    payloads: payloadNames(resource),
    one,
    many: wordsOf(resource.key),
  };
}

const ID = 'id';
const RELATED = 'related';

/** Returns the keys in the paths of records and of attached records, as components. */
export const pathParameters = (
  places: readonly ResourcePlace[],
): Readonly<Record<string, ParameterObject>> =>
  Object.fromEntries(
    places.flatMap(({ resource: { key, keyColumn }, one }) => {
      const schema = pathKey(keyColumn);
      return [
        [parameterNames.path(key, ID), pathParameter(ID, `The key of the ${one}.`, schema)],
        [
          parameterNames.path(key, RELATED),
          pathParameter(RELATED, 'The key of the attached record.', schema),
        ],
      ] as const;
    }),
  );

/** Returns the parameter `related` of the path of a record that is attached. */
export const relatedId = ({ key }: CompiledResource): Reference =>
  parameterRef(parameterNames.path(key, RELATED));

/** Returns `action logs` for `action_logs`. */
export const wordsOf = (key: string): string => key.replace(/[_-]+/g, ' ');
