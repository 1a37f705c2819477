import { Inject, Injectable } from '@nestjs/common';
import type { WriteOperation } from '../../../authorization/authorize-write.js';
import type { RecordGate } from '../../../registry/compiled-resource.js';
import { Envelopes } from '../../../operations/envelopes.js';
import type { Visit } from '../../../operations/visit.js';
import type { WriteCall } from '../../../operations/write-call.js';
import { WriteRecords } from '../../../operations/write-records.js';
import { OPTIONS, type ResolvedOptions } from '../../../options/resource-api-options.js';
import type { CompiledResource } from '../../../registry/compiled-resource.js';
import { jsonBody } from '../../../validation/write-body.js';
import { toolName } from '../../../registry/tool-names.js';
import { keyArgument, only, without } from '../arguments/key-argument.js';
import { queryText } from '../arguments/query-text.js';
import { BodySchemas } from '../schemas/body-schema.js';
import { keySchema, objectSchema } from '../schemas/key-schema.js';
import { QuerySchema, shapingOf } from '../schemas/query-schema.js';
import { annotationsOf } from './annotations.js';
import type { Caller } from './caller.js';
import { isOffered } from './opt-in.js';
import type { Tool, ToolArguments, ToolFamily } from './tool.js';

const NARROWING = 'It is done; what is shown of it narrows with "fields", "include" and "relatablePerPage".';

/** The tools that store, change and delete records. A change is PATCH: only what is sent. @contract C4, C11.1 */
@Injectable()
export class WriteTools implements ToolFamily {
  constructor(
    private readonly writes: WriteRecords,
    private readonly envelopes: Envelopes,
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
    return {
      name: toolName(resource.key, 'store'),
      annotations: annotationsOf(`Store one of ${resource.key}`, 'adds'),
      narrowing: NARROWING,
      mayCall: async (caller) => (await caller.mayEnter(resource)) && caller.mayStore(resource),
      describe: async (caller) => {
        const visit = caller.visit(resource);
        const { properties, required } = await this.bodies.of(visit, 'store');
        const shape = await this.shapeOf(visit, 'store');
        return {
          description: `Stores a new record of ${resource.key}, and answers it.`,
          inputSchema: objectSchema({ ...shape, ...properties }, required),
        };
      },
      run: async ({ caller, args }) =>
        this.envelopes.record(await this.writes.store(this.callOf(caller, resource, args))),
    };
  }

  private update(resource: CompiledResource): Tool {
    return {
      name: toolName(resource.key, 'update'),
      annotations: annotationsOf(`Change one of ${resource.key}`, 'changes'),
      narrowing: NARROWING,
      mayCall: (caller) => mayAsk(caller, resource, resource.policy.update),
      describe: async (caller, { id } = {}) => {
        const visit = caller.visit(resource);
        const { properties } = await this.bodies.of(visit, 'update', id);
        const shape = await this.shapeOf(visit, 'update');
        return {
          description: `Changes the fields that are sent of one of ${resource.key}, and answers the record.`,
          inputSchema: objectSchema({ ...shape, ...properties, id: keySchema(resource) }, ['id']),
        };
      },
      run: async ({ caller, args }) => {
        const call = this.callOf(caller, resource, without(args, ['id']));
        const changed = await this.writes.update({
          ...call,
          id: keyArgument(args),
          whole: false,
          operation: 'update',
        });
        return this.envelopes.record(changed);
      },
    };
  }

  private delete(resource: CompiledResource): Tool {
    return {
      name: toolName(resource.key, 'delete'),
      annotations: annotationsOf(`Delete one of ${resource.key}`, 'changes'),
      narrowing: '',
      mayCall: (caller) => mayAsk(caller, resource, resource.policy.delete),
      describe: () =>
        Promise.resolve({
          description: `Deletes one of ${resource.key} by its key, for good.`,
          inputSchema: objectSchema({ id: keySchema(resource) }, ['id']),
        }),
      run: async ({ caller, args }) => {
        const queryString = queryText(without(args, ['id']), resource, this.options.limits);
        await this.writes.delete({ visit: caller.visit(resource), id: keyArgument(args), queryString });
        return null;
      },
    };
  }

  /** What shapes the answer goes into the query, unless the resource has a member of that name; the rest is the body. */
  private callOf(caller: Caller, resource: CompiledResource, args: ToolArguments): WriteCall {
    const shaping = shapingOf(resource);
    const body = jsonBody(without(args, [...shaping]));
    const queryString = queryText(only(args, shaping), resource, this.options.limits);
    return { visit: caller.visit(resource), queryString, body, languages: caller.languages };
  }

  private async shapeOf(visit: Visit, operation: WriteOperation) {
    return only(await this.query.record(visit, operation), shapingOf(visit.resource));
  }
}

/** A gate that looks at records is asked about each when it comes; one that does not can be asked now. */
async function mayAsk(caller: Caller, resource: CompiledResource, gate: RecordGate | null): Promise<boolean> {
  if (!gate || !(await caller.mayEnter(resource))) return false;
  return gate.looks || gate.ask(caller.user, {});
}
