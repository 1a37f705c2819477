import type { PropsWithChildren } from 'react';
import type { DeclaredFilter, JsonSchema, MatchField, Resource, Summary } from '../api/schema.js';
import { columnLabel } from '../api/schema.js';
import { useSchema } from '../api/session.js';
import { RecordTitle } from '../forms/record-title.js';
import type { Catalogue } from '../i18n/en.js';
import { useLanguage, useText } from '../i18n/language.js';
import { ME, useHasAccounts } from './me.js';
import { comparisonIn, keysIn, type Comparison, type Condition } from './operators.js';

const comparisonText: Readonly<Record<Comparison, keyof Catalogue>> = {
  eq: 'isEqual',
  in: 'isOneOf',
  nin: 'isNoneOf',
  like: 'contains',
  gt: 'isGreater',
  gte: 'isAtLeast',
  lt: 'isLess',
  lte: 'isAtMost',
  empty: 'isEmpty',
  filled: 'isFilled',
};
const dateText: Partial<Readonly<Record<Comparison, keyof Catalogue>>> = {
  gt: 'isAfter',
  gte: 'isFrom',
  lt: 'isBefore',
  lte: 'isUntil',
};

/** Returns the member of the catalogue with the words of a comparison. */
export const comparisonWords = (
  comparison: Comparison,
  type: string | undefined,
): keyof Catalogue =>
  (type === 'datetime' ? dateText[comparison] : undefined) ?? comparisonText[comparison];

/** Returns the label of a field that lists can be filtered by. */
export function matchLabel(resource: Resource, name: string): string {
  const field = resource.fields.find((each) => each.name === name);
  return field ? columnLabel(resource, field) : name;
}

/** Returns the resource whose keys a field contains, if the caller may list it. */
export function useTargetOf(resource: Resource, name: string): Summary | undefined {
  const schema = useSchema();
  const field = resource.fields.find((each) => each.name === name);
  const relation = resource.relations.find(({ key }) => key === field?.relation);
  return schema.find(relation?.target);
}

interface ConditionTextProps {
  readonly resource: Resource;
  readonly condition: Condition;
}

/** A condition in words: the keys of records are shown as their titles. */
export function ConditionText({ resource, condition }: ConditionTextProps) {
  const text = useText();
  const match = resource.matches.find(({ key }) => key === condition.field);
  const comparison = comparisonIn(condition);
  return (
    <>
      {matchLabel(resource, condition.field)}{' '}
      {text[comparisonWords(comparison, match?.type)] as string}{' '}
      {comparison !== 'empty' && comparison !== 'filled' && (
        <b>
          <ConditionValue resource={resource} condition={condition} match={match} />
        </b>
      )}
    </>
  );
}

function ConditionValue({
  resource,
  condition,
  match,
}: ConditionTextProps & { readonly match: MatchField | undefined }) {
  const text = useText();
  const target = useTargetOf(resource, condition.field);
  const hasAccounts = useHasAccounts(resource, condition.field);
  const show = useShownValue();
  if (target || hasAccounts)
    return keysIn(condition).map((key, at) => (
      <span key={key}>
        {at > 0 && ', '}
        {key === ME ? (
          hasAccounts ? (
            text.me
          ) : (
            ME
          )
        ) : target ? (
          <RecordTitle target={target} id={key} />
        ) : (
          key
        )}
      </span>
    ));
  if (match?.type === 'datetime') return show(condition.value, { format: 'date-time' });
  if (match?.type === 'boolean') return show(condition.value === 'true', {});
  return condition.value;
}

/** Returns a function that writes values as people read them. */
function useShownValue(): (value: unknown, schema: JsonSchema) => string {
  const text = useText();
  const { language } = useLanguage();
  const show = (value: unknown, { format, items }: JsonSchema): string => {
    if (value === null || value === undefined) return '–';
    if (typeof value === 'boolean') return value ? text.yes : text.no;
    if (typeof value === 'number') return value.toLocaleString(language);
    if (Array.isArray(value))
      return value.map((each) => show(each, (items ?? {}) as JsonSchema)).join(', ');
    if (typeof value !== 'string') return JSON.stringify(value);
    const date = new Date(value);
    if ((format !== 'date-time' && format !== 'date') || Number.isNaN(date.getTime())) return value;
    return format === 'date'
      ? date.toLocaleDateString(language, { dateStyle: 'medium', timeZone: 'UTC' })
      : date.toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' });
  };
  return show;
}

interface FilterTextProps extends PropsWithChildren {
  /** Absent if the resource has no such filter; the children name it then. */
  readonly filter: DeclaredFilter | undefined;
  readonly value: unknown;
}

/** A declared filter in words. Its schema decides how its values are written. */
export function FilterText({ filter, value, children }: FilterTextProps) {
  const show = useShownValue();
  const schema = filter?.schema ?? {};
  const properties = (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
  const parts =
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value).map(([name, part]) => show(part, properties[name] ?? {}))
      : [show(value, schema)];
  return (
    <>
      {filter?.name ?? children} <b>{parts.join(' – ')}</b>
    </>
  );
}
