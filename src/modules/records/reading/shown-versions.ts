import type { CompiledResource } from '../../../registry/resources/compiled-resource.js';

/** A hook for the feature that shows versions of records. Without it, no response has one. */
export abstract class ShownVersions {
  /** Whether responses carry versions. */
  abstract readonly areServed: boolean;
  /** Returns the version that callers see for the version of a row. */
  abstract versionFrom(resource: CompiledResource, rowVersion: unknown): string;
}
