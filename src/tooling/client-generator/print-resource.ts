import { schemaNames } from '../../addons/reference/openapi/document/components.js';
import {
  FORM_TYPE,
  JSON_TYPE,
  type Method,
  type OperationObject,
  type Schema,
} from '../../addons/reference/openapi/document/open-api.js';
import type {
  RelationExtension,
  ResourceExtension,
} from '../../addons/reference/openapi/document/resource-extension.js';
import type { ActionPlace } from '../../pipeline/describing/action-members.js';
import type { DocumentReader } from './document-reader.js';
import {
  literal,
  member,
  TypePrinter,
  union,
  type DescribedPart,
  type Direction,
} from './print-type.js';

type Properties = Readonly<Record<string, Schema>>;

/** Prints what the client knows of a resource: an object type. */
export class ResourcePrinter {
  private readonly index: OperationObject;

  constructor(
    private readonly document: DocumentReader,
    private readonly resource: ResourceExtension,
  ) {
    this.index = document.operation(resource.path, 'get')!;
  }

  print(): string {
    const { key, with: always } = this.resource;
    return object([
      member('attributes', this.printSchema(schemaNames.attributes(key), 'response')),
      member(
        'store',
        this.printPayload(this.bodyOf('', 'post'), this.bodyOf('', 'post', FORM_TYPE)),
      ),
      member('update', this.printPayload(this.bodyOf('/{id}', 'put'))),
      member(
        'patch',
        this.printPayload(this.bodyOf('/{id}', 'patch'), this.bodyOf('/{id}', 'post', FORM_TYPE)),
      ),
      member('relations', this.printRelations()),
      member('alwaysIncluded', union(always.map(literal))),
      member('matches', this.printMatches()),
      member('sorts', this.printSorts()),
      member('filters', this.printFilters()),
      member('search', this.hasParameter('search') ? 'string' : 'never'),
      member('collectionActions', this.printActions('collection')),
      member('recordActions', this.printActions('record')),
    ]);
  }

  /** A body, in which an image is also a file: the client sends it as a form then. */
  private printPayload(json: Schema, form: Schema = {}): string {
    const files = propertiesOf(form);
    const properties = Object.entries(propertiesOf(json)).map(([name, schema]) => {
      const file = files[name];
      const isFile = file?.format === 'binary';
      const { description, deprecated } = schema;
      const either = { description, deprecated, anyOf: [schema, file] };
      return [name, isFile ? either : schema] as const;
    });
    return this.printer('body').print({ ...json, properties: Object.fromEntries(properties) });
  }

  private printRelations(): string {
    const { key, relations } = this.resource;
    const described = propertiesOf(this.schema(schemaNames.relationships(key)));
    return object(
      relations.map((relation) =>
        member(relation.key, this.printRelation(relation), ifDeprecated(described[relation.key])),
      ),
    );
  }

  private printRelation(relation: RelationExtension): string {
    const { key, kind, target, many, columns, attachable } = relation;
    if (kind === null || target === null) return 'AnyData';
    const selected = columns === null ? [] : [union(columns.map(literal))];
    if (!attachable)
      return `${many ? 'Many' : 'One'}<${[literal(target), ...selected].join(', ')}>`;
    const owner = this.resource.key;
    const pivots = this.document.schema(schemaNames.pivots(owner, key));
    const link = this.printSchema(schemaNames.linking(owner, key, 'patch'), 'body');
    const values = pivots ? this.printer('response').print(pivots) : 'null';
    return `ManyToMany<${[literal(target), values, link, ...selected].join(', ')}>`;
  }

  private printMatches(): string {
    const attributes = propertiesOf(this.schema(schemaNames.attributes(this.resource.key)));
    const matches = this.document.parametersOf(this.index).flatMap((parameter) => {
      const { name, schema } = parameter;
      const [, field] = /^filter\[([^[\]]+)\]$/.exec(name) ?? [];
      if (field === undefined) return [];
      const attribute = this.resolved(attributes[field] ?? {});
      const match = printMatch(propertiesOf(this.resolved(schema)), attribute);
      return [member(field, match, ifDeprecated(parameter))];
    });
    return object(matches);
  }

  private printSorts(): string {
    const { items } = (this.document.parameterOf(this.index, 'sort')?.schema ?? {}) as {
      readonly items?: { readonly enum?: readonly string[] };
    };
    return union((items?.enum ?? []).filter((name) => !name.startsWith('-')).map(literal));
  }

  private printFilters(): string {
    const { schema } = this.document.parameterOf(this.index, 'filters') ?? {};
    const list = (schema?.contentSchema ?? {}) as Schema;
    const items = (list.items ?? {}) as Schema;
    const declared = (items.anyOf ?? [items]) as readonly Schema[];
    return object(
      declared.flatMap((schema) => {
        const { key, value } = propertiesOf(schema);
        if (!key || !value) return [];
        return [member(String(key.const), this.printer('body').print(value))];
      }),
    );
  }

  private printActions(place: ActionPlace): string {
    const { key, path } = this.resource;
    const at = place === 'record' ? `${path}/{id}/actions` : `${path}/actions`;
    const run = this.document.operation(at, 'post');
    const action = run && this.document.parameterOf(run, 'action');
    const names = (action?.schema?.enum ?? []) as readonly string[];
    return object(
      names.map((name) => {
        const payload = this.schema(schemaNames.action(key, name, place));
        const body = this.printer('body').print(payload);
        const response = this.document.schema(schemaNames.actionResponse(key, name, place));
        const result = response ? this.printer('response').print(response) : 'unknown';
        const parts = [member('body', body), member('result', result)];
        return member(name, object(parts), ifDeprecated(payload));
      }),
    );
  }

  /** Returns the schema of the body of an operation of the resource. */
  private bodyOf(path: string, method: Method, type = JSON_TYPE): Schema {
    const { requestBody } = this.document.operation(this.resource.path + path, method) ?? {};
    return this.resolved(requestBody?.content[type]?.schema ?? {});
  }

  private resolved(schema: Schema): Schema {
    const { $ref } = schema;
    return typeof $ref === 'string' ? this.document.resolve<Schema>($ref) : schema;
  }

  private hasParameter(name: string): boolean {
    return this.document.parameterOf(this.index, name) !== undefined;
  }

  private printSchema(name: string, direction: Direction): string {
    return this.printer(direction).print(this.schema(name));
  }

  private schema(name: string): Schema {
    return this.document.schema(name) ?? {};
  }

  private printer(direction: Direction): TypePrinter {
    return new TypePrinter((pointer) => this.document.resolve<Schema>(pointer), direction);
  }
}

/** Returns an object type, each member in lines of its own. */
const object = (members: readonly string[]): string =>
  members.length === 0 ? '{}' : `{\n${members.join('\n')}\n}`;

const propertiesOf = (schema: Schema | undefined): Properties =>
  (schema?.properties ?? {}) as Properties;

/** Only deprecated relations, matches and actions have a comment. */
const ifDeprecated = (part: DescribedPart | undefined): DescribedPart | undefined =>
  part?.deprecated === true ? part : undefined;

/** The operators that the types of the client contain. */
const known = ['eq', 'gt', 'gte', 'lt', 'lte', 'in', 'nin', 'like'];

/** Returns the type of a match: of its values, and of operators that the client does not know. */
function printMatch(operators: Properties, attribute: Schema | undefined): string {
  const [name, value] = matchOf(operators, attribute);
  const more = Object.keys(operators).filter((operator) => !known.includes(operator));
  const parameters = [
    ...(value !== null ? [value] : name === 'TextMatch' && more.length > 0 ? ['string'] : []),
    ...(more.length > 0 ? [union(more.map(literal))] : []),
  ];
  return parameters.length > 0 ? `${name}<${parameters.join(', ')}>` : name;
}

/** A field is compared with values of its own type; a key and a decimal also with numbers. */
function matchOf(
  operators: Properties,
  attribute: Schema | undefined,
): readonly [name: string, value: string | null] {
  if (!('gt' in operators)) return ['BooleanMatch', null];
  if ('like' in operators) {
    const values = (attribute?.enum as readonly unknown[] | undefined)?.filter(
      (value) => value !== null,
    );
    return ['TextMatch', values ? union(values.map(literal)) : null];
  }
  const accepted = [operators.eq?.type].flat();
  if (!accepted.includes('number')) return ['OrderedMatch', 'string | Date'];
  const types = [attribute?.type].flat();
  const isNumber = types.includes('number') || types.includes('integer');
  return ['OrderedMatch', isNumber ? 'number' : 'string | number'];
}
