import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ResolvedOptions } from '../options/resource-api-options.js';
import { addVary } from './add-vary.js';
import { compressOnce, encodingFor, type Encoding } from './compress-responses.js';
import { isMatching } from './is-matching.js';

/** Browsers revalidate each time, so that they see an upgrade of the service at once. */
export const REVALIDATE = 'no-cache';
/** The URL contains the version of the content. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

/** A page or a file of a page. */
export interface StaticFile {
  readonly content: string | Buffer;
  readonly type: string;
  readonly etag: string;
  /** Changes with the content. */
  readonly version: string;
  /** Returns the content compressed; it is compressed once. `null` if that would not help. */
  readonly encoded: (encoding: Encoding) => Promise<Buffer> | null;
}

const compressible = /^(?:text\/|application\/json|image\/svg\+xml)/;

/**
 * Describes content that many clients read. `@fastify/static` serves folders, also to callers that
 * a guard of Nest would refuse; these few files are routes of controllers.
 */
export function staticFile(content: string | Buffer, type: string): StaticFile {
  const digest = hash('sha256', content);
  const known = new Map<Encoding, Promise<Buffer>>();
  return {
    content,
    type,
    etag: `"${digest}"`,
    version: digest.slice(0, 12),
    encoded(encoding) {
      if (!compressible.test(type)) return null;
      const found = known.get(encoding) ?? compressOnce(Buffer.from(content), encoding);
      known.set(encoding, found);
      return found;
    },
  };
}

/** Sends a page, or 304 to a client that already has it. */
export function sendContent(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { content, etag, type }: Pick<StaticFile, 'content' | 'etag' | 'type'>,
  cache = REVALIDATE,
): void {
  reply.headers({ 'cache-control': cache, etag });
  if (isMatching(headers['if-none-match'], etag)) void reply.code(304).send();
  else void reply.type(type).send(content);
}

/** Sends a file, which is compressed once for all requests. @contract C17.5 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StaticFile,
  { cache, compression }: { readonly cache: string } & Pick<ResolvedOptions, 'compression'>,
): Promise<void> {
  const encoding = compression ? encodingFor(request) : undefined;
  const encoded = encoding && (await file.encoded(encoding));
  if (!encoding || !encoded) return sendContent(request, reply, file, cache);
  addVary(reply, 'Accept-Encoding');
  reply.header('content-encoding', encoding);
  sendContent(request, reply, { ...file, content: encoded, etag: `W/${file.etag}` }, cache);
}
