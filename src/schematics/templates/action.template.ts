import type { Names } from '../names.js';
import type { ImportedEntity } from './imported-entity.js';

/** A new action on the records of a resource. */
export const actionTemplate = (
  { class: name, words }: Names,
  { className: entity, from }: ImportedEntity,
  plural: string,
): string =>
  `import { Action, type ActionHandler, type ActionRequest } from 'resource-api';
import type { ${entity} } from '${from}';

@Action({ description: '${capital(words)} of ${plural}.' })
export class ${name} implements ActionHandler<${entity}> {
  handle(_request: ActionRequest, records: ${entity}[]): { handled: number } {
    // Make the method async, and change the records: await request.update(records, { ... });
    return { handled: records.length };
  }

  /** Sums the results of several chunks. */
  reduce(total: { handled: number }, chunk: { handled: number }): { handled: number } {
    return { handled: total.handled + chunk.handled };
  }
}
`;

/** The test of a new action. */
export const actionSpecTemplate = (
  { class: name, file }: Names,
  { className: entity, from }: ImportedEntity,
  runner: string,
): string =>
  `import type { ActionRequest } from 'resource-api';
import { describe, expect, it } from '${runner}';
import { ${name} } from './${file}.action.js';
import { ${entity} } from '${from}';

describe('The action ${file}', () => {
  const action = new ${name}();

  it('returns how many records it has handled', () => {
    const records = [new ${entity}(), new ${entity}()];
    expect(action.handle({} as ActionRequest, records)).toEqual({ handled: 2 });
  });

  it('sums the results of several chunks', () => {
    expect(action.reduce({ handled: 2 }, { handled: 1 })).toEqual({ handled: 3 });
  });
});
`;

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
