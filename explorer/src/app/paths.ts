/** Words that have a page of their own below `/explorer/` or `/explorer/<resource>/`. */
const taken = new Set(['map', 'new']);

/** A `~` before a name that is also the name of a page. */
const segment = (name: string): string =>
  encodeURIComponent(taken.has(name) || name.startsWith('~') ? `~${name}` : name);

/** Returns the name that a segment of a path contains. */
export const nameIn = (parameter: string | undefined): string =>
  parameter?.startsWith('~') ? parameter.slice(1) : (parameter ?? '');

/** The list of a resource. */
export const listPath = (resource: string): string => `/${segment(resource)}`;

/** The page of a record. */
export const recordPath = (resource: string, id: string): string =>
  `/${segment(resource)}/${segment(id)}`;

/** The form of a new record. */
export const newPath = (resource: string): string => `/${segment(resource)}/new`;

/** The form of an existing record. */
export const editPath = (resource: string, id: string): string =>
  `${recordPath(resource, id)}/edit`;

export const mapPath = '/map';
