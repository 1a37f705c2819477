import type {
  Method,
  OpenApiDocument,
  Operation,
  Parameter,
  Schema,
} from '../reference/open-api.js';
import type { ResourceExtension } from '../reference/resource-extension.js';

/** A document that no client can be generated from. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
}

/** The parts of an OpenAPI document that a client is generated from. */
export class DocumentReader {
  constructor(private readonly document: OpenApiDocument) {}

  /**
   * Reads a document of any origin.
   *
   * @throws DocumentError if this package did not create it
   */
  static of(document: unknown): DocumentReader {
    const found = Object(document) as Partial<OpenApiDocument>;
    if (typeof found.openapi !== 'string')
      throw new DocumentError('This is not an OpenAPI document.');
    if (!Array.isArray(found['x-resources']))
      throw new DocumentError(
        'The OpenAPI document has no member "x-resources". Use the document of a service that is built with this version of resource-api.',
      );
    if (found['x-resources'].length === 0)
      throw new DocumentError('The OpenAPI document does not describe any resource.');
    return new DocumentReader(found as OpenApiDocument);
  }

  get title(): string {
    return this.document.info.title;
  }

  get resources(): readonly ResourceExtension[] {
    return this.document['x-resources'];
  }

  /** What all paths start with: `/api`. */
  get prefix(): string {
    const { path, key } = this.resources[0]!;
    return path.slice(0, -key.length - 1);
  }

  /** Whether writes take an `Idempotency-Key`. */
  get hasIdempotency(): boolean {
    return Object.values(this.document.components.parameters).some(
      ({ name }) => name === 'Idempotency-Key',
    );
  }

  hasPath(path: string): boolean {
    return path in this.document.paths;
  }

  operation(path: string, method: Method): Operation | undefined {
    return this.document.paths[path]?.[method];
  }

  parametersOf({ parameters = [] }: Operation): readonly Parameter[] {
    return parameters.map((each) => ('$ref' in each ? this.resolve<Parameter>(each.$ref) : each));
  }

  parameterOf(operation: Operation, name: string): Parameter | undefined {
    return this.parametersOf(operation).find((parameter) => parameter.name === name);
  }

  schema(name: string): Schema | undefined {
    return this.document.components.schemas[name];
  }

  /** @throws DocumentError if nothing is there */
  resolve<Part>(pointer: string): Part {
    const names = pointer.replace('#/', '').split('/');
    const found = names.reduce<unknown>(
      (part, name) => (part as Readonly<Record<string, unknown>> | undefined)?.[name],
      this.document,
    );
    if (found === undefined)
      throw new DocumentError(`The OpenAPI document has nothing at ${pointer}.`);
    return found as Part;
  }
}
