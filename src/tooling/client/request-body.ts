/** A body, and the type of its content; the browser adds the type of a form. */
export interface EncodedBody {
  readonly content: string | FormData;
  readonly type: string | null;
}

/** Returns the body as JSON, or as a form if one of its members is a file. @contract C4.1, C10 */
export function encodeBody(body: unknown): EncodedBody {
  return hasFiles(body)
    ? { content: formOf(body), type: null }
    : { content: JSON.stringify(body), type: 'application/json' };
}

/** Returns whether the body has a file, so that it can only be sent as a form. */
export const hasFiles = (body: unknown): body is object =>
  typeof body === 'object' && body !== null && Object.values(body).some(isFile);

const isFile = (value: unknown): value is Blob => value instanceof Blob;

/** The parts are read by the types of their columns: an empty one is null. @contract C4.1 */
function formOf(body: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body) as [string, unknown][]) {
    if (value === undefined) continue;
    if (isFile(value)) form.append(name, value);
    else form.append(name, partOf(value));
  }
  return form;
}

function partOf(value: unknown): string {
  if (value === null) return '';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
