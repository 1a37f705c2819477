/** What an action that runs after its response can be. @contract C14.1 */
export const runStatuses = [
  'queued',
  'running',
  'cancelling',
  'finished',
  'failed',
  'cancelled',
] as const;
export type RunStatus = (typeof runStatuses)[number];
