import { useQueries } from '@tanstack/react-query';
import type { DryRun } from 'resource-api/client';
import { execute, type Call } from '../api/call.js';
import { dataKey, useDescription } from '../api/queries.js';
import { memberLabel, titleOf, type ApiPage, type Resource, type Schema } from '../api/schema.js';
import { useApi, useSchema } from '../api/session.js';
import { FieldValue } from '../components/field-value.js';
import { Icon } from '../components/icon.js';
import { useText } from '../i18n/language.js';

type Change = DryRun['changes'][number];

/** Returns one request per resource for the titles of the changed records. */
function titleCalls(schema: Schema, changes: readonly Change[]): readonly Call[] {
  const types = [...new Set(changes.map(({ type }) => type))];
  return types.flatMap((type) => {
    const resource = schema.find(type);
    const keys = changes
      .filter((change) => change.type === type && change.id !== null && change.event !== 'stored')
      .map(({ id }) => id);
    if (!resource || resource.titleField === 'id' || keys.length === 0) return [];
    const ids = [...new Set(keys)];
    const query = { fields: [resource.titleField], filter: { id: { in: ids } }, perPage: 100 };
    return [{ resource: type, method: 'index', args: [query] } as const];
  });
}

/**
 * Returns what changed records are called: the record as it is, or the title that it would get; its
 * key until the title is known, and if the caller may not see the record.
 */
export function useTitles(changes: readonly Change[]): (change: Change) => string {
  const api = useApi();
  const schema = useSchema();
  const records = useQueries({
    queries: titleCalls(schema, changes).map((call) => ({
      queryKey: [...dataKey, call],
      queryFn: ({ signal }: { signal: AbortSignal }) => execute<ApiPage>(api, call, { signal }),
    })),
    combine: (pages) => pages.flatMap(({ data }) => data?.data ?? []),
  });
  return ({ type, id, event, changes: values }) => {
    const resource = schema.find(type);
    const unknown = id === null ? '' : `#${id}`;
    if (event === 'stored') {
      const title = resource && values[resource.titleField];
      return typeof title === 'string' && title !== '' ? title : unknown;
    }
    const known = records.find((record) => record.type === type && record.id === id);
    return known ? titleOf(resource, known) : unknown;
  };
}

interface PreviewedChangeProps {
  readonly change: Change;
  readonly title: string;
}

/** One change: what happens to which record, and its fields before and after. */
export function PreviewedChange({ change, title }: PreviewedChangeProps) {
  const text = useText();
  const label = useSchema().find(change.type)?.label;
  return (
    <li>
      <span className={`count count-${change.event}`}>{text[change.event]}</span>
      <span>
        <span dir="auto" className="preview-title">
          {title}
        </span>{' '}
        <span className="faint">{label ?? change.type}</span>
      </span>
      {change.event === 'updated' && (
        <FieldChanges change={change} isDescribed={label !== undefined} />
      )}
    </li>
  );
}

interface FieldChangesProps {
  readonly change: Change;
  /** Whether the caller may use the resource. */
  readonly isDescribed: boolean;
}

/** Each changed field, before and after. */
function FieldChanges({ change, isDescribed }: FieldChangesProps) {
  const { data: resource } = useDescription(change.type, { enabled: isDescribed });
  const { original, changes } = change;
  return (
    <dl className="field-changes">
      {Object.entries(changes).map(([name, value]) => (
        <div key={name}>
          <dt>{memberLabel(resource, name)}</dt>
          <dd>
            <del dir="auto">
              <ChangedValue resource={resource} name={name} value={original[name]} />
            </del>{' '}
            <Icon name="right" size={12} />{' '}
            <ins dir="auto">
              <ChangedValue resource={resource} name={name} value={value} />
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface ChangedValueProps {
  readonly resource: Resource | undefined;
  readonly name: string;
  readonly value: unknown;
}

/** Kinds whose values in the API are not what people read. */
const formatted: ReadonlySet<string> = new Set(['boolean', 'date', 'instant']);

function ChangedValue({ resource, name, value }: ChangedValueProps) {
  const field = resource?.fields.find((each) => each.name === name);
  return resource && field && formatted.has(field.kind) ? (
    <FieldValue resource={resource} field={field} value={value} form="cell" />
  ) : (
    shown(value)
  );
}

const shown = (value: unknown): string => {
  if (value === null || value === undefined) return '–';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
};
