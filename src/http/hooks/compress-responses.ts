import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { loadOnce } from '../../base/load-once.js';
import type { ResolvedOptions } from '../../options/resource-api-options.js';
import { unsentBody, type CompleteBody } from '../requests/not-modified.js';
import type { SendHookTarget } from './hooks-on.js';

/** Shorter bodies are sent as they are. Bytes; for strings, characters. */
const SHORTEST = 1_024;
/** Types whose bodies become much shorter. Images are compressed already. */
const compressible = /^(?:text\/(?:html|css|csv|javascript|plain)|application\/[\w.+-]*json)\b/;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

type Encoding = 'br' | 'gzip';

type Compressors = Readonly<Record<Encoding, (body: Buffer) => Promise<Buffer>>>;

const compressorsOf = (quality: number, level: number): Compressors => ({
  br: (body) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
  gzip: (body) => zip(body, { level }),
});

/** Each at a level that costs a thread less than 10 ms per 360 KB. */
const quick = compressorsOf(3, 1);
/** The highest levels would take 7 s per megabyte and save another tenth. */
const thorough = compressorsOf(7, 9);

/** The compressed forms of bodies that many responses contain. */
const kept = new WeakMap<Buffer, Readonly<Record<Encoding, () => Promise<Buffer>>>>();

/**
 * Returns a body that many responses contain. It is compressed once, on its first use, and better
 * than others: that takes a thread 100 ms per megabyte.
 */
export function keepCompressed(body: Buffer): Buffer {
  kept.set(body, {
    br: loadOnce(() => thorough.br(body)),
    gzip: loadOnce(() => thorough.gzip(body)),
  });
  return body;
}

const compressed = (body: string | Buffer, encoding: Encoding): Promise<Buffer> =>
  (typeof body === 'string' ? undefined : kept.get(body))?.[encoding]() ??
  quick[encoding](Buffer.from(body));

/**
 * Compresses responses whose body is complete, for clients that ask for it. A 304 has the `Vary` of the
 * 200 in whose place it is. Streams, such as files
 * and the events of tools, are not touched. Compression runs in Node's thread pool.
 *
 * @contract C17.5
 */
export function compressResponses(
  routes: SendHookTarget,
  { compression }: Pick<ResolvedOptions, 'compression'>,
): void {
  if (!compression) return;
  routes.addHook('onSend', (httpRequest, reply, payload, done) => {
    const unsent = unsentBody(reply);
    const sent = { body: payload, type: String(reply.getHeader('content-type')) };
    if (reply.hasHeader('content-encoding') || !isCompressible(unsent ?? sent))
      return done(null, payload);
    addVary(reply);
    const encoding = unsent ? undefined : encodingFor(httpRequest);
    if (encoding === undefined || !isBody(payload)) return done(null, payload);
    void compressed(payload, encoding).then(
      (shorter) => {
        markCompressed(reply, encoding);
        done(null, shorter);
      },
      (error: unknown) => done(error as Error),
    );
  });
}

const isBody = (payload: unknown): payload is string | Buffer =>
  typeof payload === 'string' || Buffer.isBuffer(payload);

const isCompressible = ({ body, type }: CompleteBody): boolean =>
  isBody(body) && body.length >= SHORTEST && compressible.test(type);

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
