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

  find(error: unknown, httpRequest: FastifyRequest): Promise<WrittenResponse | null> | null {
    const isRefused = error instanceof RequestError && error.code === 'not_found';
    if (!isRefused || !isAboutRecords(httpRequest) || !('idempotency-key' in httpRequest.headers))
      return null;
    return this.replay(error, httpRequest);
  }

  private async replay(
    error: RequestError,
    httpRequest: ResourceHttpRequest,
  ): Promise<WrittenResponse | null> {
    const terms = termsOf(httpRequest, this.options.safeWrites);
    const key = terms?.idempotencyKey ?? null;
    if (key === null || terms!.isDryRun) return null;
    if (!(await this.keyed.isKept(httpRequest, key))) return null;
    if (await this.records.existAny(httpRequest.context.resource, keysOf(httpRequest))) return null;
    const write = () => Promise.reject(error);
    if (!httpRequest.isMultipart())
      return this.keyed.respond({ httpRequest, key, form: null, write });
    return this.bodies.withForm(httpRequest, (form) =>
      this.keyed.respond({ httpRequest, key, form, write }),
    );
  }
}

const isAboutRecords = (httpRequest: FastifyRequest): httpRequest is ResourceHttpRequest =>
  (httpRequest as Partial<ResourceHttpRequest>).ability !== undefined;

/** Returns the keys of the path or of a list in the body, without those that cannot exist. */
function keysOf({ subject, body, context: { resource } }: ResourceHttpRequest): readonly Key[] {
  const listed: readonly unknown[] = Array.isArray(body) ? body : [];
  const ids = subject
    ? [subject.id]
    : listed.map((each) => (Object(each) as { id?: unknown }).id ?? each);
  return ids.flatMap((id) => parseKey(String(id), resource.keyColumn) ?? []);
}
