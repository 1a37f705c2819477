import type {
  Method,
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  Schema,
} from '../../addons/reference/openapi/document/open-api.js';
import type { ResourceExtension } from '../../addons/reference/openapi/document/resource-extension.js';

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
    if (!Array.isArray(found['x-resources']) || !found['x-safe-writes'])
      throw new DocumentError(
        'The OpenAPI document has no members "x-resources" and "x-safe-writes". Use the document of a service that is built with this version of resource-api.',
      );
    if (found['x-resources'].length === 0)
      throw new DocumentError('The OpenAPI document does not describe any resource.');
    return new DocumentReader(found as OpenApiDocument);
  }

  get title(): string {
    return this.document.info.title;
  }

  /** The resources; at least one. */
  get resources(): readonly [ResourceExtension, ...ResourceExtension[]] {
    return this.document['x-resources'] as readonly [ResourceExtension, ...ResourceExtension[]];
  }

  /** The key of the resource of the profile; `null` without a profile. */
  get profile(): string | null {
    return this.resources.find(({ profile }) => profile)?.key ?? null;
  }

  /** What all paths start with: `/api`. */
  get prefix(): string {
    const { path, key } = this.resources[0];
    return path.slice(0, -key.length - 1);
  }

  /** What callers may demand of writes. */
  get safeWrites(): OpenApiDocument['x-safe-writes'] {
    return this.document['x-safe-writes'];
  }

  hasPath(path: string): boolean {
    return path in this.document.paths;
  }

  operation(path: string, method: Method): OperationObject | undefined {
    return this.document.paths[path]?.[method];
  }

  parametersOf({ parameters = [] }: OperationObject): readonly ParameterObject[] {
    return parameters.map((each) =>
      '$ref' in each ? this.resolve<ParameterObject>(each.$ref) : each,
    );
  }

  parameterOf(operation: OperationObject, name: string): ParameterObject | undefined {
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
