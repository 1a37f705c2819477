import type { Call } from '../api/call.js';
import type { Action, ApiRecord, Resource } from '../api/schema.js';

/** What an action runs on. */
export type ActionTarget =
  | { readonly form: 'standalone' }
  /** Everything that the query finds. */
  | { readonly form: 'all'; readonly query: object; readonly total: number | null }
  | { readonly form: 'records'; readonly records: readonly ApiRecord[] }
  /** The record of a page, with an action of the scope `show`. */
  | { readonly form: 'record'; readonly record: ApiRecord };

/** Returns the request that runs an action. @contract C6 */
export function actionCall(
  resource: Resource,
  { uriKey }: Action,
  target: ActionTarget,
  payload: object,
): Call {
  const run = (body: object, query: object = {}): Call => ({
    resource: resource.key,
    method: 'run',
    args: [uriKey, body, query],
  });
  switch (target.form) {
    case 'standalone':
      return run(payload);
    case 'all':
      return run({ repositories: 'all', ...payload }, target.query);
    case 'records':
      return run({ repositories: target.records.map(({ id }) => id), ...payload });
    case 'record':
      return {
        resource: resource.key,
        method: 'runOn',
        args: [target.record.id, uriKey, payload],
      };
  }
}

/** Returns the actions that run on the record of a page. */
export const recordActions = ({ actions }: Resource): readonly Action[] =>
  actions.filter(({ scope }) => scope === 'show' || scope === 'both');

/** Returns the actions of a list: on selected records, or on everything that it finds. */
export const listActions = ({ actions }: Resource): readonly Action[] =>
  actions.filter(({ scope }) => scope === 'index' || scope === 'both');

export const standaloneActions = ({ actions }: Resource): readonly Action[] =>
  actions.filter(({ scope }) => scope === 'standalone');

/** Returns whether an action asks for something before it runs. */
export const hasPayload = ({ schema }: Action): boolean =>
  Object.keys((schema.properties as object | undefined) ?? {}).length > 0;
