import { existsSync } from 'node:fs';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { InjectOptions } from 'fastify';
import { defaultLimits, type Limits } from '../../../src/options/limits.js';
import { startDemo, type DemoApp } from '../../support/demo-app.js';
import { startNode } from '../../support/demo-node.js';
import { limitCases } from './limit-cases.js';

/** Different from the defaults, and small enough to be reached quickly. */
const small: Partial<Limits> = {
  bodyBytes: 2_000,
  jsonDepth: 4,
  queryBytes: 300,
  includeDepth: 2,
  includeNodes: 3,
  perPage: 7,
  relatablePerPage: 6,
  searchLength: 12,
  keys: 5,
  uploadBytes: 3_000,
  uploadPixels: 20,
};

let demo: DemoApp;
let narrow: NestFastifyApplication;
let token: string;
beforeAll(async () => {
  demo = await startDemo();
  narrow = await startNode(demo, { limits: small });
  token = await demo.tokenOf('admin');
});
afterAll(async () => {
  await narrow.close();
  await demo.close();
});

async function send(app: NestFastifyApplication, request: InjectOptions) {
  const headers = { ...request.headers, authorization: `Bearer ${token}` };
  const response = await app.inject({ ...request, headers });
  return {
    status: response.statusCode,
    body: response.json<{ code?: string; errors?: Record<string, string[]> }>(),
  };
}

const codes: Readonly<Record<number, RegExp>> = {
  400: /^(malformed_request|invalid_query)$/,
  413: /^payload_too_large$/,
  414: /^uri_too_long$/,
  422: /^validation_failed$/,
};

const settings = [
  ['by default', defaultLimits, () => demo.app],
  ['as configured', { ...defaultLimits, ...small }, () => narrow],
] as const;

describe.each(settings)('The limits %s', (_how, limits, app) => {
  it.each(
    limitCases.map((limitCase) => [limitCase.limit, limits[limitCase.limit], limitCase] as const),
  )(
    'accept a request of %s: %i, and reject one of one more under its name (C12)',
    async (_limit, amount, { request, served, refused, under }) => {
      const taken = await send(app(), request(amount));
      expect(taken.status).toBe(served);
      const { status, body } = await send(app(), request(amount + 1));
      expect([status, body.code]).toEqual([refused, expect.stringMatching(codes[refused]!)]);
      if (under !== undefined) expect(Object.keys(body.errors ?? {})).toEqual([under]);
      expect(body).not.toEqual(taken.body);
    },
  );
});

describe("The limits of a request's contents and effort", () => {
  it('have a case here each, or tests of their own (C12)', () => {
    const elsewhere = {
      bulk: 'test/e2e/records/bulk/writes',
      filters: 'test/e2e/records/querying/filters',
      rowBudget: 'test/e2e/records/reading/row-budget',
      responseBytes: 'test/e2e/records/reading/byte-budget',
      bytesInFlight: 'test/unit/database/large-reads, test/e2e/records/reading/admission',
      largeReadQueue: 'test/unit/database/large-reads, test/e2e/records/reading/admission',
      largeReadWait: 'test/unit/database/large-reads',
      expensiveValues: 'test/e2e/records/bulk/rules',
      chunkCount: 'test/e2e/actions/chunks, test/unit/registry/faults-of-resources',
      multipartBytes: 'test/e2e/storage/receiving',
      headersTimeout: 'test/e2e/http/raw',
      requestTimeout: 'test/e2e/http/raw',
      poolWait: 'test/e2e/app/faults',
      statementTimeout: 'test/e2e/app/faults',
      callableTimeout: 'test/e2e/records/reading/callables',
      callableLength: 'test/e2e/records/reading/callables',
      drainDelay: 'test/e2e/app/stopping',
      shutdownGrace: 'test/e2e/app/stopping',
      toolCharacters: 'test/e2e/tools/arguments',
      toolsPerPage: 'test/unit/tools/list-page',
    };
    const missing = Object.values(elsewhere)
      .flatMap((paths) => paths.split(', '))
      .filter((path) => !['', '.slow'].some((kind) => existsSync(`${path}${kind}.spec.ts`)));
    expect(missing).toEqual([]);
    const covered = [...limitCases.map(({ limit }) => limit), ...Object.keys(elsewhere)];
    expect([...new Set(covered)].sort()).toEqual(Object.keys(defaultLimits).sort());
  });
});
