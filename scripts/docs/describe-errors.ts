/** An entry of `errorCatalogue`. */
interface CatalogueEntry {
  readonly status: number;
  readonly message: string;
  readonly when: string;
}

const introduction = `# Errors

Generated from the catalogue of errors (\`npm run docs\`).

Every error is a JSON object: \`{"message": "...", "code": "..."}\`. 400 and 422 add \`errors\`, the messages per field or
parameter. 500 adds \`request_id\`, which is also in the header \`x-request-id\` of every response. The codes are stable; the
message may be more precise than in the table. If custom code of the deployment returns another status, the code is the name
of that status (\`payment_required\`).

Requests that are not HTTP, have oversized headers or do not arrive in time are rejected before they are parsed: with 400,
431 or 408, in plain text.
`;

/** Returns the page `docs/reference/errors.md`. @contract C9 */
export function describeCatalogue(catalogue: Readonly<Record<string, CatalogueEntry>>): string {
  const rows = Object.entries(catalogue).map(describeEntry);
  return [
    introduction,
    '| Status | Code | Message | When |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

const describeEntry = ([code, { status, message, when }]: [string, CatalogueEntry]) =>
  `| ${status} | \`${code}\` | ${message} | ${when} |`;
