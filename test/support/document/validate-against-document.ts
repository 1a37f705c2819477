import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import {
  ReferenceDocument,
  type ServedDocument,
} from '../../../src/modules/reference/reference-document.js';
import type { ResolvedOptions } from '../../../src/options/resource-api-options.js';
import { ResourceRegistry } from '../../../src/registry/resource-registry.js';
import { DocumentValidator, type SentResponse } from './document-validator.js';

/** What has a document of an application, made when it is asked for. */
export interface Described {
  readonly served: Promise<ServedDocument>;
}

/**
 * Answers that wait to be looked at, so that a test which times its requests times nothing else.
 */
const waiting: (readonly [Described, SentResponse])[] = [];

/**
 * What serves the document and its page, whoever looks after the service, and agents, whose
 * protocol describes itself, are no part of the API; nor are the preflights of browsers.
 */
export const BESIDE_THE_API = /^\/(?:docs|health\/|metrics|mcp|\.well-known)/;

/**
 * Compiling what a document says takes longer than holding an answer against it: once a document,
 * not once an application.
 */
const checks = new Map<string, DocumentValidator>();

/**
 * Holds every answer of the application against its own OpenAPI document, whoever asks, and by
 * whatever way. Called before it starts; `document-faults.ts` fails the test that a fault belongs
 * to.
 */
export function validateAgainstDocument(
  app: NestFastifyApplication,
  described = documentOf(app),
): void {
  const instance = app.getHttpAdapter().getInstance();
  instance.addHook('onSend', (request, reply, payload, done) => {
    const { method, url } = request.raw as { method: string; url: string };
    const type = String(reply.getHeader('content-type') ?? '');
    // By the route, since a URL can be written in many ways; where there is none, by what was
    // meant.
    const isBeside = [request.routeOptions.url ?? '', url].some((each) =>
      BESIDE_THE_API.test(each),
    );
    const isPreflight = method === 'OPTIONS' && reply.hasHeader('access-control-allow-methods');
    if (!isBeside && !isPreflight)
      waiting.push([described, { method, url, status: reply.statusCode, type, payload }]);
    done(null, payload);
  });
}

const documentOf = (app: NestFastifyApplication): Described =>
  app.get(ReferenceDocument, { strict: false });

/**
 * The document of an application without resources, that does not serve it: of what its controllers
 * alone answer.
 */
export const describeControllers = (
  application: NestFastifyApplication,
  options: ResolvedOptions,
): Described => new ReferenceDocument(new ResourceRegistry(), { application }, options);

/** The faults since the last call. */
export async function takeFaults(): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const [described, response] of waiting.splice(0)) {
    const fault = (await checkOf(described)).findFault(response);
    if (fault !== null) faults.push(fault);
  }
  return faults;
}

async function checkOf(described: Described): Promise<DocumentValidator> {
  const { document, etag } = await described.served;
  const known = checks.get(etag);
  if (known) return known;
  const check = new DocumentValidator(document);
  checks.set(etag, check);
  return check;
}
