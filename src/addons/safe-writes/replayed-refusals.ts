import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { RequestError } from '../../base/errors/index.js';
import type { Key } from '../../base/types/register.js';
import { KeptResponses, type WrittenResponse } from '../../http/errors/kept-responses.js';
import { BodyReader } from '../../modules/records/guards/body-reader.js';
import type { ResourceHttpRequest } from '../../modules/records/guards/resource.guard.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { parseKey } from '../../pipeline/request/parse-key.js';
import { KeyedRequests } from './keyed-requests.js';
import { VisibleRecords } from './visible-records.js';
import { termsOf } from './write-terms.js';

/**
 * Responds to a repeated request whose records `AbilityGuard` no longer finds: the first one found
 * them, and they are gone since, perhaps by its own work. What else is not found may be hidden from
 * the caller by now.
 *
 * @contract C13.2
 */
@Injectable()
export class ReplayedRefusals extends KeptResponses {
  constructor(
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
    private readonly bodies: BodyReader,
    private readonly keyed: KeyedRequests,
    private readonly records: VisibleRecords,
  ) {
    super();
  }

  find(error: unknown, request: FastifyRequest): Promise<WrittenResponse | null> | null {
    const isRefused = error instanceof RequestError && error.code === 'not_found';
    if (!isRefused || !isAboutRecords(request) || !('idempotency-key' in request.headers))
      return null;
    return this.replay(error, request);
  }

  private async replay(
    error: RequestError,
    request: ResourceHttpRequest,
  ): Promise<WrittenResponse | null> {
    const terms = termsOf(request, this.options.safeWrites);
    const key = terms?.idempotencyKey ?? null;
    if (key === null || terms!.isDryRun) return null;
    if (!(await this.keyed.isKept(request, key))) return null;
    if (await this.records.existAny(request.context.resource, keysOf(request))) return null;
    const write = () => Promise.reject(error);
    if (!request.isMultipart()) return this.keyed.respond({ request, key, form: null, write });
    return this.bodies.withForm(request, (form) =>
      this.keyed.respond({ request, key, form, write }),
    );
  }
}

const isAboutRecords = (request: FastifyRequest): request is ResourceHttpRequest =>
  (request as Partial<ResourceHttpRequest>).ability !== undefined;

/** Returns the keys of the path or of a list in the body, without those that cannot exist. */
function keysOf({ subject, body, context: { resource } }: ResourceHttpRequest): readonly Key[] {
  const listed: readonly unknown[] = Array.isArray(body) ? body : [];
  const ids = subject
    ? [subject.id]
    : listed.map((each) => (Object(each) as { id?: unknown }).id ?? each);
  return ids.flatMap((id) => parseKey(String(id), resource.keyColumn) ?? []);
}
