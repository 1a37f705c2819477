import { Inject, Injectable, Optional } from '@nestjs/common';
import type { WriteOperation } from '../../../authorization/authorize-write.js';
import type { RequestContext } from '../../../authorization/request-context.js';
import { RequestError } from '../../../errors/index.js';
import { OPTIONS, type ResolvedOptions } from '../../../options/resource-api-options.js';
import { bulkOperationsOf, type BulkOperation } from '../../../registry/bulk-operations.js';
import type { CompiledResource } from '../../../registry/compiled-resource.js';
import { toolName } from '../../../registry/tool-names.js';
import type { JsonSchema } from '../../../rules/json-schema.js';
import type { ResourceResult } from '../../../serialization/results.js';
import { BulkAuthorizer, type BulkCall } from '../../records/bulk/bulk-authorizer.js';
import { listedKeys } from '../../records/bulk/bulk-body.js';
import { BulkRecords } from '../../records/bulk/bulk-records.js';
import { only, without } from '../arguments/key-argument.js';
import { queryStringFrom } from '../arguments/query-string-from.js';
import { BodySchemas } from '../schemas/body-schema.js';
import { keySchema, objectSchema } from '../schemas/key-schema.js';
import { QuerySchema, shapingArguments } from '../schemas/query-schema.js';
import { annotationsOf } from './annotations.js';
import { mayWrite } from './may-write.js';
import { isOffered } from './opt-in.js';
import type { Tool, ToolArguments, ToolCall, ToolFamily } from './tool.js';
import { ToolWrites, type ToolWrite } from './tool-writes.js';

/** The argument with the list, the title, the description and the kind of each tool. */
const descriptions = {
  store: ['records', 'Store records of', 'Stores several new records of', 'adds'],
  update: [
    'records',
    'Update records of',
    'Changes the fields that are sent, of several records of',
    'changes',
  ],
  delete: ['ids', 'Delete records of', 'Deletes several records, permanently, of', 'changes'],
} as const;

/**
 * The tools that write many records at once. Definitions offer each by its name only, since they
 * repeat the schemas of the tools for one record.
 *
 * @contract C13.5, C16.1
 */
@Injectable()
export class BulkTools implements ToolFamily {
  /** @param authorizer absent in deployments without bulk writes */
  constructor(
    private readonly writes: ToolWrites,
    private readonly query: QuerySchema,
    private readonly bodies: BodySchemas,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
    @Optional() private readonly authorizer?: BulkAuthorizer,
    @Optional() private readonly records?: BulkRecords,
  ) {}

  toolsOf(resource: CompiledResource): readonly Tool[] {
    const { authorizer, records } = this;
    if (!authorizer || !records) return [];
    return bulkOperationsOf(resource)
      .filter((operation) => isOffered(resource, `bulk-${operation}`))
      .map((operation) => this.tool(resource, operation, runners(authorizer, records)[operation]));
  }

  private tool(resource: CompiledResource, operation: BulkOperation, runner: Runner): Tool {
    const [list, title, description, kind] = descriptions[operation];
    const name = toolName(resource.key, `bulk-${operation}`);
    const terms = this.writes.termsBeside(new Set(), false);
    return {
      name,
      annotations: annotationsOf(`${title} ${resource.key}`, kind),
      narrowing:
        'The changes are saved; do not repeat the call. For a shorter result, use "fields" and "include".',
      mayCall: (caller) => mayWrite(caller, resource, operation),
      describe: async (caller) => {
        const context = await caller.requestContext(resource, operation);
        return {
          description: `${description} ${resource.key}: all of them, or none.`,
          inputSchema: objectSchema(
            {
              ...(await this.shapeOf(context, operation)),
              [list]: await this.listSchema(context, operation),
              ...this.writes.schemasOf(terms),
            },
            [list],
          ),
        };
      },
      run: (call) => {
        const open = (args: ToolArguments) => this.open(call, args, resource, operation, runner);
        return this.writes.run(call, { name, terms, open });
      },
    };
  }

  private async open(
    { caller }: ToolCall,
    args: ToolArguments,
    resource: CompiledResource,
    operation: BulkOperation,
    runner: Runner,
  ): Promise<ToolWrite> {
    const context = await caller.requestContext(resource, operation);
    const [list] = descriptions[operation];
    const body = args[list];
    if (!Array.isArray(body))
      throw new RequestError('validation_failed', {
        errors: { [list]: [`The ${list} field must be an array.`] },
      });
    const queryString = queryStringFrom(
      without(args, [list]),
      context.resource,
      this.options.limits,
    );
    const authorize = () => runner({ context, queryString, body }, caller.languages);
    return { context, id: null, keys: listedKeys(body, context.resource), authorize };
  }

  private async shapeOf(context: RequestContext, operation: BulkOperation) {
    if (operation === 'delete') return {};
    return only(await this.query.record(context, operation), shapingArguments);
  }

  private async listSchema(context: RequestContext, operation: BulkOperation): Promise<JsonSchema> {
    const { resource } = context;
    const items =
      operation === 'delete' ? keySchema(resource) : await this.bodySchema(context, operation);
    return { type: 'array', minItems: 1, maxItems: this.options.limits.bulk, items };
  }

  private async bodySchema(context: RequestContext, operation: WriteOperation) {
    const { properties, required } = await this.bodies.of(context, operation);
    return operation === 'store'
      ? objectSchema(properties, required)
      : objectSchema({ ...properties, id: keySchema(context.resource) }, ['id']);
  }
}

/** Runs the policy of a bulk write, and returns the write. */
type Runner = (
  call: BulkCall,
  languages: readonly string[],
) => Promise<() => Promise<ResourceResult | null>>;

const runners = (
  authorizer: BulkAuthorizer,
  records: BulkRecords,
): Readonly<Record<BulkOperation, Runner>> => ({
  async store(call, languages) {
    const authorized = await authorizer.store(call);
    return () => records.store(authorized, languages);
  },
  async update(call, languages) {
    const authorized = await authorizer.update(call);
    return () => records.update(authorized, languages);
  },
  async delete(call) {
    const authorized = await authorizer.delete(call);
    return () => records.delete(authorized).then(() => null);
  },
});
