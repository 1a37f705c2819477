import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ReferenceDocument } from '../../../src/modules/reference/reference-document.js';
import { testDialect } from '../databases.js';
import { DocumentCheck, type SentAnswer } from './document-check.js';

/** Answers that wait to be looked at, so that a test which times its requests times nothing else. */
const waiting: (readonly [ReferenceDocument, SentAnswer])[] = [];

/**
 * What serves the document and its page, whoever looks after the service, and agents, whose protocol describes itself, are
 * no part of the API.
 */
export const BESIDE_THE_API = /^\/(?:docs|health\/|metrics|mcp|\.well-known)/;

/** Compiling what a document says takes longer than holding an answer against it: once a document, not once an application. */
const checks = new Map<string, DocumentCheck>();

/**
 * Holds every answer of the application against its own OpenAPI document, whoever asks, and by whatever way. Called
 * before it starts; `document-faults.ts` fails the test that a fault belongs to.
 */
export function holdToDocument(app: NestFastifyApplication): void {
  // What the others answer is held against what SQLite answers, by `test/e2e/same-answers`.
  if (testDialect !== 'sqlite') return;
  const instance = app.getHttpAdapter().getInstance();
  const reference = app.get(ReferenceDocument, { strict: false });
  instance.addHook('onSend', (request, reply, payload, done) => {
    const { method, url } = request.raw as { method: string; url: string };
    const type = String(reply.getHeader('content-type') ?? '');
    // By the route, since a URL can be written in many ways; where there is none, by what was meant.
    const isBeside = [request.routeOptions.url ?? '', url].some((each) => BESIDE_THE_API.test(each));
    if (!isBeside) waiting.push([reference, { method, url, status: reply.statusCode, type, payload }]);
    done(null, payload);
  });
}

/** The faults since the last call. */
export async function takeFaults(): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const [reference, answer] of waiting.splice(0)) {
    const fault = (await checkOf(reference)).findFault(answer);
    if (fault !== null) faults.push(fault);
  }
  return faults;
}

async function checkOf(reference: ReferenceDocument): Promise<DocumentCheck> {
  const { document, etag } = await reference.served;
  const known = checks.get(etag);
  if (known) return known;
  const check = new DocumentCheck(document);
  checks.set(etag, check);
  return check;
}
