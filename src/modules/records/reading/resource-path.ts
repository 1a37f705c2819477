import type { ResolvedOptions } from '../../../options/resource-api-options.js';
import type { CompiledResource } from '../../../registry/resources/compiled-resource.js';

/** Returns the path of a resource's collection for links. @contract C1.5 */
export const collectionPathOf = (
  { key }: CompiledResource,
  { publicUrl, prefix }: ResolvedOptions,
): string => `${publicUrl ?? ''}${prefix}/${key}`;

/** Returns the path of a record for links and `Location`. @contract C1.5 */
export const recordPathOf = (
  resource: CompiledResource,
  key: string,
  options: ResolvedOptions,
): string => `${collectionPathOf(resource, options)}/${encodeURIComponent(key)}`;
