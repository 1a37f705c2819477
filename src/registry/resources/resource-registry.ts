import { RequestError } from '../../base/errors/index.js';
import type { ResourceClass } from '../../definition/store/resource-of.js';
import type { ClassOf } from '../../base/types/compile-time.js';
import type { ResourceRequest } from '../../base/types/register.js';
import type { CompiledResource, ResourceView } from './compiled-resource.js';
import { whenKnown, type Eventual } from '../../base/when-known.js';
import { ResourceViews } from './resource-views.js';

/** All resources by their key: what every stage reads. It is filled once, at boot. */
export class ResourceRegistry {
  private byKey: ResourceView = new Map();
  private views = new ResourceViews(this.byKey);

  get resources(): readonly CompiledResource[] {
    return [...this.byKey.values()];
  }

  load(resources: readonly CompiledResource[]): void {
    if (this.byKey.size > 0) throw new TypeError('The registry is filled already.');
    this.byKey = new Map(resources.map((resource) => [resource.key, resource]));
    this.views = new ResourceViews(this.byKey);
  }

  /** Returns all resources as the caller of a request sees them. @contract C5.9 */
  viewFor(request: ResourceRequest): Eventual<ResourceView> {
    return this.views.seenBy(request);
  }

  /** Returns a resource as the caller sees it in a list, and in any place over HTTP. */
  async describedFor(
    request: ResourceRequest,
    { key }: CompiledResource,
  ): Promise<{ readonly listed: CompiledResource; readonly anywhere: CompiledResource }> {
    const [listed, anywhere] = await this.views.seenAt(request, ['index', 'http']);
    return { listed: listed!.get(key)!, anywhere: anywhere!.get(key)! };
  }

  /** Returns a resource as the caller of a request sees it. @contract C5.9 */
  seenBy(request: ResourceRequest, { key }: CompiledResource): Eventual<CompiledResource> {
    return whenKnown(this.viewFor(request), (view) => view.get(key)!);
  }

  find(key: string): CompiledResource | undefined {
    return this.byKey.get(key);
  }

  /** The resource that serializes the profile. */
  get profile(): CompiledResource | undefined {
    return this.resources.find(({ options }) => options.profile);
  }

  /** The resource that serializes an entity; the first one, where several do. */
  findByEntity(entity: ClassOf): CompiledResource | undefined {
    return this.resources.find(({ table }) => table.entity === entity);
  }

  /** @throws TypeError when the class is not registered */
  getByDefinition(definition: ResourceClass): CompiledResource {
    const found = this.resources.find(
      (resource) =>
        resource.definition === definition || resource.definition.prototype instanceof definition,
    );
    if (!found) throw new TypeError(`${definition.name} is registered by no module.`);
    return found;
  }

  /** @throws RequestError `not_found` when no resource has the key */
  get(key: string): CompiledResource {
    const found = this.byKey.get(key);
    if (!found) throw new RequestError('not_found');
    return found;
  }
}
