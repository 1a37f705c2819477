import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import {
  ReferenceDocument,
  type ServedDocument,
} from '../../../src/addons/reference/reference-document.js';
import type { ResolvedOptions } from '../../../src/options/resource-api-options.js';
import { ResourceRegistry } from '../../../src/registry/resources/resource-registry.js';
import { faultsOfTools } from './tool-schemas.js';
import { DocumentValidator, type SentResponse } from './document-validator.js';

type Server = ReturnType<ReturnType<NestFastifyApplication['getHttpAdapter']>['getInstance']>;

/** Provides the document of an application, created on demand. */
export interface Described {
  readonly served: () => Promise<ServedDocument>;
}

/** Lists of tools to check later. */
const listed: string[] = [];

/** Responses to check later, so that a test that times its requests times nothing else. */
const waiting: (readonly [Described, SentResponse])[] = [];

/**
 * The first page, the document and its page, the explorer, monitoring, and agents, whose protocol describes itself, do not belong
 * to the API, and neither do responses to OPTIONS.
 */
export const OUTSIDE_THE_API = /^\/(?:$|docs|explorer|health\/|metrics|mcp|\.well-known)/;

/**
 * Compiling a document is slower than checking a response: once per document, not once per
 * application.
 */
const checks = new Map<string, DocumentValidator>();

/**
 * Checks every response of the application against its own OpenAPI document, for every caller and
 * channel, and the schemas of every list of tools. Call it before the application starts; `document-faults-setup.ts` fails the test that a fault
 * belongs to.
 */
export function validateAgainstDocument(
  app: NestFastifyApplication,
  described = documentOf(app),
): void {
  validateResponses(app.getHttpAdapter().getInstance(), described);
}

/** The same with the server of an application that is starting. */
export function validateResponses(server: Server, described: Described): void {
  server.addHook('onSend', (httpRequest, reply, payload, done) => {
    const { method, url } = httpRequest.raw as { method: string; url: string };
    const type = String(reply.getHeader('content-type') ?? '');
    // By the route, since a URL can be written in many ways; without a route, by the intended one.
    const isOutside = [httpRequest.routeOptions.url ?? '', url].some((each) =>
      OUTSIDE_THE_API.test(each),
    );
    if (url.startsWith('/mcp') && String(payload).includes('"inputSchema"'))
      listed.push(String(payload));
    const isQuestion = method === 'OPTIONS' && reply.statusCode === 204;
    if (!isOutside && !isQuestion)
      waiting.push([
        described,
        {
          ...{ method, url, status: reply.statusCode, type, payload },
          isExplanation: reply.getHeader('preference-applied') === 'explain',
        },
      ]);
    done(null, payload);
  });
}

const documentOf = (app: NestFastifyApplication): Described =>
  app.get(ReferenceDocument, { strict: false });

/**
 * The document of an application without resources that does not serve it: only of its controllers.
 */
export const describeControllers = (
  application: NestFastifyApplication,
  options: ResolvedOptions,
): Described => new ReferenceDocument(new ResourceRegistry(), { application }, options);

/** The faults since the last call. */
export async function takeFaults(): Promise<readonly string[]> {
  const faults: string[] = listed.splice(0).flatMap(faultsOfTools);
  for (const [described, response] of waiting.splice(0)) {
    const fault = (await checkOf(described)).findFault(response);
    if (fault !== null) faults.push(fault);
  }
  return faults;
}

async function checkOf(described: Described): Promise<DocumentValidator> {
  const { document, etag } = await described.served();
  const known = checks.get(etag);
  if (known) return known;
  const check = new DocumentValidator(document);
  checks.set(etag, check);
  return check;
}
