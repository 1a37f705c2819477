import { Inject, Injectable } from '@nestjs/common';
import { keyIn } from '../../../modules/records/lookups/column-values.js';
import { EnvelopeWriter } from '../../../serialization/envelope-writer.js';
import { ResourceOperations } from '../../../modules/records/operations/resource-operations.js';
import { RecordAuthorizer } from '../../../modules/records/authorizing/record-authorizer.js';
import { ReadRecords } from '../../../modules/records/reading/read-records.js';
import { OPTIONS, type ResolvedOptions } from '../../../options/resource-api-options.js';
import type { CompiledResource } from '../../../registry/resources/compiled-resource.js';
import { toolName } from '../../../registry/resources/tool-names.js';
import { keyArgument, without } from '../schemas/key-argument.js';
import { queryStringFrom } from '../arguments/query-string-from.js';
import { keySchema, objectSchema } from '../schemas/key-schema.js';
import { pageArguments, recordArguments } from '../schemas/query-schema.js';
import { annotationsOf } from '../tool/annotations.js';
import type { RequestContext } from '../../../pipeline/authorization/request-context.js';
import type { Caller } from '../tool/caller.js';
import { isOffered } from '../tool/opt-in.js';
import type { McpTool, ToolFamily } from '../tool/tool.js';

const LESS_OF_A_RECORD =
  'To get less, use "fields", "include" with columns in brackets, or "relatablePerPage".';
const LESS_OF_A_PAGE = `${LESS_OF_A_RECORD} Or request smaller pages with "perPage".`;

/** The tools that read a page of records, one record, or the caller's own. @contract C11.1 */
@Injectable()
export class ReadTools implements ToolFamily {
  constructor(
    private readonly records: ReadRecords,
    private readonly operations: ResourceOperations,
    private readonly authorizer: RecordAuthorizer,
    private readonly writer: EnvelopeWriter,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
  ) {}

  toolsOf(resource: CompiledResource): readonly McpTool[] {
    return [
      ...(resource.options.profile && isOffered(resource, 'profile')
        ? [this.profile(resource)]
        : []),
      ...(isOffered(resource, 'index') ? [this.index(resource)] : []),
      ...(isOffered(resource, 'show') ? [this.show(resource)] : []),
    ];
  }

  /** Reading one's own record needs no ability. @contract C3.2 */
  private profile(resource: CompiledResource): McpTool {
    return {
      name: toolName(resource.key, 'profile'),
      annotations: annotationsOf('Own profile', 'reads'),
      narrowing: LESS_OF_A_RECORD,
      mayCall: () => Promise.resolve(true),
      describe: async (caller) => ({
        description:
          'Returns the record of the user on whose behalf you act, with the relations named in "include".',
        inputSchema: objectSchema(
          await recordArguments(
            await this.profileOf(caller, resource),
            'profile',
            this.options.limits,
          ),
        ),
      }),
      run: async ({ caller, args }) => {
        const key = keyIn(caller.user, resource);
        const context = await this.profileOf(caller, resource);
        const queryString = queryStringFrom(args, context.resource, this.options.limits);
        const found = await this.records.profile(context, key, queryString);
        return found.write(this.writer);
      },
    };
  }

  private profileOf(caller: Caller, resource: CompiledResource): Promise<RequestContext> {
    return caller.requestContext(resource, 'profile', String(keyIn(caller.user, resource)));
  }

  private index(resource: CompiledResource): McpTool {
    return {
      name: toolName(resource.key, 'index'),
      annotations: annotationsOf(`List ${resource.key}`, 'reads'),
      narrowing: LESS_OF_A_PAGE,
      mayCall: (caller) => caller.mayEnter(resource),
      describe: async (caller) => ({
        description: `Returns a page of the ${resource.key} that the user may see. Supports search, matches, filters and sorting.`,
        inputSchema: objectSchema(
          await pageArguments(await caller.requestContext(resource, 'index'), this.options.limits),
        ),
      }),
      run: async ({ caller, args }) => {
        const context = await caller.requestContext(resource, 'index');
        const queryString = queryStringFrom(args, context.resource, this.options.limits);
        return (await this.operations.index(context, queryString)).write(this.writer);
      },
    };
  }

  private show(resource: CompiledResource): McpTool {
    return {
      name: toolName(resource.key, 'show'),
      annotations: annotationsOf(`Show a record of ${resource.key}`, 'reads'),
      narrowing: LESS_OF_A_RECORD,
      mayCall: (caller) => caller.mayEnter(resource),
      describe: async (caller) => ({
        description: `Returns a record of ${resource.key} by its key, with the relations named in "include".`,
        inputSchema: objectSchema(
          {
            id: keySchema(resource),
            ...(await recordArguments(
              await caller.requestContext(resource, 'show'),
              'show',
              this.options.limits,
            )),
          },
          ['id'],
        ),
      }),
      run: async ({ caller, args }) => {
        const id = keyArgument(args);
        const context = await caller.requestContext(resource, 'show', id);
        const queryString = queryStringFrom(
          without(args, ['id']),
          context.resource,
          this.options.limits,
        );
        const call = { context, id, queryString };
        return (await this.operations.show(await this.authorizer.show(call))).write(this.writer);
      },
    };
  }
}
