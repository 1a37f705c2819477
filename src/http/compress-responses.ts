import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import type { ResolvedOptions } from '../options/resource-api-options.js';
import type { SendHookTarget } from './hosted/hooks-on.js';

/** Shorter bodies are sent as they are. Bytes; for strings, characters. */
const SHORTEST = 1_024;
/** Types whose bodies become much shorter. Images are compressed already. */
const compressible = /^(?:text\/(?:html|css|csv|javascript|plain)|application\/[\w.+-]*json)\b/;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

type Encoding = 'br' | 'gzip';

/** Each at a level that costs a thread less than 10 ms per 360 KB. */
const compressors: Readonly<Record<Encoding, (body: Buffer) => Promise<Buffer>>> = {
  br: (body) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }),
  gzip: (body) => zip(body, { level: 1 }),
};

/**
 * Compresses responses whose body is complete, for clients that ask for it. Streams, such as files
 * and the events of tools, are not touched. Compression runs in Node's thread pool.
 *
 * @contract C17.5
 */
export function compressResponses(
  routes: SendHookTarget,
  { compression }: Pick<ResolvedOptions, 'compression'>,
): void {
  if (!compression) return;
  routes.addHook('onSend', (request, reply, payload, done) => {
    if (!isCompressible(reply, payload)) return done(null, payload);
    addVary(reply);
    const encoding = encodingFor(request);
    if (encoding === undefined) return done(null, payload);
    void compressors[encoding](Buffer.from(payload)).then(
      (compressed) => {
        markCompressed(reply, encoding);
        done(null, compressed);
      },
      (error: unknown) => done(error as Error),
    );
  });
}

function isCompressible(reply: FastifyReply, payload: unknown): payload is string | Buffer {
  const isLong =
    (typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length >= SHORTEST;
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
function encodingFor({ headers }: FastifyRequest): Encoding | undefined {
  if (headers['accept-encoding'] === undefined) return undefined;
  const accepted = new Negotiator({ headers }).encodings(['br', 'gzip', 'identity']);
  const plain = accepted.indexOf('identity');
  const preferred = plain < 0 ? accepted : accepted.slice(0, plain);
  return (['br', 'gzip'] as const).find((encoding) => preferred.includes(encoding));
}

function addVary(reply: FastifyReply): void {
  const vary = reply.getHeader('vary');
  reply.header('vary', vary === undefined ? 'Accept-Encoding' : `${String(vary)}, Accept-Encoding`);
}

/** A strong version identifies the exact bytes of a body. */
function markCompressed(reply: FastifyReply, encoding: Encoding): void {
  const etag = reply.getHeader('etag');
  reply.header('content-encoding', encoding).removeHeader('content-length');
  if (typeof etag === 'string' && !etag.startsWith('W/')) reply.header('etag', `W/${etag}`);
}
