import { Inject, Injectable } from '@nestjs/common';
import { describeAction, isSeen } from '../../actions/action-handler.js';
import { ReadRecords } from '../../records/reading/read-records.js';
import { ActionTerms } from '../../actions/action-terms.js';
import { RunAction } from '../../actions/run-action.js';
import type { WriteTerms } from '../../records/safe-writes/write-terms.js';
import { RequestError } from '../../../errors/index.js';
import { OPTIONS, type ResolvedOptions } from '../../../options/resource-api-options.js';
import type { CompiledAction, CompiledResource } from '../../../registry/compiled-resource.js';
import { actionToolName } from '../../../registry/tool-names.js';
import { keyArgument, without } from '../arguments/key-argument.js';
import { queryStringFrom } from '../arguments/query-string-from.js';
import type { TermName } from '../arguments/write-terms.js';
import { actionSchema, takesQuery } from '../schemas/action-schema.js';
import { payloadOf } from '../schemas/payload-schema.js';
import { QuerySchema } from '../schemas/query-schema.js';
import { annotationsOf } from './annotations.js';
import type { Caller } from './caller.js';
import { isOffered } from './opt-in.js';
import type { Tool, ToolArguments, ToolCall, ToolFamily } from './tool.js';
import { ToolWrites, type ToolWrite } from './tool-writes.js';

/** A tool for each action of a resource that opts in. @contract C6, C11.1, C11.4 */
@Injectable()
export class ActionTools implements ToolFamily {
  constructor(
    private readonly running: RunAction,
    private readonly terms: ActionTerms,
    private readonly writes: ToolWrites,
    private readonly reads: ReadRecords,
    private readonly query: QuerySchema,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
  ) {}

  toolsOf(resource: CompiledResource): readonly Tool[] {
    return isOffered(resource, 'actions')
      ? resource.actions.map((action) => this.tool(resource, action))
      : [];
  }

  private tool(resource: CompiledResource, action: CompiledAction): Tool {
    const tool = {
      name: actionToolName(resource.key, action.uriKey),
      terms: this.termsOf(action),
    };
    return {
      name: tool.name,
      annotations: annotationsOf(action.name, action.options.destructive ? 'destroys' : 'adds'),
      narrowing:
        'The action has run; do not repeat the call. For a shorter result, call it on fewer records.',
      mayCall: (caller) => this.isVisible(caller, resource, action),
      describe: async (caller) => ({
        description: describeAction(action) || `${action.name}: an action on ${resource.key}.`,
        inputSchema: actionSchema(
          resource,
          action,
          takesQuery(action)
            ? await this.query.selection(await caller.requestContext(resource, 'action'))
            : {},
          this.writes.schemasOf(tool.terms),
        ),
      }),
      run: (call) =>
        this.writes.run(call, {
          ...tool,
          open: (args, terms) => this.open({ ...call, args }, resource, action, terms),
        }),
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
    return isSeen(action, this.reads.describeRequest(context, '', 'action', id));
  }

  private termsOf(action: CompiledAction): ReadonlySet<TermName> {
    const taken = new Set([...Object.keys(payloadOf(action).properties), ...ownArguments]);
    return this.writes.termsBeside(taken, action.scope === 'show' || action.scope === 'both');
  }

  private async open(
    { caller, args, signal, progress }: ToolCall,
    resource: CompiledResource,
    action: CompiledAction,
    terms: WriteTerms | null,
  ): Promise<ToolWrite> {
    const { id, body, query } = partsOf(args, action);
    const context = await caller.requestContext(resource, 'action', id);
    const queryString = queryStringFrom(
      { ...query, action: action.uriKey },
      context.resource,
      this.options.limits,
    );
    const authorize = async () => {
      if (terms) await this.terms.verify(context, queryString, id, terms);
      return () =>
        this.running.run({
          context,
          id,
          queryString,
          body,
          languages: caller.languages,
          signal,
          onProgress: ({ chunks, records }) =>
            progress(records, `${records} records in ${chunks} chunks`),
        });
    };
    return { context, id, isPlain: true, authorize };
  }
}

/** Arguments that name records. */
const ownArguments = ['id', 'repositories', 'query'];

interface Parts {
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
function partsOf(args: ToolArguments, action: CompiledAction): Parts {
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
