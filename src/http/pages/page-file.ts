import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { keepCompressed } from '../hooks/compress-responses.js';
import { isMatching } from '../requests/is-matching.js';
import { setNotModified } from '../requests/not-modified.js';

/** Browsers revalidate each time, so that they see an upgrade of the service at once. */
export const REVALIDATE = 'no-cache';
/** For a URL that contains the version of the content. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

/** What a response with a page, or a file of one, contains. */
export interface PageContent {
  readonly content: string | Buffer;
  readonly type: string;
  readonly etag: string;
}

/** A page or a file of one, which many responses contain. */
export interface PageFile extends PageContent {
  readonly content: Buffer;
  /** Changes with the content. */
  readonly version: string;
}

/** Describes a file, which is compressed once for all responses. */
export function pageFile(content: Buffer, type: string): PageFile {
  const digest = hash('sha256', content);
  return {
    content: keepCompressed(content),
    type,
    etag: `"${digest}"`,
    version: digest.slice(0, 12),
  };
}

/** Describes a text that may differ in each response. */
export const pageText = (content: string, type: string): PageContent => ({
  content,
  type,
  etag: `"${hash('sha256', content)}"`,
});

/** Sends a page or a file of one, or 304 to a client that already has it. */
export function sendPage(
  { headers }: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
  { content, etag, type }: PageContent,
  cache = REVALIDATE,
): void {
  reply.headers({ 'cache-control': cache, etag });
  if (!isMatching(headers['if-none-match'], etag)) return void reply.type(type).send(content);
  setNotModified(reply, { body: content, type });
  void reply.send();
}
