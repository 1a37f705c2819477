const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Returns a value as text of a page, or inside a quoted attribute. */
export const escaped = (value: string): string =>
  value.replace(/[&<>"]/g, (character) => entities[character]!);
