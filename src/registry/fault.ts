/** Something wrong in a definition. */
export interface Fault {
  /** The class of the resource. */
  readonly resource: string;
  /** The field, relation, action or method; empty for the resource as a whole. */
  readonly member: string;
  readonly wrong: string;
  /** What to write instead. */
  readonly instead: string;
}

/** What was found in all definitions: faults stop the start, warnings do not. */
export interface DefinitionReport {
  readonly faults: readonly Fault[];
  readonly warnings: readonly Fault[];
}

/** Every fault of every definition, in one error. */
export class DefinitionError extends Error {
  constructor(readonly faults: readonly Fault[]) {
    super(
      `The definitions hold ${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}:\n${faults.map(describeFault).join('\n')}`,
    );
    this.name = 'DefinitionError';
  }
}

/** `  PostResource.titel: the entity has no such column. Write: "title".` */
export function describeFault({ resource, member, wrong, instead }: Fault): string {
  const place = member === '' ? resource : `${resource}.${member}`;
  return `  ${place}: ${wrong}. Write: ${instead}.`;
}
