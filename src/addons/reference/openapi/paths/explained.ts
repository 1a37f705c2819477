import { parameterRef } from '../document/components.js';
import type { OperationObject, ParameterObject } from '../document/open-api.js';
import type { ReferenceFacts } from '../document/reference-facts.js';
import { explanation } from '../schemas/explanation.js';
import { operation, type OperationDraft } from './operation.js';

const PREFER = 'api.prefer-explain';

/** The parameter of reads that can be explained, as a component. */
export const explainParameters: Readonly<Record<string, ParameterObject>> = {
  [PREFER]: {
    name: 'Prefer',
    in: 'header',
    description:
      '`explain` returns an explanation of the read in place of its records, to callers who may see it. For others it has no effect.',
    schema: { type: 'string' },
    'x-response': explanation,
  },
};

/**
 * Describes a read, which can be explained if the deployment allows that. The explanation is not
 * among its responses: all clients would have to distinguish it from a record.
 *
 * @contract C17.6
 */
export const explained = (
  draft: OperationDraft,
  { explains }: Pick<ReferenceFacts, 'explains'>,
): OperationObject =>
  operation(
    explains
      ? {
          ...draft,
          parameters: [...(draft.parameters ?? []), parameterRef(PREFER)],
        }
      : draft,
  );
