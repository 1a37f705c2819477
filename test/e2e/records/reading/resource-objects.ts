/** A resource object of a response; members that a test ignores may be missing. */
export interface Resource {
  readonly id: string;
  readonly type: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<Record<string, Related>>;
  readonly meta?: Readonly<Record<string, boolean>>;
  readonly pivots?: Readonly<Record<string, unknown>>;
}
export type Related = Resource | readonly Resource[] | null;

export interface Index {
  readonly meta: Readonly<Record<string, unknown>>;
  readonly links: Readonly<Record<string, string | null>>;
  readonly data: readonly Resource[];
}

/** The record of a show response. */
export const recordOf = (body: unknown): Resource => (body as { data: Resource }).data;

/** The records of an index response. */
export const recordsOf = (body: unknown): readonly Resource[] => (body as Index).data;

/** The keys of the records, in their order. */
export const keysOf = (related: Related | undefined): readonly string[] =>
  [related ?? []].flat().map(({ id }) => id);

/** The same response without any `meta` inside it. */
export const withoutMeta = <Value>(value: Value): Value =>
  JSON.parse(
    JSON.stringify(value, (key, inner: unknown) => (key === 'meta' ? undefined : inner)),
  ) as Value;

/** `resource('genres', 'sf', { label: 'Poetry' })` */
export const resource = (
  type: string,
  id: string,
  attributes: Resource['attributes'],
  more: Partial<Resource> = {},
): Resource => ({ id, type, attributes, ...more });
