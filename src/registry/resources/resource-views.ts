import type { ResourceRequest } from '../../base/types/register.js';
import type { Eventual } from '../../base/when-known.js';
import type { ResourceView } from './compiled-resource.js';
import {
  limitResources,
  memberOptionsOf,
  type HiddenMembers,
  type ViewPlace,
} from './limit-resources.js';

/** A member that some callers do not see. */
interface RestrictedMember {
  readonly resource: string;
  readonly name: string;
  readonly canSee: (request: ResourceRequest) => boolean | Promise<boolean>;
}

/** The most views that are kept. A view is small, and built in less than a millisecond. */
const MAX_VIEWS = 64;

/**
 * The resources as callers see them. Requests that read the same members share a view, so that what
 * later stages remember for a resource is computed once per view. If no member is restricted, every
 * request receives the resources of the registry.
 *
 * @contract C5.9, C5.10
 */
export class ResourceViews {
  private readonly restricted: readonly RestrictedMember[];
  /** Whether a member is read in some places only. */
  private readonly differsByPlace: boolean;
  /** Views by what they leave out, the most recently used last. */
  private readonly views = new Map<string, ResourceView>();

  /** @param capacity the most views that are kept */
  constructor(
    private readonly full: ResourceView,
    private readonly capacity = MAX_VIEWS,
  ) {
    const members = [...full.values()].flatMap((resource) =>
      memberOptionsOf(resource).map(([name, options]) => ({ resource, name, options })),
    );
    this.restricted = members.flatMap(({ resource, name, options: { canSee } }) =>
      canSee ? [{ resource: resource.key, name, canSee }] : [],
    );
    this.differsByPlace = members.some(({ options: { only } }) => only !== undefined);
  }

  /** Whether callers see different members. */
  private get differs(): boolean {
    return this.restricted.length > 0 || this.differsByPlace;
  }

  /** Returns the resources as the caller of this request sees them. */
  seenBy(request: ResourceRequest): Eventual<ResourceView> {
    if (!this.differs) return this.full;
    return this.seenAt(request, [placeOf(request)]).then(([view]) => view!);
  }

  /** Returns the resources as the caller sees them in each of these places. */
  async seenAt(
    request: ResourceRequest,
    places: readonly ViewPlace[],
  ): Promise<readonly ResourceView[]> {
    if (!this.differs) return places.map(() => this.full);
    const isSeen = await Promise.all(this.restricted.map(async ({ canSee }) => canSee(request)));
    const hidden = this.restricted.filter((_member, at) => !isSeen[at]);
    return places.map((place) =>
      hidden.length === 0 && !this.differsByPlace ? this.full : this.viewWithout(hidden, place),
    );
  }

  private viewWithout(hidden: readonly RestrictedMember[], place: ViewPlace): ResourceView {
    const names = hidden.map(({ resource, name }) => `${resource}.${name}`);
    const key = (this.differsByPlace ? [place, ...names] : names).join();
    const limits = { hidden: byResource(hidden), place };
    const view = this.views.get(key) ?? limitResources(this.full, limits);
    this.views.delete(key);
    this.views.set(key, view);
    const [oldest] = this.views.keys();
    if (this.views.size > this.capacity) this.views.delete(oldest!);
    return view;
  }
}

/** An action on the records of a collection takes the parameters of its index. */
function placeOf({ origin, operation, id }: ResourceRequest): ViewPlace {
  if (origin.channel === 'mcp') return 'tools';
  return operation === 'index' || (operation === 'action' && id === null) ? 'index' : 'show';
}

function byResource(hidden: readonly RestrictedMember[]): HiddenMembers {
  const names = new Map<string, Set<string>>();
  for (const { resource, name } of hidden)
    names.set(resource, (names.get(resource) ?? new Set<string>()).add(name));
  return names;
}
