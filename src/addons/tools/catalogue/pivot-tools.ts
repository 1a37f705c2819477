import { Injectable } from '@nestjs/common';
import { availableOf } from '../../../pipeline/authorization/is-available.js';
import { mayAllow } from '../../../pipeline/authorization/pivot-abilities.js';
import { RequestError } from '../../../base/errors/index.js';
import type { PivotOperation } from '../../../modules/relations/pivot-call.js';
import { describeUnparsed } from '../../../pipeline/authorization/request-context.js';
import { EnvelopeWriter } from '../../../serialization/envelope-writer.js';
import { PivotAuthorizer } from '../../../modules/relations/pivot-authorizer.js';
import { WritePivots } from '../../../modules/relations/write-pivots.js';
import type {
  CompiledResource,
  PivotRelation,
} from '../../../registry/resources/compiled-resource.js';
import { isPivotRelation } from '../../../registry/resources/pivot-relations.js';
import { toolName } from '../../../registry/resources/tool-names.js';
import { keyArgument, without } from '../schemas/key-argument.js';
import { pivotSchema } from '../schemas/pivot-schema.js';
import { annotationsOf } from '../tool/annotations.js';
import type { Caller } from '../tool/caller.js';
import { isOffered } from '../tool/opt-in.js';
import type { McpTool, ToolArguments, ToolCall, ToolFamily } from '../tool/tool.js';

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
    private readonly writer: EnvelopeWriter,
  ) {}

  toolsOf(resource: CompiledResource): readonly McpTool[] {
    const hasAny = [...resource.relations.values()].some(isPivotRelation);
    const operations = (['attach', 'detach', 'sync'] as const).filter((operation) =>
      isOffered(resource, operation),
    );
    return hasAny ? operations.map((operation) => this.tool(resource, operation)) : [];
  }

  private tool(resource: CompiledResource, operation: PivotOperation): McpTool {
    const [title, description, kind] = descriptions[operation];
    return {
      name: toolName(resource.key, operation),
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
          describeUnparsed(await caller.requestContext(resource, operation), operation, '', null),
        ),
      }),
      run: (call) => this.run(call, resource, operation),
    };
  }

  private async run(
    { caller, args }: ToolCall,
    resource: CompiledResource,
    operation: PivotOperation,
  ) {
    const id = keyArgument(args);
    const context = await caller.requestContext(resource, operation, id);
    const authorized = await this.authorizer.authorize({
      context,
      operation,
      id,
      relation: relationOf(args, context.resource),
      related: null,
      queryString: '',
      body: without(args, ['id', 'relation']),
    });
    return (await this.pivots[operation](authorized)).write(this.writer);
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
    const request = describeUnparsed(context, operation, '', null);
    const relations = [...context.resource.relations.values()].filter(isPivotRelation);
    const available = await availableOf(relations, request, context.authorizer);
    const isAllowed = await Promise.all(
      available.map(({ abilities }) => mayAllow(abilities, operation, request)),
    );
    return available.filter((_relation, at) => isAllowed[at]);
  }
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
