import type { AllAnnotations } from './tool.js';

/** What tools do, from the most harmless on. */
const kinds = {
  reads: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  adds: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  changes: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  destroys: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
} as const;

/**
 * What a client is told before it lets a model call; nothing here reaches beyond the service's own
 * records.
 */
export const annotationsOf = (title: string, kind: keyof typeof kinds): AllAnnotations => ({
  title,
  ...kinds[kind],
  openWorldHint: false,
});
