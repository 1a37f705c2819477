import { pipeline, Readable, type Transform } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { loadOnce } from '../../base/load-once.js';
import type { ResolvedOptions } from '../../options/resource-api-options.js';
import { unsentBody, type CompleteBody } from '../requests/not-modified.js';
import { addVary } from '../requests/add-vary.js';
import type { SendHookTarget } from './hooks-on.js';

/** Shorter bodies are sent as they are. Bytes; for strings, characters. */
const SHORTEST = 1_024;
/** Types whose bodies become much shorter. Images are compressed already. */
const compressible = /^(?:text\/(?:html|css|csv|javascript|plain)|application\/[\w.+-]*json)\b/;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

type Encoding = 'br' | 'gzip';

type Compressors = Readonly<Record<Encoding, (body: Buffer) => Promise<Buffer>>>;

const brotliAt = (quality: number) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: quality } });

const compressorsOf = (quality: number, level: number): Compressors => ({
  br: (body) => brotli(body, brotliAt(quality)),
  gzip: (body) => zip(body, { level }),
});

/** Levels that cost a thread less than 10 ms per 360 KB. */
const [QUICK_BROTLI, QUICK_GZIP] = [3, 1];
const quick = compressorsOf(QUICK_BROTLI, QUICK_GZIP);
/** The highest levels would take 7 s per megabyte and save another tenth. */
const thorough = compressorsOf(7, 9);

/** They pass on each piece of a stream, so that a slow stream arrives as it is made. */
const streamCompressors: Readonly<Record<Encoding, () => Transform>> = {
  br: () =>
    createBrotliCompress({
      ...brotliAt(QUICK_BROTLI),
      flush: constants.BROTLI_OPERATION_FLUSH,
    }),
  gzip: () => createGzip({ level: QUICK_GZIP, flush: constants.Z_SYNC_FLUSH }),
};

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
 * Compresses responses for clients that ask for it: complete bodies, and streams of unknown length,
 * such as exports, piece by piece. A 304 has the `Vary` of the 200 in whose place it is. The events of
 * tools are of another type. Compression runs in Node's thread pool.
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
  routes.addHook('onSend', (httpRequest, reply, payload, done) => {
    const unsent = unsentBody(reply);
    const sent = { body: payload, type: String(reply.getHeader('content-type')) };
    if (reply.hasHeader('content-encoding') || !isCompressible(unsent ?? sent, reply))
      return done(null, payload);
    if (authentication.cookie && mayBeForged(httpRequest)) return done(null, payload);
    addVary(reply, 'Accept-Encoding');
    const encoding = unsent ? undefined : encodingFor(httpRequest);
    if (encoding === undefined) return done(null, payload);
    if (payload instanceof Readable) {
      markCompressed(reply, encoding);
      // A failure of either stream ends both, and with them the connection.
      return done(
        null,
        pipeline(payload, streamCompressors[encoding](), () => undefined),
      );
    }
    if (!isBody(payload)) return done(null, payload);
    void compressed(payload, encoding).then(
      (shorter) => {
        markCompressed(reply, encoding);
        done(null, shorter);
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

const isBody = (payload: unknown): payload is string | Buffer =>
  typeof payload === 'string' || Buffer.isBuffer(payload);

/** A stream of a known length is a file, whose content is sent as it is stored. */
const isCompressible = ({ body, type }: CompleteBody, reply: FastifyReply): boolean =>
  (body instanceof Readable
    ? !reply.hasHeader('content-length')
    : isBody(body) && body.length >= SHORTEST) && compressible.test(type);

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

/** A strong version identifies the exact bytes of a body. */
function markCompressed(reply: FastifyReply, encoding: Encoding): void {
  const etag = reply.getHeader('etag');
  reply.header('content-encoding', encoding).removeHeader('content-length');
  if (typeof etag === 'string' && !etag.startsWith('W/')) reply.header('etag', `W/${etag}`);
}
