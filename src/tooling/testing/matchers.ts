import type { TestResponse } from './test-client.js';

interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/** The matchers, as types: see `resource-api/testing/jest` and `resource-api/testing/vitest`. */
export interface ResourceMatchers<Result = unknown> {
  /** The response is 403 with the code `unauthorized`. */
  toBeForbidden(): Result;
  /** The response is 404 with the code `not_found`: the caller may not know of the record. */
  toBeNotFound(): Result;
  /**
   * The response is a validation error of exactly these fields, or of these fields with these
   * messages: `toHaveErrors(['title'])`, `toHaveErrors({ title: 'The title is required.' })`.
   */
  toHaveErrors(fields: readonly string[] | Readonly<Record<string, string>>): Result;
  /** The request ran this many SQL statements, that of the token included. */
  toHaveStatements(count: number): Result;
}

interface ErrorBody {
  readonly code?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}

const bodyOf = ({ body }: TestResponse): ErrorBody => body ?? {};

const responseText = ({ status, body }: TestResponse): string =>
  `${status} ${JSON.stringify(body)}`;

function hasError(response: TestResponse, status: number, code: string): MatcherResult {
  const pass = response.status === status && bodyOf(response).code === code;
  const expected = `${status} with the code "${code}"`;
  return {
    pass,
    message: () =>
      `The response is${pass ? '' : ` not ${expected}, but`} ${responseText(response)}`,
  };
}

/** Matchers for responses: `expect.extend(resourceMatchers)`, in Jest and in Vitest. */
export const resourceMatchers = {
  toBeForbidden: (response: TestResponse) => hasError(response, 403, 'unauthorized'),

  toBeNotFound: (response: TestResponse) => hasError(response, 404, 'not_found'),

  toHaveErrors(
    response: TestResponse,
    expected: readonly string[] | Readonly<Record<string, string>>,
  ): MatcherResult {
    const { errors = {} } = bodyOf(response);
    const messages = Array.isArray(expected) ? {} : (expected as Readonly<Record<string, string>>);
    const fields = Array.isArray(expected)
      ? (expected as readonly string[])
      : Object.keys(messages);
    const isSame = [...fields].sort().join() === Object.keys(errors).sort().join();
    const areSaid = Object.entries(messages).every(([field, message]) =>
      errors[field]?.includes(message),
    );
    const pass = isSame && areSaid;
    return {
      pass,
      message: () =>
        `The response ${pass ? 'has' : `does not have the errors ${JSON.stringify(expected)}, but is`} ${responseText(response)}`,
    };
  },

  toHaveStatements({ statements }: TestResponse, count: number): MatcherResult {
    const pass = statements.length === count;
    return {
      pass,
      message: () =>
        `The request ran ${statements.length} statements${pass ? '' : `, not ${count}`}:\n${statements.join('\n')}`,
    };
  },
};
