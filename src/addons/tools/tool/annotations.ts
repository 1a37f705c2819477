import type { AllAnnotations } from './tool.js';

/** The hints for each kind of tool, from harmless to destructive. */
const kinds = {
  reads: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  adds: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  changes: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  destroys: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
} as const;

/**
 * Returns the hints by which a client decides whether a model may call a tool. `openWorldHint` is
 * false because these tools work only on the service's own records.
 */
export const annotationsOf = (title: string, kind: keyof typeof kinds): AllAnnotations => ({
  title,
  ...kinds[kind],
  openWorldHint: false,
});
