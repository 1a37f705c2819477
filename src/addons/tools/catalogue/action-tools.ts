import { Inject, Injectable } from '@nestjs/common';
import { ActionAuthorizer } from '../../../modules/actions/action-authorizer.js';
import { describeAction } from '../../../modules/actions/action-handler.js';
import { isSeen } from '../../../modules/actions/find-action.js';
import { describeUnparsed } from '../../../pipeline/authorization/request-context.js';
import { RunAction } from '../../../modules/actions/run-action.js';
import { RequestError } from '../../../base/errors/index.js';
import { OPTIONS, type ResolvedOptions } from '../../../options/resource-api-options.js';
import type {
  CompiledAction,
  CompiledResource,
} from '../../../registry/resources/compiled-resource.js';
import { describeDeprecation } from '../../../registry/resources/deprecation.js';
import { actionToolName } from '../../../registry/resources/tool-names.js';
import { keyArgument, without } from '../schemas/key-argument.js';
import { queryStringFrom } from '../arguments/query-string-from.js';
import { actionSchema, takesQuery } from '../schemas/action-schema.js';
import { selectionArguments } from '../schemas/query-schema.js';
import { annotationsOf } from '../tool/annotations.js';
import type { Caller } from '../tool/caller.js';
import { isOffered } from '../tool/opt-in.js';
import type { McpTool, ToolArguments, ToolCall, ToolFamily } from '../tool/tool.js';

/** A tool for each action of a resource that opts in. @contract C6, C11.1, C11.4 */
@Injectable()
export class ActionTools implements ToolFamily {
  constructor(
    private readonly running: RunAction,
    private readonly authorizer: ActionAuthorizer,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
  ) {}

  toolsOf(resource: CompiledResource): readonly McpTool[] {
    return isOffered(resource, 'actions')
      ? resource.actions.map((action) => this.tool(resource, action))
      : [];
  }

  private tool(resource: CompiledResource, action: CompiledAction): McpTool {
    return {
      name: actionToolName(resource.key, action.uriKey),
      annotations: annotationsOf(action.name, action.options.destructive ? 'destroys' : 'adds'),
      narrowing:
        'The action has run; do not repeat the call. For a shorter result, call it on fewer records.',
      mayCall: (caller) => this.isVisible(caller, resource, action),
      describe: async (caller) => ({
        description: [
          describeAction(action) || `${action.name}: an action on ${resource.key}.`,
          describeDeprecation(action.options),
        ]
          .filter(Boolean)
          .join(' '),
        inputSchema: actionSchema(
          resource,
          action,
          takesQuery(action)
            ? await selectionArguments(
                await caller.requestContext(resource, 'action'),
                this.options.limits,
              )
            : {},
        ),
      }),
      run: (call) => this.run(call, resource, action),
    };
  }

  private async isVisible(
    caller: Caller,
    resource: CompiledResource,
    action: CompiledAction,
  ): Promise<boolean> {
    if (!(await caller.mayEnter(resource))) return false;
    const id = action.scope === 'show' ? '' : null;
    const context = await caller.requestContext(resource, 'action', id);
    return isSeen(action, describeUnparsed(context, 'action', '', id));
  }

  private async run(
    { caller, args, signal, progress }: ToolCall,
    resource: CompiledResource,
    action: CompiledAction,
  ) {
    const { id, body, query } = argumentsOf(args, action);
    const context = await caller.requestContext(resource, 'action', id);
    const queryString = queryStringFrom(
      { ...query, action: action.uriKey },
      context.resource,
      this.options.limits,
    );
    const authorized = await this.authorizer.run({ context, id, queryString });
    const { json } = await this.running.run(authorized, {
      body,
      signal,
      onProgress: ({ chunks, records }) =>
        progress(records, `${records} records in ${chunks} chunks`),
    });
    return json;
  }
}

interface ActionArguments {
  readonly id: string | null;
  readonly body: ToolArguments;
  readonly query: ToolArguments;
}

/**
 * Separates the key, the payload and the query. A show action takes `id`, an index action
 * `repositories`, and an action with both scopes takes either.
 *
 * @throws RequestError `validation_failed` if both are sent
 * @contract C11.4
 */
function argumentsOf(args: ToolArguments, action: CompiledAction): ActionArguments {
  const isEither = action.scope === 'both';
  if (isEither && isGiven(args.id) && isGiven(args.repositories))
    throw new RequestError('validation_failed', {
      errors: { id: ['Send either "id" or "repositories", not both.'] },
    });
  const beside = takesQuery(action) ? ['query'] : [];
  if (action.scope === 'show' || (isEither && isGiven(args.id)))
    return {
      id: keyArgument(args),
      body: without(args, isEither ? ['id', 'repositories', ...beside] : ['id']),
      query: {},
    };
  const body = without(args, isEither ? ['id', ...beside] : beside);
  return { id: null, body, query: takesQuery(action) ? queryOf(args) : {} };
}

const isGiven = (argument: unknown): boolean => argument !== undefined && argument !== null;

/** Returns the query that narrows `all`; it cannot name another action. */
function queryOf({ query = {} }: ToolArguments): ToolArguments {
  if (query === null) return {};
  if (typeof query !== 'object' || Array.isArray(query))
    throw new RequestError('validation_failed', {
      errors: { query: ['The query must be an object.'] },
    });
  return query as ToolArguments;
}
