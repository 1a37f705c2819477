import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { ErrorTexts } from '../../../base/errors/index.js';

/**
 * Returns a value's faults by path; empty if the value matches the schema.
 *
 * @param root the name of the value itself
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
