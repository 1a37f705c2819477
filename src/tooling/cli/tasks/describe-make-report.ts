import type { MakeReport } from '../../schematics/workspace/workspace.js';

/** Describes what a command has written, one line per file, and what is left to do. */
export function describeMakeReport({ created, updated, unchanged, notes }: MakeReport): string {
  return [
    ...created.map((path) => `created    ${path}`),
    ...updated.map((path) => `updated    ${path}`),
    ...unchanged.map((path) => `unchanged  ${path}`),
    ...notes,
  ].join('\n');
}
