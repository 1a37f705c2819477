import { RequestError } from '../errors/index.js';
import type { CompiledResource } from '../registry/compiled-resource.js';
import { notDeleted, resolveCondition } from './resolve-condition.js';
import { allOf, NOTHING, type ResolvedCondition } from './resolved-condition.js';

/**
 * What one user may do, asked of the policies at most once a resource and remembered for the length
 * of a request.
 *
 * @contract C4.4
 */
export class Authorizer {
  private readonly abilities = new Map<CompiledResource, Promise<boolean> | boolean>();
  private readonly stores = new Map<CompiledResource, Promise<boolean> | boolean>();
  private readonly scopes = new Map<CompiledResource, ResolvedCondition | null>();
  private readonly shown = new Map<CompiledResource, Map<unknown, Promise<boolean> | boolean>>();

  constructor(readonly user: unknown) {}

  /** May the user come to the collection at all? */
  mayIndex(resource: CompiledResource): Promise<boolean> | boolean {
    return memoize(this.abilities, resource, () => resource.policy.index?.(this.user) ?? false);
  }

  /** @throws RequestError `unauthorized` when the collection's gate refuses */
  async authorize(resource: CompiledResource): Promise<void> {
    if (!(await this.mayIndex(resource))) throw new RequestError('unauthorized');
  }

  mayStore(resource: CompiledResource): Promise<boolean> | boolean {
    return memoize(this.stores, resource, () => resource.policy.store?.(this.user) ?? false);
  }

  /** The rows that the user may see, without those that are soft-deleted. */
  scope(resource: CompiledResource): ResolvedCondition {
    const known = this.scopes.get(resource);
    if (known) return known;
    if (known === null) throw new TypeError(`The scope of ${resource.name} leads back to itself.`);
    this.scopes.set(resource, null);
    const scope = this.resolveScope(resource);
    this.scopes.set(resource, scope);
    return scope;
  }

  /** What `show` said of each record, by its key. */
  shownOf(resource: CompiledResource): Map<unknown, Promise<boolean> | boolean> {
    return memoize(this.shown, resource, () => new Map<unknown, Promise<boolean> | boolean>());
  }

  private resolveScope(resource: CompiledResource): ResolvedCondition {
    const declared = resource.policy.scope?.(this.user);
    const visible = declared
      ? resolveCondition(declared, resource, (other) => this.scope(other))
      : NOTHING;
    return allOf([visible, notDeleted(resource)]);
  }
}

/** What is known under the key already, or is asked for now. */
export function memoize<Key, Result>(
  results: Map<Key, Result>,
  key: Key,
  compute: () => Result,
): Result {
  const known = results.get(key);
  if (known !== undefined) return known;
  const result = compute();
  results.set(key, result);
  return result;
}
