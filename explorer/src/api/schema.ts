/** A JSON Schema, as `_schema` contains it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What a value is shown and edited with. @contract C17.1 */
export type FieldKind =
  | 'text'
  | 'long_text'
  | 'number'
  | 'decimal'
  | 'boolean'
  | 'date'
  | 'instant'
  | 'enum'
  | 'image'
  | 'json'
  | 'key';

/** When a member should not be used any more, and what to use instead. */
export interface Deprecation {
  readonly since: string | null;
  readonly sunset: string | null;
  readonly use: string | null;
  readonly link: string | null;
}

/** A field, an input, a computed attribute or a pivot value. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly help: string | null;
  readonly deprecated: Deprecation | null;
  readonly kind: FieldKind;
  readonly nullable: boolean;
  readonly required: boolean;
  readonly readable: boolean;
  readonly writable: boolean;
  readonly values: readonly unknown[] | null;
  /** The to-one relation whose key it contains. */
  readonly relation: string | null;
  readonly schema: JsonSchema;
}

export interface Relation {
  readonly key: string;
  readonly kind: string;
  /** The key of the related resource; `null` for computed data. */
  readonly target: string | null;
  readonly many: boolean;
  readonly deprecated: Deprecation | null;
  readonly pivots: readonly Field[];
  readonly attach: boolean;
  readonly detach: boolean;
  readonly sync: boolean;
}

export interface Action {
  readonly uriKey: string;
  readonly name: string;
  readonly description: string;
  readonly scope: 'index' | 'show' | 'both' | 'standalone';
  readonly destructive: boolean;
  readonly deprecated: Deprecation | null;
  /** The schema of the payload; empty without one. */
  readonly schema: JsonSchema;
}

export interface DeclaredFilter {
  readonly key: string;
  readonly name: string;
  readonly schema: JsonSchema;
}

/** A field that lists can be filtered by, and how it is compared. */
export interface MatchField {
  readonly key: string;
  readonly type: string;
}

/** What is known of every resource of the caller. @contract C17.1 */
export interface Summary {
  readonly key: string;
  readonly label: string;
  /** The attribute that names a record, or `id`. */
  readonly titleField: string;
  readonly group: string | null;
  readonly searches: readonly string[];
  readonly authorizedToStore: boolean;
}

/** The members of a summary, besides the key. */
export const summaryMembers = [
  ...(['label', 'titleField', 'group', 'searches', 'authorizedToStore'] as const),
] as const;

/** The whole description of a resource, which a page loads when it shows the resource. */
export interface Resource extends Summary {
  readonly fields: readonly Field[];
  readonly relations: readonly Relation[];
  readonly actions: readonly Action[];
  readonly filters: readonly DeclaredFilter[];
  readonly sorts: readonly string[];
  readonly matches: readonly MatchField[];
  /** The media types of lists besides JSON. */
  readonly formats: readonly string[];
}

/** All resources of the caller, in the order of their declaration. */
export class Schema {
  private readonly byKey: ReadonlyMap<string, Summary>;

  constructor(readonly resources: readonly Summary[]) {
    this.byKey = new Map(resources.map((resource) => [resource.key, resource]));
  }

  /** Returns a resource; `undefined` if the caller may not use it. */
  find(key: string | null | undefined): Summary | undefined {
    return key === null || key === undefined ? undefined : this.byKey.get(key);
  }

  /** Returns the resources by their groups, the ungrouped ones first. */
  get groups(): readonly (readonly [group: string | null, resources: readonly Summary[]])[] {
    const names = [...new Set([null, ...this.resources.map(({ group }) => group)])];
    return names
      .map((name) => [name, this.resources.filter(({ group }) => group === name)] as const)
      .filter(([, resources]) => resources.length > 0);
  }
}

/** A record in a response. */
export interface ApiRecord {
  readonly id: string;
  readonly type: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<Record<string, unknown>>;
  readonly pivots?: Readonly<Record<string, unknown>>;
  readonly meta?: {
    readonly authorizedToShow: boolean;
    readonly authorizedToStore: boolean;
    readonly authorizedToUpdate: boolean;
    readonly authorizedToDelete: boolean;
  };
}

/** A numbered page. */
export interface ApiPage {
  readonly data: readonly ApiRecord[];
  readonly meta: {
    readonly current_page: number;
    readonly from: number | null;
    readonly to: number | null;
    readonly last_page: number | null;
    readonly per_page: number;
    readonly total: number | null;
  };
  readonly links: { readonly next: string | null; readonly prev: string | null };
}

/** Returns what a record is called: the value of its title field, or its key. */
export function titleOf(resource: Summary | undefined, record: ApiRecord): string {
  const value = resource && record.attributes[resource.titleField];
  return typeof value === 'string' && value.trim() !== '' && !isImagePath(value)
    ? value.replaceAll(directions, '')
    : `#${record.id}`;
}

/**
 * Characters that change the direction of what follows. Titles are parts of sentences, which they
 * would turn around.
 */
const directions = /[\u202A-\u202E\u2066-\u2069]/g;

/** Returns whether a text is the path of an image of this service, which means nothing to people. */
export const isImagePath = (text: string): boolean =>
  /^\/(?!\/)[^\s?#]+\.(?:png|jpe?g|webp|gif)$/i.test(text);

/** Returns the fields that responses contain. */
export const readableFields = (resource: Resource): readonly Field[] =>
  resource.fields.filter(({ readable, name }) => readable && name !== 'id');

/** `publishedPosts` and `published_posts` are "Published posts". */
export function relationLabel({ key }: Relation): string {
  const words = key
    .replaceAll('_', ' ')
    .replaceAll(/(?<=[a-z\d])([A-Z])/g, ' $1')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns the label of a field or a relation of a resource; its name if neither exists. */
export function memberLabel(resource: Resource | undefined, name: string): string {
  const field = resource?.fields.find((each) => each.name === name);
  const relation = resource?.relations.find(({ key }) => key === name);
  return field?.label ?? (relation ? relationLabel(relation) : name);
}

/** The label of a key that nobody chose: `user_id` is "User id". */
const plainKey = / id$/i;

/** Returns the heading of a column. A key that is shown as a title has the name of its relation. */
export function columnLabel({ relations }: Resource, { label, relation }: Field): string {
  const shown = relations.find(({ key }) => key === relation);
  return shown && plainKey.test(label) ? relationLabel(shown) : label;
}
