import type {
  CompiledRelated,
  CompiledResource,
} from '../../../../registry/resources/compiled-resource.js';
import { isPivotRelation } from '../../../../registry/resources/pivot-relations.js';

/** A relation, for generators of clients. */
export interface RelationExtension {
  readonly key: string;
  /**
   * The name of its decorator; `null` for callables and forwarded attributes, which are any data.
   */
  readonly kind: string | null;
  /** The key of the related resource. */
  readonly target: string | null;
  readonly many: boolean;
  /** The attributes that responses contain unless the request selects others; `null` for all. */
  readonly columns: readonly string[] | null;
  /** Whether it has a pivot table, so that records can be attached. */
  readonly attachable: boolean;
}

/** What a generator of clients needs of a resource, besides its schemas and operations. */
export interface ResourceExtension {
  readonly key: string;
  readonly path: string;
  /** Whether the profile is one of its records. */
  readonly profile: boolean;
  /** The relations that responses contain without being asked. @contract C5.11 */
  readonly with: readonly string[];
  /** The actions that reach outside the database, which clients must not send again. */
  readonly external: readonly string[];
  readonly relations: readonly RelationExtension[];
}

/**
 * Describes the relations of all resources. OpenAPI has no word for them: their schemas show which
 * data a response contains, but not which resource it belongs to.
 */
export const resourceExtensions = (
  resources: readonly CompiledResource[],
  prefix: string,
): readonly ResourceExtension[] =>
  resources.map(({ key, options, relations, actions }) => ({
    key,
    path: `${prefix}/${key}`,
    profile: options.profile === true,
    with: options.with ?? [],
    external: actions.filter((action) => action.options.external).map(({ uriKey }) => uriKey),
    relations: [...relations.values()].map(relationExtension),
  }));

function relationExtension(member: CompiledRelated): RelationExtension {
  const { key } = member;
  if (member.form !== 'relation')
    return { key, kind: null, target: null, many: false, columns: null, attachable: false };
  const { kind, many, columns, resource } = member;
  return { key, kind, target: resource.key, many, columns, attachable: isPivotRelation(member) };
}
