import type { Deprecation, DeprecationOptions } from '../../definition/contracts/deprecation.js';
import type { CompiledResource } from '../../registry/resources/compiled-resource.js';
import {
  deprecationParts,
  optionsNamed,
  type DeprecationParts,
} from '../../registry/resources/deprecation.js';
import type { IncludeNode, ResourceQuery } from '../request/resource-query.js';

/**
 * The deprecated members that one request has used. Only names that the caller may use are noted, so
 * that responses do not reveal others.
 *
 * @contract C17.7
 */
export class DeprecatedUses {
  private readonly found = new Set<Deprecation>();

  get all(): readonly DeprecationParts[] {
    return [...this.found].map(deprecationParts);
  }

  /** Notes a member that the request used, if it is deprecated. */
  note(options: DeprecationOptions | undefined): void {
    if (options?.deprecated !== undefined) this.found.add(options.deprecated);
  }

  /** Notes the members of a resource that the request names. */
  noteNames(resource: CompiledResource, names: readonly string[]): void {
    for (const name of names) this.note(optionsNamed(resource, name));
  }

  /**
   * Notes what an authorized query names: fields, orders, matches and relations. Responses contain
   * deprecated fields also without being asked for them, which is not a use.
   */
  noteQuery(resource: CompiledResource, query: ResourceQuery): void {
    const { fields, include } = query;
    this.noteParts(resource, { ...query, columns: fields?.columns ?? [], children: include });
  }

  private noteParts(resource: CompiledResource, parts: NamingParts): void {
    const { columns, matches, sort, children } = parts;
    this.noteNames(resource, [
      ...(columns ?? []).map(({ name }) => name),
      ...matches.map(({ field }) => field),
      ...children.map(({ name }) => name),
    ]);
    for (const { name } of sort?.steps ?? []) this.noteSort(resource, name);
    for (const child of children) {
      const member = resource.relations.get(child.name);
      if (member?.form === 'relation') this.noteParts(member.resource, child);
    }
  }

  /** `user.preferences->theme` names the relation `user` and its field `preferences`. */
  private noteSort(resource: CompiledResource, written: string): void {
    const [own, column] = written.split('.') as [string, string?];
    this.noteNames(resource, [own.split('->')[0]!]);
    const member = resource.relations.get(own);
    if (column === undefined || member?.form !== 'relation') return;
    this.noteNames(member.resource, [column.split('->')[0]!]);
  }
}

/** The parts of a query, or of an included relation, that name members. */
type NamingParts = Pick<IncludeNode, 'columns' | 'matches' | 'sort' | 'children'>;
