import { defaultLimits } from '../../../src/options/limits.js';
import { describeApi } from '../../../src/addons/reference/openapi/describe-api.js';

describe('The document of a deployment without resources', () => {
  it("contains what its own controllers' operations refer to", () => {
    const facts = {
      resources: [],
      info: { title: 'Reports', version: '1', description: 'Reports.' },
      prefix: '/api',
      limits: defaultLimits,
      servers: ['/'],
      safeWrites: {
        versions: true,
        idempotency: true,
        dryRuns: true,
        maxAffected: true,
        bulk: true,
        undo: true,
      },
      issuesTokens: false,
      hasCookies: false,
      explains: false,
      reasons: false,
      exports: false,
      describesResources: false,
    };
    const { components } = describeApi(facts, {
      paths: { '/reports': { get: { operationId: 'Reports.find' } } },
      schemas: {},
      publicOperations: new Set(),
    });
    expect(Object.keys(components.responses)).toEqual(['OwnError', 'Unauthorized']);
    expect(Object.keys(components.schemas)).toEqual(
      expect.arrayContaining(['api.error', 'api.any-error', 'api.errors']),
    );
  });
});
