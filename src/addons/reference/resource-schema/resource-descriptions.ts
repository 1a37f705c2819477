import type { WriteOperation } from '../../../pipeline/authorization/authorize-write.js';
import {
  describeUnparsed,
  type RequestCaller,
  type RequestContext,
} from '../../../pipeline/authorization/request-context.js';
import { narrowingMembers, shapingMembers } from '../../../pipeline/describing/query-members.js';
import { sendableMembers } from '../../../pipeline/describing/written-members.js';
import { RequestError } from '../../../base/errors/index.js';
import { matchValueSchema } from '../openapi/parameters/match-parameters.js';
import { filterValueSchema } from '../openapi/parameters/narrowing-parameters.js';
import { ruledPayload } from '../openapi/payloads/action-payload.js';
import type {
  CompiledAction,
  CompiledRelated,
  CompiledResource,
} from '../../../registry/resources/compiled-resource.js';
import { deprecationOf } from '../../../registry/resources/deprecation.js';
import { labelOf } from '../../../registry/resources/names.js';
import { ResourceRegistry } from '../../../registry/resources/resource-registry.js';
import type { Operation, ResourceRequest } from '../../../base/types/register.js';
import { describeAction } from '../../../modules/actions/action-handler.js';
import { seenActions } from '../../../modules/actions/find-action.js';
import { describeFields, type FieldRights } from './describe-fields.js';
import { describeRelation } from './describe-relations.js';
import type { AskedMembers } from './described-members.js';
import type { DescribedAction, ResourceDescription } from './described-resource.js';
import { titleFieldOf } from './title-field.js';

/**
 * Describes resources to one caller. Every part asks the same view of the resource, the policies
 * and the callbacks of the definition, so that the description contains what the caller may use and
 * nothing else. It does not read records.
 *
 * @contract C17.1, C5.9
 */
export class ResourceDescriptions {
  /** @param formats the media types of lists besides JSON */
  constructor(
    private readonly registry: ResourceRegistry,
    private readonly formats: readonly string[],
  ) {}

  /**
   * Describes the resources whose index the caller may use, in the order of their declaration.
   *
   * @param asked the members of each description
   */
  async all(caller: RequestCaller, asked: AskedMembers): Promise<readonly AskedDescription[]> {
    const usable = await Promise.all(
      this.registry.resources.map(async (resource) => caller.authorizer.mayIndex(resource)),
    );
    const resources = this.registry.resources.filter((_resource, at) => usable[at]);
    return Promise.all(resources.map((resource) => this.describeResource(caller, resource, asked)));
  }

  /** @throws RequestError `not_found` for a key of no resource, or of one that the caller may not use */
  async one(caller: RequestCaller, key: string, asked: AskedMembers): Promise<AskedDescription> {
    const resource = this.registry.get(key);
    if (!(await caller.authorizer.mayIndex(resource))) throw new RequestError('not_found');
    return this.describeResource(caller, resource, asked);
  }

  /** Does not compute what takes time and nobody asks for. */
  private async describeResource(
    caller: RequestCaller,
    resource: CompiledResource,
    asked: AskedMembers,
  ): Promise<AskedDescription> {
    const asks = (...members: readonly (keyof ResourceDescription)[]) =>
      members.some((member) => asked.has(member));
    const request = requestOf({ ...caller, resource }, 'index');
    const { listed, anywhere } = await this.registry.describedFor(request, resource);
    const context: RequestContext = { ...caller, resource: anywhere };
    const { key, options } = resource;
    const authorizedToStore = await caller.authorizer.mayStore(resource);
    const relations = asks('fields', 'relations') ? await usableRelations(context) : [];
    const rights = asks('fields') ? await rightsOf(context, authorizedToStore, relations) : NOTHING;
    const fields = asks('fields', 'titleField') ? describeFields(anywhere, rights) : [];
    const description: AskedDescription = {
      key,
      label: options.label ?? labelOf(key),
      titleField: titleFieldOf(options.titleField, fields),
      group: options.group ?? null,
      fields,
      ...(asks('relations') && {
        relations: await Promise.all(
          relations.map((member) => describeRelation(member, requestOf(context, 'show'))),
        ),
      }),
      ...(asks('actions') && { actions: await describeActions(context) }),
      ...(asks('filters', 'sorts', 'searches', 'matches') &&
        (await describeQuery({ ...caller, resource: listed }))),
      formats: this.formats,
      authorizedToStore,
    };
    const members = Object.entries(description).filter(([name]) => asks(name as 'key'));
    return Object.fromEntries(members) as unknown as AskedDescription;
  }
}

/** The members of a description that the caller asks for. */
export type AskedDescription = Pick<ResourceDescription, 'key'> & Partial<ResourceDescription>;

const NONE: FieldRights['store'] = new Set();
const NOTHING: FieldRights = { store: NONE, update: NONE, relations: [] };

async function usableRelations(context: RequestContext): Promise<readonly CompiledRelated[]> {
  const { relations } = await shapingMembers(context, requestOf(context, 'show'));
  return relations;
}

const rightsOf = async (
  context: RequestContext,
  mayStore: boolean,
  relations: readonly CompiledRelated[],
): Promise<FieldRights> => ({
  store: mayStore ? await writableNames(context, 'store') : NONE,
  update: (await mayUpdate(context)) ? await writableNames(context, 'update') : NONE,
  relations: relations.filter((member) => member.form === 'relation'),
});

/** The request as callbacks see it, before a record is known. */
const requestOf = (context: RequestContext, operation: Operation): ResourceRequest =>
  describeUnparsed(context, operation, '', null);

/** Whether some record can be updated: only a record decides, if the policy's method takes one. */
async function mayUpdate({ resource, authorizer }: RequestContext): Promise<boolean> {
  const { update } = resource.policy;
  return update !== null && (update.usesRecord || update.allows(authorizer.user, {}));
}

async function writableNames(
  context: RequestContext,
  operation: WriteOperation,
): Promise<ReadonlySet<string>> {
  const members = await sendableMembers(context, operation, requestOf(context, operation));
  return new Set(members.map(({ name }) => name));
}

/** Describes the parameters of lists, which see a resource as lists do. @contract C5.10 */
async function describeQuery(
  context: RequestContext,
): Promise<Pick<ResourceDescription, 'filters' | 'sorts' | 'searches' | 'matches'>> {
  const request = requestOf(context, 'index');
  const { filters, sorts, searches, matches } = await narrowingMembers(context, request);
  return {
    filters: filters.map((filter) => ({
      key: filter.key,
      name: filter.name,
      schema: filterValueSchema(filter),
    })),
    sorts,
    searches: searches.map(({ key }) => key),
    matches: [...matches].map(([key, match]) => ({
      ...{ key, type: match.type },
      schema: matchValueSchema(match),
    })),
  };
}

async function describeActions(context: RequestContext): Promise<readonly DescribedAction[]> {
  const seen = await seenActions(context.resource.actions, requestOf(context, 'action'));
  return seen.map(describedAction);
}

const describedAction = (action: CompiledAction): DescribedAction => ({
  uriKey: action.uriKey,
  name: action.name,
  description: describeAction(action),
  scope: action.scope,
  deprecated: deprecationOf(action.options),
  destructive: action.options.destructive ?? false,
  schema: ruledPayload(action),
});
