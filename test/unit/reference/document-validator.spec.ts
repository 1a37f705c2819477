import type { OpenApiDocument } from '../../../src/addons/reference/openapi/document/open-api.js';
import { DocumentValidator } from '../../support/document/document-validator.js';

const json = (schema: object) => ({ description: '', content: { 'application/json': { schema } } });
const operation = { operationId: 'x', summary: '', description: '', tags: [] };

/** The minimum of a document with two paths. */
const document = {
  openapi: '3.1.0',
  paths: {
    '/api/cups/{id}': {
      get: {
        ...operation,
        responses: {
          200: json({ $ref: '#/components/schemas/cup' }),
          404: { $ref: '#/components/responses/NotFound' },
        },
      },
      delete: {
        ...operation,
        responses: { 204: { description: '' }, default: json({ type: 'object' }) },
      },
    },
    '/api/cups/picture': {
      get: {
        ...operation,
        responses: {
          200: {
            description: '',
            content: { 'application/json': { schema: false }, '*/*': { schema: {} } },
          },
          304: { description: '' },
        },
      },
    },
    '/api/cups/best': {
      get: { ...operation, responses: { 200: json({ type: 'string' }) } },
      put: {
        ...operation,
        'x-errors': [404],
        responses: {
          204: { description: '' },
          default: { $ref: '#/components/responses/Error' },
        },
      },
    },
  },
  components: {
    schemas: {
      'api.error-404': { properties: { code: { enum: ['not_found'] } } },
      cup: { type: 'object', properties: { id: { type: 'string' } }, additionalProperties: false },
    },
    responses: { NotFound: json({ type: 'object', required: ['code'] }) },
    parameters: { 'api.prefer-explain': { 'x-response': { type: 'object', required: ['plan'] } } },
  },
} as unknown as OpenApiDocument;

describe('Checking a response against a document', () => {
  const check = new DocumentValidator(document);
  const faultOf = (
    method: string,
    url: string,
    status: number,
    payload: string,
    type = 'application/json',
  ) => check.findFault({ method, url, status, type, payload });

  it.each([
    ['GET', '/api/cups/1', 200, '{"id":"1"}'],
    ['GET', '/api/cups/1?include=x', 404, '{"code":"not_found"}'],
    ['GET', '/api/cups/best', 200, '"a text"'],
    ['GET', 'http://example.com/api/cups/1', 200, '{"id":"1"}'],
    ['HEAD', '/api/cups/1', 200, ''],
    ['DELETE', '/api/cups/1', 204, ''],
    ['DELETE', '/api/cups/1', 402, '{}'],
    ['PUT', '/api/cups/1', 405, '{"message":"","code":""}'],
    ['GET', '/api/mugs', 404, '{"message":"","code":""}'],
  ])('accepts %s %s %i %s', (...response) => expect(faultOf(...response)).toBeNull());

  it.each([
    ['GET', '/api/cups/1', 200, '{"id":1}', 'must be string'],
    ['GET', '/api/cups/1', 200, '{"id":"1","hidden":1}', 'must NOT have additional properties'],
    ['GET', '/api/cups/1', 404, '{}', "must have required property 'code'"],
    ['GET', '/api/cups/1', 418, '{}', 'no such status'],
    ['GET', '/api/cups/best', 200, '{"id":"1"}', 'must be string'],
    ['DELETE', '/api/cups/1', 204, '{}', 'no body with this status'],
    ['PUT', '/api/cups/1', 200, '{}', 'no such path and method'],
    ['GET', '/api/mugs', 200, '{}', 'no such path and method'],
    ['GET', '/api/mugs', 404, '"gone"', 'not an error response'],
  ])('reports %s %s %i %s', (method, url, status, payload, fault) =>
    expect(faultOf(method, url, status, payload)).toContain(fault),
  );

  it('accepts any media type if the document describes any', () => {
    expect(faultOf('GET', '/api/cups/picture', 200, 'x', 'image/x')).toBeNull();
    expect(faultOf('GET', '/api/cups/picture', 200, '{}')).toContain('boolean schema is false');
    expect(faultOf('GET', '/api/cups/picture', 304, 'never sent')).toBeNull();
  });

  it('compares the explanation of a read with its own schema', () => {
    const faultOfExplanation = (payload: string) =>
      check.findFault({
        ...{ method: 'GET', url: '/api/cups/1', status: 200, type: 'application/json', payload },
        isExplanation: true,
      });
    expect(faultOfExplanation('{"plan":[]}')).toBeNull();
    expect(faultOfExplanation('{"id":"1"}')).toContain("must have required property 'plan'");
  });

  it('reports an error status that the operation does not have, or whose code is of another', () => {
    expect(faultOf('PUT', '/api/cups/best', 404, '{"code":"not_found"}')).toBeNull();
    expect(faultOf('PUT', '/api/cups/best', 409, '{"code":"conflict"}')).toContain(
      'no such status',
    );
    expect(faultOf('PUT', '/api/cups/best', 404, '{"code":"conflict"}')).toContain('must be equal');
    expect(faultOf('PUT', '/api/cups/best', 201, '{"code":"not_found"}')).toContain(
      'no such status',
    );
  });

  it('reports another media type', () => {
    expect(faultOf('GET', '/api/cups/1', 200, 'x', 'text/plain')).toContain(
      'no body of the type "text/plain"',
    );
  });
});
