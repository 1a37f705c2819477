import type { Names, ResourceNames } from '../workspace/names.js';

/** A new action on the records of a resource. */
export const actionTemplate = (
  { class: name, words }: Names,
  { class: entity, file, plural }: ResourceNames,
): string =>
  `import { Action, type ActionHandler, type ActionRequest } from 'resource-api';
import type { ${entity} } from './${file}.entity.js';

@Action({ description: '${capital(words)} of ${plural}.' })
export class ${name} implements ActionHandler<${entity}> {
  async handle(request: ActionRequest, records: ${entity}[]): Promise<{ updated: number }> {
    await request.update(records, (record) => ({ name: record.name.trim() }));
    return { updated: records.length };
  }

  /** Sums the results of several chunks. */
  reduce(total: { updated: number }, chunk: { updated: number }): { updated: number } {
    return { updated: total.updated + chunk.updated };
  }
}
`;

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
