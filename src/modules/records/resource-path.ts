import type { ResolvedOptions } from '../../options/resource-api-options.js';
import type { CompiledResource } from '../../registry/compiled-resource.js';

/** The path of a resource's collection, as links have it. @contract C1.5 */
export const pathOf = ({ key }: CompiledResource, { publicUrl, prefix }: ResolvedOptions): string =>
  `${publicUrl ?? ''}${prefix}/${key}`;

/** The path of one of its records, as links and `Location` have it. @contract C1.5 */
export const recordPathOf = (
  resource: CompiledResource,
  key: string,
  options: ResolvedOptions,
): string => `${pathOf(resource, options)}/${encodeURIComponent(key)}`;
