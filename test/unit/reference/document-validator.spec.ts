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
    '/api/cups/best': { get: { ...operation, responses: { 200: json({ type: 'string' }) } } },
  },
  components: {
    schemas: {
      cup: { type: 'object', properties: { id: { type: 'string' } }, additionalProperties: false },
    },
    responses: { NotFound: json({ type: 'object', required: ['code'] }) },
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

  it('reports another media type', () => {
    expect(faultOf('GET', '/api/cups/1', 200, 'x', 'text/plain')).toContain(
      'no body of the type "text/plain"',
    );
  });
});
