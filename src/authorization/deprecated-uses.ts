import type { DeprecationOptions } from '../definition/deprecation.js';
import { deprecationOf, type DescribedDeprecation } from '../registry/deprecation.js';
import type { CompiledResource } from '../registry/compiled-resource.js';
import type { IncludeNode, ResourceQuery } from '../request/resource-query.js';

/** The deprecated members that one request has used. @contract C17.6 */
export class DeprecatedUses {
  private readonly found: DescribedDeprecation[] = [];

  get all(): readonly DescribedDeprecation[] {
    return this.found;
  }

  /** Notes a member that the request used, if it is deprecated. */
  note(options: DeprecationOptions | undefined): void {
    const deprecation = options && deprecationOf(options);
    if (deprecation) this.found.push(deprecation);
  }

  /**
   * Notes what an authorized query names: fields, orders, matches and relations. Responses contain
   * deprecated fields also without being asked for them, which is not a use.
   */
  noteQuery(resource: CompiledResource, { fields, sort, matches, include }: ResourceQuery): void {
    const names = [
      ...(fields?.columns ?? []).map(({ name }) => name),
      ...(sort?.steps ?? []).map(({ name }) => name.split('.')[0]!),
      ...matches.map(({ field }) => field),
    ];
    for (const name of names) this.note(memberOf(resource, name)?.options);
    for (const node of include) this.noteInclude(resource, node);
  }

  private noteInclude(resource: CompiledResource, { name, columns, children }: IncludeNode): void {
    const member = resource.relations.get(name);
    this.note(member?.options);
    if (member?.form !== 'relation') return;
    for (const column of columns ?? []) this.note(memberOf(member.resource, column.name)?.options);
    for (const child of children) this.noteInclude(member.resource, child);
  }
}

const memberOf = ({ fields, computed, relations }: CompiledResource, name: string) =>
  fields.get(name) ?? computed.get(name) ?? relations.get(name);
