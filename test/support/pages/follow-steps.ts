import type { Block, Page, Step } from './page.js';

/** What a step leads to. */
export interface Outcome {
  /** Of the response to a request. */
  readonly status?: number;
  /** Formatted as in the page. */
  readonly output: string;
}

const titleOf = (step: Step): string => {
  if (step.kind === 'request') {
    const { method, path, account, status } = step.request;
    return `${method} ${path}${account === null ? '' : ` of ${account}`}: ${status}`;
  }
  if (step.kind === 'shell' || step.kind === 'sql') return step.script.split('\n', 1)[0]!;
  return step.kind === 'other' ? step.language : `${step.kind} ${step.path}`;
};

/**
 * Registers a test for each of these steps of a page, in their order: it has the status and the
 * output that the page shows. With `UPDATE_DOCS=1` the page gets the actual output.
 *
 * @param follow does the step
 *
 * @param options `comparable` formats what differs between databases alike; `timeout` of a step
 */
export function followSteps<Followed extends Step>(
  page: Page,
  steps: readonly Followed[],
  follow: (step: Followed) => Promise<Outcome>,
  { comparable = (text: string) => text, timeout = undefined as number | undefined } = {},
): void {
  it.each(steps.map((step) => [titleOf(step), step] as const))(
    'works as shown: %s',
    async (_title, step) => {
      const { status, output } = await follow(step);
      if (step.kind === 'request')
        expect({ status, output }).toMatchObject({ status: step.request.status });
      const shown: Block | null = 'output' in step ? step.output : null;
      if (shown !== null) expect(comparable(output)).toBe(comparable(page.expected(shown, output)));
    },
    timeout,
  );
}
