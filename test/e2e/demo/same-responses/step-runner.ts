import { form } from '../../../support/forms.js';
import type { Service } from '../../../support/service.js';
import type { Step } from './script.js';

/** The headers that matter; the others contain lengths and dates. */
const comparedHeaders = [
  'content-type',
  'location',
  'allow',
  'www-authenticate',
  'retry-after',
  'cache-control',
];

/** Every date of the demo's seed is older, and every clock later. */
const SEEDED_BEFORE = '2025-09';

/**
 * Runs the script's requests on the demo, and passes each on with its response, as the page
 * contains them.
 */
export class StepRunner {
  private readonly kept = new Map<string, string>();

  constructor(private readonly service: Service) {}

  /** The request in a line, followed by the status with the headers, and the body as received. */
  async run(step: Step): Promise<string> {
    const { as, method, body } = step;
    const sent = step.form ? form(...step.form) : this.json(body);
    const token = as === null ? undefined : await this.service.tokenOf(as);
    const response = await this.service.request({
      method,
      url: encodeURI(this.filled(step.path)).replaceAll('%25', '%'),
      headers: {
        'user-agent': 'script',
        ...sent?.headers,
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(sent && { payload: sent.payload }),
    });
    this.keep(step, response.headers.location, response.body);
    const headers = comparedHeaders.filter((name) => name in response.headers);
    const lines = headers.map((name) => `${name}: ${String(response.headers[name])}`);
    const responses = response.headers['content-type']?.toString().startsWith('image/')
      ? '(picture)'
      : response.body;
    return this.normalized([`${response.statusCode} ${lines.join('; ')}`, responses].join('\n'));
  }

  private json(body: unknown) {
    if (body === undefined) return undefined;
    const payload = typeof body === 'string' ? body : JSON.stringify(body);
    return { payload: this.filled(payload), headers: { 'content-type': 'application/json' } };
  }

  private filled(text: string): string {
    return text.replace(
      /\{(\w+)\}/g,
      (placeholder, name: string) => this.kept.get(name) ?? placeholder,
    );
  }

  private keep({ keep }: Step, location: unknown, body: string): void {
    if (keep === undefined) return;
    const [name, found] =
      typeof keep === 'string'
        ? [keep, String(location).split('/').at(-1)]
        : [keep[0], keep[1].exec(body)?.[1]];
    if (!found) throw new Error(`Nothing to keep as ${name} in ${body}.`);
    this.kept.set(name, found);
  }

  /** Random values and times have the same name in every run. */
  private normalized(text: string): string {
    return (
      text
        .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, (instant) =>
          instant < SEEDED_BEFORE ? instant : '<now>',
        )
        .replace(/(?<=\/storage\/\w+\/[\w-]+\/)[\w-]{22}/g, '<chance>')
        // MariaDB increments its counter after a statement that stores several rows.
        .replace(/"id":"\d+","type":"action_logs"/g, '"id":"<counted>","type":"action_logs"')
        .replace(/"batch_id":"[\w-]+"/g, '"batch_id":"<chance>"')
        .replace(/"request_id":"[\w-]+"/g, '"request_id":"<chance>"')
        .replaceAll(this.kept.get('company') ?? '<company>', '<company>')
        .replaceAll(this.kept.get('logoed') ?? '<logoed>', '<logoed>')
    );
  }
}
