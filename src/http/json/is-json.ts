import type { FastifyRequest } from 'fastify';

/** A merge patch (RFC 7396) is JSON. A field is set as a whole, also if it contains an object. */
export const MERGE_PATCH = 'application/merge-patch+json';

/** The methods of operations that accept a body. */
export const METHODS_WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Whether a request of this method may have a body of the media type, which is read as JSON.
 * @contract C4.3
 */
export const isJson = (mediaType: string, method: string): boolean =>
  mediaType === 'application/json' || (mediaType === MERGE_PATCH && method === 'PATCH');

/** Returns the media type of a body, without parameters. */
export const mediaTypeOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string =>
  (headers['content-type'] ?? '').toLowerCase().split(';', 1)[0]!.trim();
