import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import {
  ANY_TYPE,
  type OpenApiDocument,
  type OperationObject,
  type Response,
} from '../../../src/addons/reference/openapi/document/open-api.js';
import { parameterRef } from '../../../src/addons/reference/openapi/document/components.js';
import { withEachError } from '../../../src/addons/reference/openapi/schemas/errors.js';

/** A response on its way out. */
export interface SentResponse {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly type: string;
  readonly payload: unknown;
  /** Whether it explains a read (`Preference-Applied: explain`). @contract C17.6 */
  readonly isExplanation?: boolean;
}

const EXPLANATION = { $ref: `${parameterRef('api.prefer-explain').$ref}/x-response` };

/** For paths below the prefix that the document lacks, only these may be returned. */
const unknownPath: ReadonlySet<number> = new Set([
  400, 401, 403, 404, 405, 413, 414, 415, 429, 503,
]);

/** The beginning of a proxy's request, before its path. */
const ORIGIN = /^https?:\/\/[^/]*/i;

interface Place {
  readonly template: string;
  readonly pattern: RegExp;
}

/** A check is created for each file of tests and used seldom: creating it is the expensive part. */
const quickly = { strict: false, validateSchema: false, meta: false, code: { optimize: false } };

/**
 * Compares responses with an OpenAPI document: the path template, the method, the status and the
 * body.
 */
export class DocumentValidator {
  private readonly places: readonly Place[];
  private readonly ajv = addFormats.default(new Ajv2020(quickly));
  private readonly validators = new Map<string, ValidateFunction>();

  constructor(private readonly document: OpenApiDocument) {
    this.places = Object.keys(document.paths).map(placeOf).sort(concreteFirst);
    this.ajv.addSchema(document, 'document');
  }

  /** The part of the response that the document does not describe; `null` if it describes all. */
  findFault(received: SentResponse): string | null {
    const { method, url, status } = received;
    const path = url.replace(ORIGIN, '').split('?')[0]!;
    const template = this.places.find(({ pattern }) => pattern.test(path))?.template;
    const name = method.toLowerCase() === 'head' ? 'get' : method.toLowerCase();
    const operation =
      template === undefined ? undefined : this.document.paths[template]![name as 'get'];
    const fault = operation
      ? this.faultOf(operation, [template!, name], received)
      : this.faultOfUnknown(received);
    return fault === null
      ? null
      : `${method} ${url} ${status}: ${fault}\n${String(received.payload).slice(0, 600)}`;
  }

  private faultOf(
    operation: OperationObject,
    at: readonly string[],
    received: SentResponse,
  ): string | null {
    if (isProgress(at, received)) return null;
    const { responses } = withEachError(operation);
    const key = keyOf(responses, received.status);
    if (key === undefined)
      return received.status === 405
        ? this.faultOfUnknown(received)
        : 'the operation has no such status';
    const given = responses[key]!;
    const pointer =
      '$ref' in given ? given.$ref : `#/paths/${at.map(escaped).join('/')}/responses/${key}`;
    const response =
      '$ref' in given ? this.document.components.responses[given.$ref.split('/').at(-1)!]! : given;
    return this.faultOfBody(response, pointer, received);
  }

  private faultOfBody(
    { content }: Response,
    pointer: string,
    { method, status, type, payload, isExplanation }: SentResponse,
  ): string | null {
    if (method === 'HEAD' || status === 304) return null;
    if (!content)
      return payload === undefined || payload === ''
        ? null
        : 'the operation has no body with this status';
    const mediaType = type.split(';')[0]!;
    if (ANY_TYPE in content && !(mediaType in content)) return null;
    if (!content[mediaType]) return `the operation has no body of the type "${mediaType}"`;
    if (mediaType !== 'application/json' || typeof payload !== 'string') return null;
    const { $ref } = isExplanation ? EXPLANATION : content[mediaType].schema;
    const validate = this.validatorOf(
      typeof $ref === 'string' ? $ref : `${pointer}/content/${escaped(mediaType)}/schema`,
    );
    return validate(JSON.parse(payload)) ? null : this.ajv.errorsText(validate.errors);
  }

  /** A path or a method that the document lacks is rejected, and nothing else. */
  private faultOfUnknown(received: SentResponse): string | null {
    if (!unknownPath.has(received.status)) return 'the document has no such path and method';
    return received.method === 'HEAD' || isRefusal(received.payload)
      ? null
      : 'it is not an error response';
  }

  private validatorOf(pointer: string): ValidateFunction {
    const known = this.validators.get(pointer);
    if (known) return known;
    const validate = this.ajv.compile({ $ref: `document${pointer}` });
    this.validators.set(pointer, validate);
    return validate;
  }
}

/** The lines of a run, which the description of the document contains. @contract C6.10 */
const isProgress = (
  [template, method]: readonly string[],
  { status, type }: SentResponse,
): boolean =>
  template!.endsWith('/actions') &&
  method === 'post' &&
  status === 200 &&
  type.startsWith('application/x-ndjson');

/** The key of the response with this status; no success is among the others. */
function keyOf(responses: OperationObject['responses'], status: number): string | undefined {
  const keys = [String(status), `${String(status).charAt(0)}XX`];
  return [...keys, ...(status < 400 ? [] : ['default'])].find((key) => key in responses);
}

function isRefusal(payload: unknown): boolean {
  const body: unknown = typeof payload === 'string' && payload !== '' ? JSON.parse(payload) : null;
  return typeof body === 'object' && body !== null && 'message' in body && 'code' in body;
}

const escaped = (name: string): string =>
  encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));

function placeOf(template: string): Place {
  const segments = template
    .split('/')
    .map((segment) => (segment.startsWith('{') ? '[^/]+' : literal(segment)));
  return { template, pattern: new RegExp(`^${segments.join('/')}$`) };
}

const literal = (text: string): string => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&');

/** A literal segment is preferred to a parameter, from the left. */
function concreteFirst(one: Place, other: Place): number {
  const mark = ({ template }: Place): string =>
    template
      .split('/')
      .map((segment) => (segment.startsWith('{') ? '1' : '0'))
      .join('');
  return mark(one).localeCompare(mark(other));
}
