import { RequestError } from '../../../../src/base/errors/index.js';
import { defaultLimits, type Limits } from '../../../../src/options/limits.js';
import { parseResourceQuery } from '../../../../src/pipeline/request/parse-resource-query.js';
import type { QueryOperation } from '../../../../src/pipeline/request/resource-query.js';

/** The error of a rejected query: its status, the one invalid parameter and its message. */
export function refused(
  query: string,
  operation: QueryOperation = 'index',
  limits: Limits = defaultLimits,
) {
  try {
    parseResourceQuery(query, operation, limits);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const entries = Object.entries(error.errors ?? {});
    expect(entries).toHaveLength(1);
    const [[parameter, texts]] = entries as [[string, readonly string[]]];
    expect(texts).toHaveLength(1);
    return { status: error.status, code: error.code, parameter, text: texts[0] };
  }
  throw new Error(`The query was taken: ${query}`);
}
