import { pipeline, Readable, type Transform } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import type { ResolvedOptions } from '../options/resource-api-options.js';
import { addVary } from './add-vary.js';
import type { SendHookTarget } from './hosted/hooks-on.js';

/** Shorter bodies are sent as they are. Bytes; for strings, characters. */
const SHORTEST = 1_024;
/** Types whose bodies become much shorter. Images are compressed already. */
const compressible = /^(?:text\/(?:html|css|csv|javascript|plain)|application\/[\w.+-]*json)\b/;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export type Encoding = 'br' | 'gzip';

/** Levels that cost a thread less than 10 ms per 360 KB. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } };
const gzipOptions = { level: 1 };

const compressors: Readonly<Record<Encoding, (body: Buffer) => Promise<Buffer>>> = {
  br: (body) => brotli(body, brotliOptions),
  gzip: (body) => zip(body, gzipOptions),
};

/** Compresses a body that is sent many times, in a quarter of a second per megabyte. */
export const compressOnce = (body: Buffer, encoding: Encoding): Promise<Buffer> =>
  encoding === 'br'
    ? brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } })
    : zip(body, { level: 9 });

/** They pass on each piece of a stream, so that a slow stream arrives as it is made. */
const streamCompressors: Readonly<Record<Encoding, () => Transform>> = {
  br: () => createBrotliCompress({ ...brotliOptions, flush: constants.BROTLI_OPERATION_FLUSH }),
  gzip: () => createGzip({ ...gzipOptions, flush: constants.Z_SYNC_FLUSH }),
};

/**
 * Compresses responses for clients that ask for it: complete bodies, and the streams of exports.
 * Files and the events of tools have other types. Compression runs in Node's thread pool.
 * `@fastify/compress` would wrap every body in streams, which costs more than compressing a page
 * (decision 0055).
 *
 * Responses to a cookie that another site could have made the browser send stay plain: the length
 * of a compressed body shows whether a value in the URL also occurs among the records (BREACH).
 *
 * @contract C17.5
 */
export function compressResponses(
  routes: SendHookTarget,
  { compression, authentication }: Pick<ResolvedOptions, 'compression' | 'authentication'>,
): void {
  if (!compression) return;
  routes.addHook('onSend', (request, reply, payload, done) => {
    if (!isCompressible(reply, payload)) return done(null, payload);
    if (authentication.cookie && mayBeForged(request)) return done(null, payload);
    addVary(reply, 'Accept-Encoding');
    const encoding = encodingFor(request);
    if (encoding === undefined) return done(null, payload);
    if (payload instanceof Readable) {
      markCompressed(reply, encoding);
      // A failure of either stream ends both; the response then ends the connection.
      return done(
        null,
        pipeline(payload, streamCompressors[encoding](), () => undefined),
      );
    }
    void compressors[encoding](Buffer.from(payload)).then(
      (compressed) => {
        markCompressed(reply, encoding);
        done(null, compressed);
      },
      (error: unknown) => done(error as Error),
    );
  });
}

/** Browsers report the site of a request; a page can forge neither the header nor its absence. */
const ownSites: ReadonlySet<unknown> = new Set(['same-origin', 'none']);

/** Whether a page of another origin may have made the browser send the request with its cookie. */
const mayBeForged = ({ headers }: FastifyRequest): boolean =>
  headers.cookie !== undefined &&
  headers.authorization === undefined &&
  !ownSites.has(headers['sec-fetch-site']);

function isCompressible(
  reply: FastifyReply,
  payload: unknown,
): payload is string | Buffer | Readable {
  const isLong =
    payload instanceof Readable ||
    ((typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length >= SHORTEST);
  return (
    isLong &&
    !reply.hasHeader('content-encoding') &&
    compressible.test(String(reply.getHeader('content-type')))
  );
}

/**
 * Returns the encoding to use; `undefined` if the client accepts none, or prefers the plain body.
 * Of several, Brotli is used: clients list it last without meaning it.
 */
export function encodingFor({ headers }: Pick<FastifyRequest, 'headers'>): Encoding | undefined {
  if (headers['accept-encoding'] === undefined) return undefined;
  const accepted = new Negotiator({ headers }).encodings(['br', 'gzip', 'identity']);
  const plain = accepted.indexOf('identity');
  const preferred = plain < 0 ? accepted : accepted.slice(0, plain);
  return (['br', 'gzip'] as const).find((encoding) => preferred.includes(encoding));
}

/** A strong version identifies the exact bytes of a body. */
function markCompressed(reply: FastifyReply, encoding: Encoding): void {
  const etag = reply.getHeader('etag');
  reply.header('content-encoding', encoding).removeHeader('content-length');
  if (typeof etag === 'string' && !etag.startsWith('W/')) reply.header('etag', `W/${etag}`);
}
