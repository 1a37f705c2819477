import type { ErrorStatus } from '../../../../base/errors/index.js';
import type { JsonSchema } from '../../../../base/json-schema.js';
import type { SafeWriteOptions } from '../../../../options/resource-api-options.js';
import type { ResourceExtension } from './resource-extension.js';

/** A schema of OpenAPI 3.1, which is JSON Schema 2020-12. */
export type Schema = JsonSchema;

/** Points to a component. */
export interface Reference {
  readonly $ref: string;
}

/** A path parameter or a query parameter. */
export interface ParameterObject {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly description: string;
  readonly deprecated?: boolean;
  readonly required?: boolean;
  readonly style?: 'form' | 'deepObject';
  readonly explode?: boolean;
  readonly schema: Schema;
  readonly example?: unknown;
  /** The body that a request with this parameter returns in place of its usual one. */
  readonly 'x-response'?: Schema;
}

/** A body of one media type. */
export interface MediaType {
  readonly schema: Schema;
  readonly example?: unknown;
  /** Several examples, by name. */
  readonly examples?: Readonly<
    Record<string, { readonly summary: string; readonly value: unknown }>
  >;
  readonly encoding?: Readonly<Record<string, { readonly contentType: string }>>;
}

export interface RequestBody {
  readonly required: boolean;
  readonly content: Readonly<Record<string, MediaType>>;
}

export interface Header {
  readonly description: string;
  readonly schema: Schema;
}

export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header | Reference>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}

export interface OperationObject {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly tags: readonly string[];
  readonly parameters?: readonly (ParameterObject | Reference)[];
  readonly requestBody?: RequestBody;
  readonly responses: Readonly<Record<string, Response | Reference>>;
  /** The statuses of its errors, besides those that the request causes by itself. @contract C9 */
  readonly 'x-errors'?: readonly ErrorStatus[];
  /** Empty for public operations. */
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
}

export const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;
/** A method of the API. GET includes HEAD; the option `cors` adds OPTIONS. */
export type Method = (typeof methods)[number];
export type PathItem = Readonly<Partial<Record<Method, OperationObject>>>;
/** Path template -> its operations. */
export type PathsObject = Readonly<Record<string, PathItem>>;

export interface Tag {
  readonly name: string;
  readonly description: string;
}

export interface Components {
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly parameters: Readonly<Record<string, ParameterObject>>;
  readonly responses: Readonly<Record<string, Response>>;
  readonly headers: Readonly<Record<string, Header>>;
  readonly securitySchemes: Readonly<Record<string, Schema>>;
}

/** The `info` of a document. */
export interface Info {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  /** Fields that the deployment adds. */
  readonly [field: string]: unknown;
}

/**
 * A document of OpenAPI 3.1, as this service writes it. Published types of such documents allow more:
 * nearly every member is optional, and schemas are not the JSON Schemas that tools and `_schema` share.
 */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: Info;
  readonly servers: readonly { readonly url: string }[];
  readonly security: NonNullable<OperationObject['security']>;
  readonly tags: readonly Tag[];
  /** The resources and their relations, for generators of clients. */
  readonly 'x-resources': readonly ResourceExtension[];
  /** What callers may demand of writes, for generators of clients. @contract C13 */
  readonly 'x-safe-writes': Required<SafeWriteOptions>;
  readonly paths: PathsObject;
  readonly components: Components;
}

/** The media type of all responses except files. */
export const JSON_TYPE = 'application/json';
export const FORM_TYPE = 'multipart/form-data';
export const ANY_TYPE = '*/*';
