/**
 * The client of the demo, for functions that tests evaluate in a page. They find it as `client`,
 * because they cannot refer to imports.
 */
import { isApiError, type ApiError, type ApiOptions } from 'resource-api/client';
import { createApi } from '../../../demo/client/api.js';

/** A response, as far as the page can read it. */
export interface SeenResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Creates a client, and lists the responses that it receives. */
function observe(options: ApiOptions) {
  const responses: SeenResponse[] = [];
  const observed: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    responses.push({ status: response.status, headers: Object.fromEntries(response.headers) });
    return response;
  };
  return { api: createApi({ ...options, fetch: observed }), responses };
}

/** Returns the error of a request that fails. */
async function failureOf(request: Promise<unknown>): Promise<ApiError> {
  const error = await request.then(
    () => new Error('The request did not fail.'),
    (cause: unknown) => cause,
  );
  if (!isApiError(error)) throw error;
  return error;
}

const client = { createApi, observe, failureOf };
export type ClientInPage = typeof client;
Object.assign(globalThis, { client });
