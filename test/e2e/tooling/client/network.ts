import type { ApiOptions } from 'resource-api/client';

/**
 * What happens to a request: it is lost, its response is lost, or something else responds. Requests
 * after the last outcome reach the service.
 */
type Outcome =
  | 'lost'
  | 'response lost'
  | { readonly status: number; readonly body?: unknown; readonly retryAfter?: number };

/** A network with outages, in place of `fetch`. */
export class Network {
  readonly requests: Request[] = [];
  onResponse = (): void => {};

  constructor(private readonly outcomes: Outcome[]) {}

  /** The options of a client that uses it, and does not wait. */
  get options(): ApiOptions {
    return { fetch: (input, init) => this.fetch(input as string, init!), delay: () => 0 };
  }

  /** Adds what happens to the next request. */
  fail(outcome: Outcome): void {
    this.outcomes.push(outcome);
  }

  private async fetch(url: string, init: RequestInit): Promise<Response> {
    this.requests.push(new Request(url, { ...init, body: null }));
    const outcome = this.outcomes.shift();
    if (outcome === 'lost') throw new TypeError('fetch failed');
    if (typeof outcome === 'object') return this.respond(outcome);
    const response = await fetch(url, init);
    if (outcome === 'response lost') throw new TypeError('terminated');
    return response;
  }

  private respond({
    status,
    body = codes[status],
    retryAfter,
  }: Exclude<Outcome, string>): Response {
    this.onResponse();
    const headers = { ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }) };
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), {
      status,
      headers,
    });
  }
}

const codes: Readonly<Record<number, object>> = {
  500: { code: 'server_error', message: 'Server error.' },
  504: { code: 'statement_timeout', message: 'The database took too long to respond.' },
  503: { code: 'unavailable', message: 'The service is temporarily unavailable.' },
};
