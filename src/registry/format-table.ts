/** Rows of texts in aligned columns under their headings, indented by two. */
export function formatTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const lines = [headings, ...rows];
  const widths = headings.map((_heading, column) =>
    Math.max(...lines.map((cells) => cells[column]!.length)),
  );
  const formatted = lines.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
  const rule = widths.map((width) => '-'.repeat(width)).join('  ');
  return [formatted[0]!, rule, ...formatted.slice(1)].map((line) => `  ${line}`).join('\n');
}
