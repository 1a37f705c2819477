import type { CompiledResource } from '../../registry/compiled-resource.js';
import { singularOf } from '../../registry/names.js';
import type { Parameter } from '../open-api.js';
import type { ReferenceFacts } from '../reference-facts.js';
import { pathKey } from '../schemas/keys.js';
import { pathParameter } from './operation.js';

/** A resource with what its paths and their words are made of. */
export interface ResourcePlace {
  readonly facts: ReferenceFacts;
  readonly resource: CompiledResource;
  /** `/api/posts` */
  readonly collection: string;
  /** `/api/posts/{id}` */
  readonly record: string;
  readonly id: Parameter;
  /** One of its records, in words: `post`. */
  readonly one: string;
  /** Its records, in words: `action logs`. */
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

/** `action_logs` -> `action logs` */
export const wordsOf = (key: string): string => key.replace(/[_-]+/g, ' ');
