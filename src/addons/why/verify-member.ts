import { allowedNames, invalidQuery } from '../../base/errors/index.js';
import type { CompiledResource } from '../../registry/resources/compiled-resource.js';
import type { AccessQuestion } from './access-question.js';

/** The names of the members that questions can be about. */
export const memberNames: Readonly<
  Record<'field' | 'relation' | 'action', (resource: CompiledResource) => readonly string[]>
> = {
  field: ({ fields, computed, inputs }) => [
    ...new Set(['id', ...fields.keys(), ...computed.keys(), ...inputs.keys()]),
  ],
  relation: ({ relations }) => [...relations.keys()],
  action: ({ actions }) => actions.map(({ uriKey }) => uriKey),
};

/**
 * Checks the name of the member of a question.
 *
 * @throws RequestError `invalid_query` if the resource does not have the member
 */
export function verifyMember(resource: CompiledResource, question: AccessQuestion): void {
  for (const kind of ['field', 'relation', 'action'] as const) {
    const name = question[kind];
    const names = memberNames[kind](resource);
    if (name !== null && !names.includes(name))
      throw invalidQuery(
        kind,
        `${resource.key} has no ${kind} "${name}".${allowedNames(name, names)}`,
      );
  }
}
