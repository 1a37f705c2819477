/** Something wrong in a definition. It has either `instead` or `step`. */
export interface Fault {
  /** The class of the resource, or an entity, table or option without a resource. */
  readonly resource: string;
  /** The field, relation, action or method; empty for the resource as a whole. */
  readonly member: string;
  readonly wrong: string;
  /** What to write instead. */
  readonly instead?: string;
  /** What to do, where that is more than to write something else. */
  readonly step?: string;
}

/** What was found in all definitions: faults stop the start, warnings do not. */
export interface DefinitionReport {
  readonly faults: readonly Fault[];
  readonly warnings: readonly Fault[];
}

/** Every fault of every definition, in one error. */
export class DefinitionError extends Error {
  constructor(readonly faults: readonly Fault[]) {
    super([describeCount(faults, 'fault'), ...faults.map(describeFault)].join('\n'));
    this.name = 'DefinitionError';
  }
}

/** `The definitions have 2 faults:` */
export const describeCount = ({ length }: readonly Fault[], noun: string): string =>
  `The definitions have ${length} ${noun}${length === 1 ? '' : 's'}:`;

/** `  PostResource.titel: the entity has no column "titel": write "title".` */
export function describeFault({ resource, member, wrong, instead, step }: Fault): string {
  const place = member === '' ? resource : `${resource}.${member}`;
  const remedy = step === undefined ? `: write ${instead}` : `; ${step}`;
  return `  ${place}: ${wrong}${remedy}.`;
}
