import type { Type } from '@nestjs/common';
import type { ResolvedOptions } from './resource-api-options.js';

type Modules = (options: ResolvedOptions) => readonly Type[];

/**
 * A feature beside the core: a folder in `src/addons`, and a row in `src/addons/index.ts`. Nothing in
 * the core imports it; it uses Nest's own hooks and those of the core:
 *
 * - providers that the core injects if there are any: `KeptResponses`, `ShownVersions`, `PageFormats`,
 *   `DecisionObserver`, `DatabaseExtension`, `RemoteStorage`, `SharedState`,
 *   `SharedQueue`
 * - `RunObservers`, which observes the chunks of all runs, `onProgress` of a request, which follows one, and `Effects`, which reports what a request
 *   changes
 * - `traceWork` and `WorkTrace`, which reports the stages, statements and parts of a piece of work; a
 *   request has an `observation`, in which the log finds the id of its trace
 * - the mark `WritesRecords` on controllers whose writes an addon may run, and `ReadsRecords` on routes
 *   whose reads it may run
 * - the route config `describeError` and `countRequests`
 */
export interface Addon {
  /** Modules whose global guards run before those of the core. */
  readonly first?: Modules;
  /** Modules whose routes, if any, are at the root. */
  readonly modules?: Modules;
  /** Modules for applications of the framework's own; a team's own application has its own root. */
  readonly atRoot?: Modules;
  /** Modules whose routes begin with the prefix. */
  readonly prefixed?: Modules;
  /** Modules whose routes begin with a path of their own. */
  readonly mounted?: (
    options: ResolvedOptions,
  ) => readonly { readonly path: string; readonly module: Type }[];
  /** Entities of its tables. */
  readonly entities?: readonly Function[];
  /** The migrations of those tables. */
  readonly migrations?: readonly Function[];
}
