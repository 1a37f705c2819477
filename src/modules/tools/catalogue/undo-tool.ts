import { Injectable, Optional } from '@nestjs/common';
import { RequestError } from '../../../errors/index.js';
import type { CompiledResource } from '../../../registry/compiled-resource.js';
import { logTable } from '../../../registry/reserved-names.js';
import { ResourceRegistry } from '../../../registry/resource-registry.js';
import { ReturnedResult } from '../../../serialization/results.js';
import type { RevertSelection } from '../../undo/logged-changes-reader.js';
import { parseBatchId } from '../../undo/parse-batch-id.js';
import { RevertChanges } from '../../undo/revert-changes.js';
import { keyArgument } from '../arguments/key-argument.js';
import { keySchema, objectSchema } from '../schemas/key-schema.js';
import { annotationsOf } from './annotations.js';
import type { Caller } from './caller.js';
import type { Tool, ToolArguments } from './tool.js';
import { ToolWrites, type ToolWrite } from './tool-writes.js';

export const UNDO_TOOL = 'undo';

/** The tool that reverts logged changes, such as those of an earlier call. @contract C15, C16.2 */
@Injectable()
export class UndoTool {
  /** @param changes absent in deployments without undo */
  constructor(
    private readonly registry: ResourceRegistry,
    private readonly writes: ToolWrites,
    @Optional() private readonly changes?: RevertChanges,
  ) {}

  /** Returns the tool; none if the deployment has no undo, or no resource serves the log. */
  get tools(): readonly Tool[] {
    const log = this.registry.resources.find(({ table }) => table.name === logTable);
    return this.changes && log ? [this.tool(this.changes, log)] : [];
  }

  private tool(changes: RevertChanges, log: CompiledResource): Tool {
    const name = UNDO_TOOL;
    const terms = this.writes.termsBeside(new Set(), false);
    return {
      name,
      annotations: annotationsOf('Undo earlier changes', 'destroys'),
      narrowing: 'The changes are reverted; do not repeat the call.',
      mayCall: (caller) => caller.mayEnter(log),
      describe: () =>
        Promise.resolve({
          description:
            'Reverts everything that an earlier call has changed, by the "batch_id" of its ' +
            'result, or one change of the log, by its key. Returns a new "batch_id", with ' +
            'which the revert can be undone.',
          inputSchema: objectSchema({
            batch_id: { type: 'string', description: 'The "batch_id" of an earlier result.' },
            id: keySchema(log, `The key of one of the ${log.key}. Either this or "batch_id".`),
            lenient: {
              type: 'boolean',
              description: 'true: leave out records that have changed since, and list them.',
            },
            ...this.writes.schemasOf(terms),
          }),
        }),
      run: (call) => {
        const open = (args: ToolArguments) => openRevert(call.caller, log, changes, args);
        return this.writes.run(call, { name, terms, open });
      },
    };
  }
}

async function openRevert(
  caller: Caller,
  log: CompiledResource,
  changes: RevertChanges,
  args: ToolArguments,
): Promise<ToolWrite> {
  const context = await caller.requestContext(log, 'update');
  const selection = selectionOf(args);
  const isLenient = args.lenient === true;
  const revert = async () => {
    const { conflicts, ...outcome } = await changes.revert(context, selection, isLenient);
    return new ReturnedResult(
      JSON.stringify({ data: { ...outcome, ...(isLenient && { conflicts }) } }),
    );
  };
  return { context, id: null, isPlain: true, authorize: () => Promise.resolve(revert) };
}

/** @throws RequestError `validation_failed` */
function selectionOf({ id = null, batch_id: batch = null }: ToolArguments): RevertSelection {
  if (id === null) return { batchId: parseBatchId({ batch_id: batch }) };
  if (batch === null) return { id: keyArgument({ id }) };
  throw new RequestError('validation_failed', {
    errors: { id: ['Send either "id" or "batch_id", not both.'] },
  });
}
