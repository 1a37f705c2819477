import { Inject, Injectable } from '@nestjs/common';
import type { WriteOperation } from '../../../authorization/authorize-write.js';
import type { RequestContext } from '../../../authorization/request-context.js';
import { OPTIONS, type ResolvedOptions } from '../../../options/resource-api-options.js';
import type { CompiledResource } from '../../../registry/compiled-resource.js';
import { toolName } from '../../../registry/tool-names.js';
import { jsonBody } from '../../../validation/write-body.js';
import { ResourceOperations } from '../../records/operations/resource-operations.js';
import { RecordAuthorizer } from '../../records/record-authorizer.js';
import { keyArgument, only, without } from '../arguments/key-argument.js';
import { queryStringFrom } from '../arguments/query-string-from.js';
import type { TermName } from '../arguments/write-terms.js';
import { BodySchemas, isKey } from '../schemas/body-schema.js';
import { keySchema, objectSchema } from '../schemas/key-schema.js';
import { membersOf, QuerySchema, shapingOf } from '../schemas/query-schema.js';
import { annotationsOf } from './annotations.js';
import { mayWrite } from './may-write.js';
import { isOffered } from './opt-in.js';
import type { Tool, ToolArguments, ToolFamily } from './tool.js';
import { ToolWrites } from './tool-writes.js';

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
    private readonly writes: ToolWrites,
    private readonly query: QuerySchema,
    private readonly bodies: BodySchemas,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
  ) {}

  toolsOf(resource: CompiledResource): readonly Tool[] {
    return [
      ...(isOffered(resource, 'store') ? [this.store(resource)] : []),
      ...(isOffered(resource, 'update') ? [this.update(resource)] : []),
      ...(isOffered(resource, 'delete') ? [this.delete(resource)] : []),
    ];
  }

  private store(resource: CompiledResource): Tool {
    const name = toolName(resource.key, 'store');
    const terms = this.termsOf(resource, false);
    return {
      name,
      annotations: annotationsOf(`Store a record of ${resource.key}`, 'adds'),
      narrowing: NARROWING,
      mayCall: (caller) => mayWrite(caller, resource, 'store'),
      describe: async (caller) => {
        const context = await caller.requestContext(resource, 'store');
        const { properties, required } = await this.bodies.of(context, 'store');
        const shape = await this.shapeOf(context, 'store');
        return {
          description: `Stores a new record of ${resource.key} and returns it.`,
          inputSchema: objectSchema(
            { ...shape, ...properties, ...this.writes.schemasOf(terms) },
            required,
          ),
        };
      },
      run: (call) => {
        const { caller } = call;
        const open = async (args: ToolArguments) => {
          const context = await caller.requestContext(resource, 'store');
          const { body, queryString } = this.partsOf(context, args);
          const authorize = async () => {
            const authorized = await this.authorizer.store(context, queryString);
            const { languages } = caller;
            return () => this.operations.store(authorized, { body, languages });
          };
          return { context, id: null, authorize };
        };
        return this.writes.run(call, { name, terms, open });
      },
    };
  }

  private update(resource: CompiledResource): Tool {
    const name = toolName(resource.key, 'update');
    const terms = this.termsOf(resource, true);
    return {
      name,
      annotations: annotationsOf(`Update a record of ${resource.key}`, 'changes'),
      narrowing: NARROWING,
      mayCall: (caller) => mayWrite(caller, resource, 'update'),
      describe: async (caller, { id } = {}) => {
        const known = isKey(id) ? String(id) : null;
        const context = await caller.requestContext(resource, 'update', known);
        const { properties } = await this.bodies.of(context, 'update', id);
        const shape = await this.shapeOf(context, 'update');
        return {
          description: `Updates a record of ${resource.key} and returns it. Only the fields that are sent change.`,
          inputSchema: objectSchema(
            {
              ...shape,
              ...properties,
              id: keySchema(resource),
              ...this.writes.schemasOf(terms),
            },
            ['id'],
          ),
        };
      },
      run: (call) => {
        const { caller } = call;
        const open = async (args: ToolArguments) => {
          const id = keyArgument(args);
          const context = await caller.requestContext(resource, 'update', id);
          const { body, queryString } = this.partsOf(context, without(args, ['id']));
          const authorize = async () => {
            const authorized = await this.authorizer.update({ context, id, queryString });
            const sent = { body, whole: false, languages: caller.languages };
            return () => this.operations.update(authorized, sent);
          };
          return { context, id, authorize };
        };
        return this.writes.run(call, { name, terms, open });
      },
    };
  }

  private delete(resource: CompiledResource): Tool {
    const name = toolName(resource.key, 'delete');
    const terms = this.writes.termsBeside(new Set(['id']), true);
    return {
      name,
      annotations: annotationsOf(`Delete a record of ${resource.key}`, 'changes'),
      narrowing: '',
      mayCall: (caller) => mayWrite(caller, resource, 'delete'),
      describe: () =>
        Promise.resolve({
          description: `Deletes a record of ${resource.key} by its key, permanently.`,
          inputSchema: objectSchema({ id: keySchema(resource), ...this.writes.schemasOf(terms) }, [
            'id',
          ]),
        }),
      run: (call) => {
        const open = async (args: ToolArguments) => {
          const id = keyArgument(args);
          const context = await call.caller.requestContext(resource, 'delete', id);
          const { limits } = this.options;
          const queryString = queryStringFrom(without(args, ['id']), context.resource, limits);
          const authorize = async () => {
            const authorized = await this.authorizer.delete({ context, id, queryString });
            return () => this.operations.delete(authorized).then(() => null);
          };
          return { context, id, authorize };
        };
        return this.writes.run(call, { name, terms, open });
      },
    };
  }

  private termsOf(resource: CompiledResource, isOfRecord: boolean): ReadonlySet<TermName> {
    return this.writes.termsBeside(membersOf(resource), isOfRecord);
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
    return only(await this.query.record(context, operation), shapingOf(context.resource));
  }
}
