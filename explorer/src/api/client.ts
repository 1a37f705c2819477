import {
  createClient,
  type RunsApi,
  type SessionApi,
  type UndoApi,
  type UntypedApi,
  type WriteTerm,
} from 'resource-api/client';
import { facts, type Features } from './facts.js';
import type { Resource } from './schema.js';

/** The typed client, for resources that are known only when the page runs. */
export type Api = UntypedApi & SessionApi & UndoApi & RunsApi;

interface ApiSettings {
  readonly token: string | null;
  /** The language of messages of the service. */
  readonly language: string;
  readonly fetch?: typeof fetch;
  /** The key of the account that the person views the service as. @contract C2.9 */
  readonly viewAs?: string | null;
}

/** Resource -> its lists of related records -> the related resource, as far as they are known. */
const targets: Record<string, Readonly<Record<string, string>>> = {};

/** Makes the lists of related records of a resource known to all clients, which read them. */
export function rememberLists({ key, relations }: Resource): void {
  targets[key] = Object.fromEntries(
    relations.flatMap(({ key: name, many, target }) =>
      many && target !== null ? [[name, target]] : [],
    ),
  );
}

/** Creates the client of this service. All requests of the application use it. */
export function createApi({ token, language, fetch: send, viewAs = null }: ApiSettings): Api {
  const { name, prefix } = facts.header;
  return createClient<Api>(
    {
      prefix: facts.api,
      resources: targets,
      profile: null,
      terms: termsOf(facts.features),
    },
    {
      headers: {
        'accept-language': language,
        ...(token !== null && { [name.toLowerCase()]: prefix + token }),
        ...(viewAs !== null && { 'view-as': viewAs }),
        // Writes with a cookie need it, since pages of other sites cannot send it.
        ...(facts.cookie && { 'x-csrf-protection': '1' }),
      },
      ...(send && { fetch: send }),
    },
  );
}

/** The options of writes that the deployment supports. */
const termsOf = ({
  versions,
  idempotency,
  dryRuns,
  maxAffected,
}: Features): readonly WriteTerm[] => [
  ...(idempotency ? (['idempotencyKey'] as const) : []),
  ...(versions ? (['ifMatch'] as const) : []),
  ...(maxAffected ? (['maxAffected'] as const) : []),
  ...(dryRuns ? (['dryRun'] as const) : []),
];
