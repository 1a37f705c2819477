import type { CompiledResource } from '../../../../registry/resources/compiled-resource.js';
import { singularOf } from '../../../../registry/resources/names.js';
import type { ParameterObject } from '../document/open-api.js';
import type { ReferenceFacts } from '../document/reference-facts.js';
import { pathKey } from '../../../../pipeline/describing/key-schemas.js';
import { pathParameter } from './operation.js';

/** A resource with its paths and its names in descriptions. */
export interface ResourcePlace {
  readonly facts: ReferenceFacts;
  readonly resource: CompiledResource;
  /** `/api/posts` */
  readonly collection: string;
  /** `/api/posts/{id}` */
  readonly record: string;
  readonly id: ParameterObject;
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
    id: pathParameter('id', `The key of the ${one}.`, pathKey(resource.keyColumn)),
    one,
    many: wordsOf(resource.key),
  };
}

/** Returns `action logs` for `action_logs`. */
export const wordsOf = (key: string): string => key.replace(/[_-]+/g, ' ');
