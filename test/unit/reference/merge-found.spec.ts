import {
  mergeFound,
  type FoundApi,
} from '../../../src/addons/reference/openapi/document/merge-found.js';
import type { OpenApiDocument } from '../../../src/addons/reference/openapi/document/open-api.js';

const ours = {
  tags: [{ name: 'cups', description: 'Cups.' }],
  paths: { '/api/cups': { get: { operationId: 'cups.index' } } },
  components: { schemas: { 'cups.page': { type: 'object' } } },
} as unknown as OpenApiDocument;

const found = (paths: FoundApi['paths'], open: readonly string[] = []): FoundApi => ({
  paths,
  schemas: { Report: { type: 'object' } },
  publicOperations: new Set(open),
});

describe("The description that Swagger finds in a team's controllers", () => {
  it("never replaces the registry's description", () => {
    const { paths } = mergeFound(
      ours,
      found({ '/api/cups': { get: { operationId: 'Other.list' } } }),
    );
    expect(paths['/api/cups']!.get!.operationId).toBe('cups.index');
  });

  it('is completed where it is empty', () => {
    const { paths, tags, components } = mergeFound(
      ours,
      found({ '/x': { get: { operationId: 'Reports.findLatest' } } }),
    );
    expect(paths['/x']!.get).toMatchObject({
      summary: 'Find latest',
      tags: ['other'],
      responses: { 401: { $ref: '#/components/responses/Unauthorized' } },
    });
    expect(tags.map(({ name }) => name)).toEqual(['cups', 'other']);
    expect(Object.keys(components.schemas)).toEqual(['Report', 'cups.page']);
  });

  it('allows any body if it describes no response, and no body if it describes an empty one', () => {
    const described = { 200: { description: 'R', content: { 'text/csv': { schema: {} } } } };
    const { paths } = mergeFound(
      ours,
      found({
        '/x': {
          get: { responses: { 200: { description: '' }, 204: { description: '' } } },
          post: { responses: described },
        },
      }),
    );
    expect(paths['/x']!.get!.responses[200]).toHaveProperty('content', { '*/*': { schema: {} } });
    expect(paths['/x']!.get!.responses[204]).not.toHaveProperty('content');
    expect(paths['/x']!.post!.responses[200]).toEqual(described[200]);
  });

  it('keeps its own descriptions', () => {
    const own = {
      operationId: 'a.b',
      summary: 'S',
      description: 'D',
      tags: ['cups'],
      responses: { 200: { description: 'R' } },
    };
    const { paths, tags } = mergeFound(ours, found({ '/x': { post: own } }, ['a.b']));
    expect(paths['/x']!.post).toMatchObject({ ...own, security: [] });
    expect(paths['/x']!.post!.responses).not.toHaveProperty('401');
    expect(tags).toHaveLength(1);
  });
});
