import { Injectable } from '@nestjs/common';
import { availableOf } from '../../../authorization/is-available.js';
import { mayAllow } from '../../../authorization/pivot-abilities.js';
import { RequestError } from '../../../errors/index.js';
import type { PivotOperation } from '../../relations/pivot-call.js';
import { ReadRecords } from '../../records/reading/read-records.js';
import type { ResourceResult } from '../../../serialization/results.js';
import { PivotAuthorizer } from '../../relations/pivot-authorizer.js';
import { WritePivots } from '../../relations/write-pivots.js';
import type { CompiledResource, PivotRelation } from '../../../registry/compiled-resource.js';
import { isPivotRelation } from '../../../registry/pivot-relations.js';
import { toolName } from '../../../registry/tool-names.js';
import { keyArgument, without } from '../arguments/key-argument.js';
import { pivotSchema } from '../schemas/pivot-schema.js';
import { annotationsOf } from './annotations.js';
import type { Caller } from './caller.js';
import { isOffered } from './opt-in.js';
import type { Tool, ToolArguments, ToolFamily } from './tool.js';
import { ToolWrites, type ToolWrite } from './tool-writes.js';

/** The title, description and kind of each tool. */
const descriptions = {
  attach: ['Attach to a record of', 'Attaches related records to a record of', 'adds'],
  detach: ['Detach from a record of', 'Detaches related records from a record of', 'changes'],
  sync: [
    'Set a relation of a record of',
    'Sets the related records to exactly the listed ones, for a record of',
    'changes',
  ],
} as const;

/**
 * The tools that write many-to-many relations. Their arguments are the path parameters and the
 * members of the request body.
 * @contract C7, C11.1
 */
@Injectable()
export class PivotTools implements ToolFamily {
  constructor(
    private readonly authorizer: PivotAuthorizer,
    private readonly pivots: WritePivots,
    private readonly writes: ToolWrites,
    private readonly reads: ReadRecords,
  ) {}

  toolsOf(resource: CompiledResource): readonly Tool[] {
    const hasAny = [...resource.relations.values()].some(isPivotRelation);
    const operations = (['attach', 'detach', 'sync'] as const).filter((operation) =>
      isOffered(resource, operation),
    );
    return hasAny ? operations.map((operation) => this.tool(resource, operation)) : [];
  }

  private tool(resource: CompiledResource, operation: PivotOperation): Tool {
    const [title, description, kind] = descriptions[operation];
    const name = toolName(resource.key, operation);
    const terms = this.writes.termsBeside(argumentsOf(resource), true);
    return {
      name,
      annotations: annotationsOf(`${title} ${resource.key}`, kind),
      narrowing:
        'The change is saved; do not repeat the call. For a shorter result, send fewer keys per call.',
      mayCall: async (caller) => (await this.relationsFor(caller, resource, operation)).length > 0,
      describe: async (caller) => ({
        description: `${description} ${resource.key}. "relation" names the many-to-many relation; send the keys in the argument of that name.`,
        inputSchema: pivotSchema(
          resource,
          operation,
          await this.relationsFor(caller, resource, operation),
          this.reads.describeRequest(
            await caller.requestContext(resource, operation),
            '',
            operation,
            null,
          ),
          this.writes.schemasOf(terms),
        ),
      }),
      run: (call) => {
        const open = (args: ToolArguments) => this.open(call.caller, args, resource, operation);
        return this.writes.run(call, { name, terms, open });
      },
    };
  }

  private async open(
    caller: Caller,
    args: ToolArguments,
    resource: CompiledResource,
    operation: PivotOperation,
  ): Promise<ToolWrite> {
    const id = keyArgument(args);
    const context = await caller.requestContext(resource, operation, id);
    const call = {
      context,
      operation,
      id,
      relation: relationOf(args, context.resource),
      related: null,
      queryString: '',
      body: without(args, ['id', 'relation']),
      languages: caller.languages,
    };
    const authorize = async () => {
      const authorized = await this.authorizer.authorize(call);
      return (): Promise<ResourceResult> => this.pivots[operation](authorized);
    };
    return { context, id, isPlain: true, authorize };
  }

  /**
   * Returns the relations that the user may use, except those whose ability refuses the user for
   * every record.
   */
  private async relationsFor(
    caller: Caller,
    resource: CompiledResource,
    operation: PivotOperation,
  ): Promise<readonly PivotRelation[]> {
    if (!(await caller.mayEnter(resource))) return [];
    const context = await caller.requestContext(resource, operation);
    const request = this.reads.describeRequest(context, '', operation, null);
    const relations = [...context.resource.relations.values()].filter(isPivotRelation);
    const available = await availableOf(relations, request, context.authorizer);
    const isAllowed = await Promise.all(
      available.map(({ abilities }) => mayAllow(abilities, operation, request)),
    );
    return available.filter((_relation, at) => isAllowed[at]);
  }
}

/** Returns the names of all arguments that are members of the request body or path. */
function argumentsOf({ relations }: CompiledResource): ReadonlySet<string> {
  const pivots = [...relations.values()].filter(isPivotRelation);
  const values = pivots.flatMap((relation) => relation.pivots.map(({ name }) => name));
  return new Set(['id', 'relation', ...relations.keys(), ...values]);
}

/**
 * Returns the relation's name. It may be omitted if the keys of only one relation are sent.
 *
 * @throws RequestError `validation_failed`
 */
function relationOf({ relation, ...args }: ToolArguments, { relations }: CompiledResource): string {
  if (typeof relation === 'string') return relation;
  const named = Object.keys(args).filter((name) => {
    const member = relations.get(name);
    return member !== undefined && isPivotRelation(member);
  });
  if (relation === undefined && named.length === 1) return named[0]!;
  throw new RequestError('validation_failed', {
    errors: { relation: ['The relation field is required.'] },
  });
}
