import { useId } from 'react';
import { useAccountResource } from '../api/accounts.js';
import { facts } from '../api/facts.js';
import { memberLabel, type ApiRecord, type Field, type Resource } from '../api/schema.js';
import { Button } from '../components/button.js';
import { FieldValue, Instant, Tag } from '../components/field-value.js';
import { RecordTitle } from '../forms/record-title.js';
import type { Catalogue } from '../i18n/en.js';
import { useText } from '../i18n/language.js';

/** The attributes of a row that this caller may read. @contract C8.1 */
export interface LogRow {
  readonly user_id?: string | null;
  readonly name?: string;
  readonly status?: 'running' | 'finished' | 'failed';
  readonly original?: Readonly<Record<string, unknown>>;
  readonly changes?: Readonly<Record<string, unknown>>;
  readonly exception?: string;
  readonly batch_id?: string;
  readonly meta?: { readonly channel?: string; readonly client?: string } | null;
  readonly created_at?: string;
}

type Words = {
  readonly [K in keyof Catalogue]: Catalogue[K] extends string ? K : never;
}[keyof Catalogue];

const events: Readonly<Record<string, Words>> = {
  Stored: 'loggedStored',
  Updated: 'loggedUpdated',
  Deleted: 'loggedDeleted',
  Attached: 'loggedAttached',
  Detached: 'loggedDetached',
  Synced: 'loggedSynced',
  Reverted: 'loggedReverted',
  ViewedAs: 'loggedViewedAs',
};
const channels: Readonly<Record<string, Words>> = { http: 'channelHttp', mcp: 'channelMcp' };
const states: Readonly<Record<string, Words>> = { running: 'logRunning', failed: 'logFailed' };

/** Returns what happened in words: an event, or the name of an action. */
export function useLoggedName(parent: Resource): (row: ApiRecord) => string {
  const text = useText();
  return ({ id, attributes }) => {
    const { name } = attributes as LogRow;
    if (name === undefined) return `#${id}`;
    const event = events[name];
    if (event !== undefined) return text[event];
    return parent.actions.find(({ uriKey }) => uriKey === name)?.name ?? name;
  };
}

interface LogEntryProps {
  readonly parent: Resource;
  readonly row: ApiRecord;
  onUndo(this: void): void;
}

/** One change: what, when, who, and each field before and after. */
export function LogEntry({ parent, row, onUndo }: LogEntryProps) {
  const text = useText();
  const id = useId();
  const nameOf = useLoggedName(parent);
  const log = row.attributes as LogRow;
  const state = log.status === undefined ? undefined : states[log.status];
  const names = [
    ...new Set([...Object.keys(log.original ?? {}), ...Object.keys(log.changes ?? {})]),
  ];
  return (
    <li className="panel log-entry">
      <header>
        <div className="log-heading">
          <h3 id={id}>{nameOf(row)}</h3>
          {state !== undefined && <Tag value={log.status!} label={text[state]} />}
          <LogOrigin log={log} />
        </div>
        {facts.features.undo && state === undefined && (
          <Button icon="undo" onClick={onUndo}>
            {text.undo}
          </Button>
        )}
      </header>
      {log.exception !== undefined && log.exception !== '' && (
        <p className="note note-danger">{log.exception}</p>
      )}
      {names.length > 0 && (
        <table className="table diff" aria-labelledby={id}>
          <thead>
            <tr>
              <th scope="col">{text.field}</th>
              <th scope="col">{text.before}</th>
              <th scope="col">{text.after}</th>
            </tr>
          </thead>
          <tbody>
            {names.map((name) => (
              <tr key={name}>
                <th scope="row">{memberLabel(parent, name)}</th>
                <td className="diff-before">
                  <LoggedValue parent={parent} name={name} values={log.original} />
                </td>
                <td className="diff-after">
                  <LoggedValue parent={parent} name={name} values={log.changes} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {(log.batch_id !== undefined || log.meta?.client) && (
        <details className="log-details">
          <summary>{text.details}</summary>
          {log.meta?.client && <p>{log.meta.client}</p>}
          {log.batch_id !== undefined && (
            <p>
              {text.batch} <code>{log.batch_id}</code>
            </p>
          )}
        </details>
      )}
    </li>
  );
}

/** When something happened, who did it, and on which way. */
export function LogOrigin({ log }: { readonly log: LogRow }) {
  const text = useText();
  const channel = log.meta?.channel;
  const words = channel === undefined ? undefined : channels[channel];
  return (
    <span className="soft log-origin">
      {log.created_at !== undefined && <Instant value={log.created_at} />}
      {log.user_id != null && (
        <span>
          <Account id={log.user_id} />
        </span>
      )}
      {channel !== undefined && <span>{words === undefined ? channel : text[words]}</span>}
    </span>
  );
}

/** The title of an account, or its key if the caller may not list accounts. */
function Account({ id }: { readonly id: string }) {
  const text = useText();
  const accounts = useAccountResource();
  return accounts ? <RecordTitle target={accounts} id={id} /> : text.byUser(id);
}

interface LoggedValueProps {
  readonly parent: Resource;
  readonly name: string;
  readonly values: Readonly<Record<string, unknown>> | undefined;
}

/** A value of the log. Hidden values are masked, and relations are lists of keys. */
function LoggedValue({ parent, name, values }: LoggedValueProps) {
  const value = values?.[name];
  const known = parent.fields.find((each) => each.name === name);
  const isPlain = typeof value !== 'object' || value === null;
  const field = { kind: isPlain ? 'long_text' : 'json', label: name } as unknown as Field;
  return (
    <FieldValue
      resource={parent}
      field={known && value !== '***' && known.kind !== 'image' ? known : field}
      value={value}
      form="full"
    />
  );
}
