import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { ErrorTexts } from '../../../errors/index.js';

/**
 * Returns what a schema finds wrong with a value, by the paths; empty if the value matches.
 *
 * @param root what the value itself is called
 */
export async function findIssues(
  check: StandardSchemaWithJSON,
  value: unknown,
  root: string,
): Promise<ErrorTexts> {
  const { issues = [] } = await check['~standard'].validate(value);
  const errors: Record<string, string[]> = {};
  for (const { path = [], message } of issues) {
    const name =
      path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.') || root;
    errors[name] = [...(errors[name] ?? []), message];
  }
  return errors;
}
