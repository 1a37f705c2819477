import type { ActionOptions } from '../../definition/contracts/action.js';
import type { ResourceOptions } from '../../definition/contracts/options.js';

type NamesOf<Options> = Options extends unknown ? keyof Options : never;

/**
 * The compiler keeps these lists whole; it lets other names through, where a decorator is generic.
 */
const resource: Readonly<Record<keyof ResourceOptions, true>> = {
  uriKey: true,
  label: true,
  titleField: true,
  group: true,
  policy: true,
  actions: true,
  filters: true,
  hooks: true,
  operations: true,
  logged: true,
  tools: true,
  profile: true,
  with: true,
  perPage: true,
  defaultRelatablePerPage: true,
};
const action: Readonly<Record<NamesOf<ActionOptions>, true>> = {
  uriKey: true,
  name: true,
  description: true,
  deprecated: true,
  destructive: true,
  external: true,
  chunkCount: true,
  transaction: true,
  background: true,
  validate: true,
  onlyOnIndex: true,
  onlyOnShow: true,
  standalone: true,
  rules: true,
  payload: true,
  response: true,
};

/** Every option of `@Resource`. */
export const resourceOptionNames: readonly string[] = Object.keys(resource);
/** Every option of `@Action`. @spec Action definition properties */
export const actionOptionNames: readonly string[] = Object.keys(action);
