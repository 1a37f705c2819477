/** One way to be refused, as `errorCatalogue` holds it. */
interface CatalogueEntry {
  readonly status: number;
  readonly message: string;
  readonly when: string;
}

const introduction = `# Errors

Every error is JSON: \`{"message": "...", "code": "..."}\`. 400 and 422 add \`errors\`, the field or parameter with its texts;
500 adds \`request_id\`, the id that every answer also carries in its header \`x-request-id\`. The codes are stable; the
message may say more than the one below. A status that only a deployment's own code answers has the name of that status
as its code (\`payment_required\`).

Requests that are no HTTP, have headers beyond all bounds or do not arrive in time are refused before they are read:
400, 431 or 408, in plain text.
`;

/** The page `docs/reference/errors.md`, from the catalogue. @contract C9 */
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
