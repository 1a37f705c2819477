/** JSON for people: a value that fits into a line stays in one. */
export function printJson(value: unknown, indent = '', width = 100): string {
  const line = JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ');
  if (indent.length + line.length <= width || value === null || typeof value !== 'object')
    return line;
  const deeper = `${indent}  `;
  const items = Array.isArray(value)
    ? value.map((item) => deeper + printJson(item, deeper, width))
    : Object.entries(value).map(
        ([name, inner]) => `${deeper}${JSON.stringify(name)}: ${printJson(inner, deeper, width)}`,
      );
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${items.join(',\n')}\n${indent}${close}`;
}

/** Formats a response as in most pages: without the flags, which every record has. */
export const printWithoutFlags = (body: unknown): string =>
  printJson(
    JSON.parse(
      JSON.stringify(body, (key, value: unknown) =>
        key === 'meta' && isFlags(value)
          ? 'more' in value
            ? { more: value.more }
            : undefined
          : value,
      ) ?? 'null',
    ),
  );

const isFlags = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && 'authorizedToShow' in value;
