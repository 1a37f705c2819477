import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ReferenceDocument } from '../../../src/modules/reference/reference-document.js';
import { DocumentCheck, type SentAnswer } from './document-check.js';

/** What answers said beyond their documents, since the last look. */
const faults: string[] = [];
let held = 0;

/** Compiling what a document says takes longer than holding an answer against it: once a document, not once an application. */
const checks = new Map<string, DocumentCheck>();

/**
 * Holds every answer of the application against its own OpenAPI document, whoever asks, and by whatever way. Called
 * before it starts; `document-faults.ts` fails the test that a fault belongs to.
 */
export function holdToDocument(app: NestFastifyApplication): void {
  const instance = app.getHttpAdapter().getInstance();
  instance.addHook('onSend', (request, reply, payload, done) => {
    const { method, url } = request.raw as { method: string; url: string };
    const type = String(reply.getHeader('content-type') ?? '');
    note(app, { method, url, status: reply.statusCode, type, payload });
    done(null, payload);
  });
}

function note(app: NestFastifyApplication, answer: SentAnswer): void {
  held += 1;
  try {
    const fault = checkOf(app).findFault(answer);
    if (fault !== null) faults.push(fault);
  } catch (error) {
    faults.push(`${answer.method} ${answer.url}: ${String(error)}`);
  }
}

function checkOf(app: NestFastifyApplication): DocumentCheck {
  const { document, etag } = app.get(ReferenceDocument, { strict: false }).served;
  const known = checks.get(etag);
  if (known) return known;
  const check = new DocumentCheck(document);
  checks.set(etag, check);
  return check;
}

/** The faults since the last call. */
export const takeFaults = (): readonly string[] => faults.splice(0);

/** How many answers were held against a document in this file. */
export const heldAnswers = (): number => held;
