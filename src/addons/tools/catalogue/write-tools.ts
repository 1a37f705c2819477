import { Inject, Injectable } from '@nestjs/common';
import type { WriteOperation } from '../../../pipeline/authorization/authorize-write.js';
import type { RecordAbilityCheck } from '../../../registry/resources/compiled-resource.js';
import { EnvelopeWriter } from '../../../serialization/envelope-writer.js';
import { ResourceOperations } from '../../../modules/records/operations/resource-operations.js';
import { RecordAuthorizer } from '../../../modules/records/authorizing/record-authorizer.js';
import type { RequestContext } from '../../../pipeline/authorization/request-context.js';
import { OPTIONS, type ResolvedOptions } from '../../../options/resource-api-options.js';
import type { CompiledResource } from '../../../registry/resources/compiled-resource.js';
import { jsonBody } from '../../../pipeline/validation/write-body.js';
import { toolName } from '../../../registry/resources/tool-names.js';
import { keyArgument, only, without } from '../schemas/key-argument.js';
import { queryStringFrom } from '../arguments/query-string-from.js';
import { bodySchema, isKey } from '../schemas/body-schema.js';
import { keySchema, objectSchema } from '../schemas/key-schema.js';
import { recordArguments, shapingOf } from '../schemas/query-schema.js';
import { annotationsOf } from '../tool/annotations.js';
import type { Caller } from '../tool/caller.js';
import { isOffered } from '../tool/opt-in.js';
import type { McpTool, ToolArguments, ToolFamily } from '../tool/tool.js';

const NARROWING =
  'The change is saved; do not repeat the call. For a shorter result, use "fields", "include" and "relatablePerPage".';

/**
 * The tools that store, update and delete records. Updates work like PATCH: only the fields sent
 * change.
 * @contract C4, C11.1
 */
@Injectable()
export class WriteTools implements ToolFamily {
  constructor(
    private readonly operations: ResourceOperations,
    private readonly authorizer: RecordAuthorizer,
    private readonly writer: EnvelopeWriter,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
  ) {}

  toolsOf(resource: CompiledResource): readonly McpTool[] {
    return [
      ...(isOffered(resource, 'store') ? [this.store(resource)] : []),
      ...(isOffered(resource, 'update') ? [this.update(resource)] : []),
      ...(isOffered(resource, 'delete') ? [this.delete(resource)] : []),
    ];
  }

  private store(resource: CompiledResource): McpTool {
    return {
      name: toolName(resource.key, 'store'),
      annotations: annotationsOf(`Store a record of ${resource.key}`, 'adds'),
      narrowing: NARROWING,
      mayCall: async (caller) => (await caller.mayEnter(resource)) && caller.mayStore(resource),
      describe: async (caller) => {
        const context = await caller.requestContext(resource, 'store');
        const { properties, required } = await bodySchema(context, 'store');
        const shape = await this.shapeOf(context, 'store');
        return {
          description: `Stores a new record of ${resource.key} and returns it.`,
          inputSchema: objectSchema({ ...shape, ...properties }, required),
        };
      },
      run: async ({ caller, args }) => {
        const context = await caller.requestContext(resource, 'store');
        const { body, queryString } = this.partsOf(context, args);
        const authorized = await this.authorizer.store({ context, queryString });
        const stored = await this.operations.store(authorized, body);
        return stored.write(this.writer);
      },
    };
  }

  private update(resource: CompiledResource): McpTool {
    return {
      name: toolName(resource.key, 'update'),
      annotations: annotationsOf(`Update a record of ${resource.key}`, 'changes'),
      narrowing: NARROWING,
      mayCall: (caller) => mayCall(caller, resource, resource.policy.update),
      describe: async (caller, { id } = {}) => {
        const known = isKey(id) ? String(id) : null;
        const context = await caller.requestContext(resource, 'update', known);
        const { properties } = await bodySchema(context, 'update', id);
        const shape = await this.shapeOf(context, 'update');
        return {
          description: `Updates a record of ${resource.key} and returns it. Only the fields that are sent change.`,
          inputSchema: objectSchema({ ...shape, ...properties, id: keySchema(resource) }, ['id']),
        };
      },
      run: async ({ caller, args }) => {
        const id = keyArgument(args);
        const context = await caller.requestContext(resource, 'update', id);
        const { body, queryString } = this.partsOf(context, without(args, ['id']));
        const authorized = await this.authorizer.update({ context, id, queryString });
        const updated = await this.operations.update(authorized, { body, whole: false });
        return updated.write(this.writer);
      },
    };
  }

  private delete(resource: CompiledResource): McpTool {
    return {
      name: toolName(resource.key, 'delete'),
      annotations: annotationsOf(`Delete a record of ${resource.key}`, 'changes'),
      narrowing: '',
      mayCall: (caller) => mayCall(caller, resource, resource.policy.delete),
      describe: () =>
        Promise.resolve({
          description: `Deletes a record of ${resource.key} by its key, permanently.`,
          inputSchema: objectSchema({ id: keySchema(resource) }, ['id']),
        }),
      run: async ({ caller, args }) => {
        const id = keyArgument(args);
        const context = await caller.requestContext(resource, 'delete', id);
        const queryString = queryStringFrom(
          without(args, ['id']),
          context.resource,
          this.options.limits,
        );
        const call = { context, id, queryString };
        await this.operations.delete(await this.authorizer.delete(call));
        return null;
      },
    };
  }

  /**
   * Separates the parameters that shape the response from the body. A parameter that has the name
   * of a member of the resource belongs to the body.
   */
  private partsOf({ resource }: RequestContext, args: ToolArguments) {
    const shaping = shapingOf(resource);
    const body = jsonBody(without(args, [...shaping]));
    const queryString = queryStringFrom(only(args, shaping), resource, this.options.limits);
    return { body, queryString };
  }

  private async shapeOf(context: RequestContext, operation: WriteOperation) {
    return only(
      await recordArguments(context, operation, this.options.limits),
      shapingOf(context.resource),
    );
  }
}

/** An ability that needs the record is checked per call; any other is checked now. */
async function mayCall(
  caller: Caller,
  resource: CompiledResource,
  ability: RecordAbilityCheck | null,
): Promise<boolean> {
  if (!ability || !(await caller.mayEnter(resource))) return false;
  return ability.usesRecord || ability.allows(caller.user, {});
}
