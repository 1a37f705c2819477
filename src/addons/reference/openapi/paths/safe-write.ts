import type { ErrorStatus } from '../../../../base/errors/index.js';
import type { SafeWriteOptions } from '../../../../options/resource-api-options.js';
import { parameterRef, schemaRef, shared } from '../document/components.js';
import type {
  OperationObject,
  ParameterObject,
  Reference,
  Response,
} from '../document/open-api.js';
import type { ReferenceFacts } from '../document/reference-facts.js';
import { operation, returningAlso, type OperationDraft } from './operation.js';

type Offers = Required<SafeWriteOptions>;

/** What a deployment offers -> the header that demands it. */
const headers: readonly (readonly [keyof Offers, string, ParameterObject])[] = [
  [
    'versions',
    'api.if-match',
    {
      name: 'If-Match',
      in: 'header',
      description: 'The versions that the record may have, as in the header `ETag`, or `*`.',
      schema: { type: 'string' },
    },
  ],
  [
    'idempotency',
    'api.idempotency-key',
    {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        'Identifies the request, so that it can be sent again: it is executed once, and its response is returned for 24 hours, with the header `Idempotency-Replayed`.',
      schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
    },
  ],
  [
    'dryRuns',
    'api.prefer',
    {
      name: 'Prefer',
      in: 'header',
      description:
        '`tx=rollback` runs the request and rolls it back. `max-affected=<n>` rejects it if it would change more than n records.',
      schema: { type: 'string' },
    },
  ],
];

const IF_NONE_MATCH = 'api.if-none-match';
const ifNoneMatch: ParameterObject = {
  name: 'If-None-Match',
  in: 'header',
  description:
    'Versions that the client has, or `*`. A read of one of them is 304; a PUT of a record with one of them is 412.',
  schema: { type: 'string' },
};

/** The parameters of versions and of all writes, as components. */
export const safeWriteParameters: Readonly<Record<string, ParameterObject>> = {
  ...Object.fromEntries(headers.map(([, name, parameter]) => [name, parameter])),
  [IF_NONE_MATCH]: ifNoneMatch,
};

type SafeWriteFacts = Pick<ReferenceFacts, 'safeWrites'>;

/** The header `If-None-Match`, if the deployment serves versions. @contract C13.1 */
export const unlessVersion = ({ safeWrites }: SafeWriteFacts): readonly Reference[] =>
  safeWrites.versions ? [parameterRef(IF_NONE_MATCH)] : [];

/** The response to a read of a version that the client has. @contract C13.1 */
export const notModified = ({ safeWrites }: SafeWriteFacts): Readonly<Record<number, Response>> =>
  safeWrites.versions
    ? { 304: { description: 'The record has the version in `If-None-Match`.' } }
    : {};

/**
 * Describes a write, with the headers that demand something of it.
 *
 * @param draft its own description of a header replaces the common one
 * @param isOfRecord whether its path names a record, which has a version
 * @contract C13
 */
export function write(
  draft: OperationDraft,
  { safeWrites }: SafeWriteFacts,
  isOfRecord: boolean,
): OperationObject {
  const offers = {
    ...safeWrites,
    versions: safeWrites.versions && isOfRecord,
    dryRuns: safeWrites.dryRuns || safeWrites.maxAffected,
  };
  const own = draft.parameters ?? [];
  const described = own.flatMap((each) => ('name' in each ? [each.name] : []));
  const offered = headers.filter(
    ([name, , header]) => offers[name] && !described.includes(header.name),
  );
  return operation({
    ...draft,
    parameters: [...own, ...offered.map(([, name]) => parameterRef(name))],
    responses: safeWrites.dryRuns
      ? returningAlso(draft.responses, 'The preview of a dry run.', schemaRef(shared.dryRun))
      : draft.responses,
    refuses: [...(draft.refuses ?? []), ...refusalsOf(offers)],
  });
}

function refusalsOf({ versions, idempotency, dryRuns }: Offers): readonly ErrorStatus[] {
  return [
    ...(idempotency || dryRuns ? [409 as const] : []),
    ...(versions ? [412 as const] : []),
    ...(idempotency ? [422 as const] : []),
  ];
}
