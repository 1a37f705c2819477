/** One part of a form; with a `filename` it is a file. */
export interface FormPart {
  readonly name?: string;
  readonly filename?: string;
  readonly type?: string;
  readonly content?: string | Buffer;
}

/** A form with its headers and body. */
export interface Form {
  readonly payload: Buffer;
  readonly headers: { readonly 'content-type': string };
}

const BOUNDARY = 'form-boundary';

/** A `multipart/form-data` body, written exactly as given: names may be duplicate, or missing. */
export function form(...parts: readonly FormPart[]): Form {
  const pieces = parts.flatMap((part) => [headOf(part), part.content ?? '', '\r\n']);
  return {
    payload: Buffer.concat([...pieces, `--${BOUNDARY}--\r\n`].map((piece) => Buffer.from(piece))),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  };
}

function headOf({ name, filename, type }: FormPart): string {
  const disposition = [
    'form-data',
    ...(name === undefined ? [] : [`name="${name}"`]),
    ...(filename === undefined ? [] : [`filename="${filename}"`]),
  ].join('; ');
  const head = [
    `--${BOUNDARY}`,
    `Content-Disposition: ${disposition}`,
    ...(type ? [`Content-Type: ${type}`] : []),
  ];
  return [...head, '', ''].join('\r\n');
}
