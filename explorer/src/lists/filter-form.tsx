import { lazy, Suspense, useId, useState } from 'react';
import type { DeclaredFilter, Field, MatchField, Resource } from '../api/schema.js';
import { Button } from '../components/button.js';
import { Loading } from '../components/states.js';
import { RecordPicker } from '../forms/record-picker.js';
import { RecordsPicker } from '../forms/records-picker.js';
import { localOf } from '../forms/local-time.js';
import { useText } from '../i18n/language.js';
import { comparisonWords, matchLabel, useTargetOf } from './filter-text.js';
import { ME, useHasAccounts } from './me.js';
import {
  comparisonIn,
  comparisonsOf,
  conditionOf,
  keyComparisons,
  keysIn,
  type Comparison,
  type Condition,
} from './operators.js';

const SchemaForm = lazy(() => import('../actions/schema-form.js'));

/** A condition on a field, or a declared filter with its value. */
export type Filtering =
  | { readonly form: 'condition'; readonly condition: Condition }
  | { readonly form: 'filter'; readonly key: string; readonly value: unknown };

interface FilterFormProps {
  readonly resource: Resource;
  /** What the form begins with; without it, with the field that names records. */
  readonly initial?: Filtering;
  onSubmit(this: void, filtering: Filtering): void;
}

const choiceOf = (filtering: Filtering): string =>
  filtering.form === 'condition' ? `field:${filtering.condition.field}` : `filter:${filtering.key}`;

/** The first choice: the field that names records, if it can be matched. */
function firstChoice({ matches, filters, titleField }: Resource): string {
  const match = matches.find(({ key }) => key === titleField) ?? matches[0];
  return match ? `field:${match.key}` : `filter:${filters[0]!.key}`;
}

/** Chooses a field or a declared filter, and its value. */
export function FilterForm({ resource, initial, onSubmit }: FilterFormProps) {
  const text = useText();
  const id = useId();
  const { matches, filters } = resource;
  const [chosen, setChosen] = useState(initial ? choiceOf(initial) : firstChoice(resource));
  const match = matches.find(({ key }) => `field:${key}` === chosen);
  const filter = filters.find(({ key }) => `filter:${key}` === chosen);
  const begun = initial && choiceOf(initial) === chosen ? initial : undefined;
  return (
    <>
      <label className="control" htmlFor={`${id}-field`}>
        <span>{text.field}</span>
        <select
          id={`${id}-field`}
          value={chosen}
          onChange={({ target }) => setChosen(target.value)}
        >
          {matches.map(({ key }) => (
            <option key={key} value={`field:${key}`}>
              {matchLabel(resource, key)}
            </option>
          ))}
          {filters.length > 0 && (
            <optgroup label={text.declaredFilters}>
              {filters.map(({ key, name }) => (
                <option key={key} value={`filter:${key}`}>
                  {name}
                </option>
              ))}
            </optgroup>
          )}
        </select>
      </label>
      {match && (
        <ConditionForm
          key={match.key}
          resource={resource}
          match={match}
          field={resource.fields.find(({ name }) => name === match.key)}
          {...(begun?.form === 'condition' && { initial: begun.condition })}
          onSubmit={(condition) => onSubmit({ form: 'condition', condition })}
        />
      )}
      {filter && (
        <DeclaredForm
          key={filter.key}
          filter={filter}
          {...(begun?.form === 'filter' && { initial: begun.value })}
          onSubmit={(value) => onSubmit({ form: 'filter', key: filter.key, value })}
        />
      )}
    </>
  );
}

interface ConditionFormProps {
  readonly resource: Resource;
  readonly match: MatchField;
  /** Absent for the key. */
  readonly field: Field | undefined;
  readonly initial?: Condition;
  onSubmit(this: void, condition: Condition): void;
}

function ConditionForm({ resource, match, field, initial, onSubmit }: ConditionFormProps) {
  const text = useText();
  const id = useId();
  const target = useTargetOf(resource, match.key);
  const values = match.type === 'boolean' ? [true, false] : (field?.values ?? null);
  const offered = target ? keyComparisons : comparisonsOf(match, values !== null);
  const begun = initial && comparisonIn(initial);
  // A URL can contain a comparison that the form does not offer.
  const comparisons = begun && !offered.includes(begun) ? [begun, ...offered] : offered;
  const [comparison, setComparison] = useState<Comparison>(begun ?? comparisons[0]!);
  const hasAccounts = useHasAccounts(resource, match.key);
  const [isMe, setMe] = useState(initial ? keysIn(initial).includes(ME) : false);
  const [keys, setKeys] = useState<readonly string[]>(initial && target ? withoutMe(initial) : []);
  const needsValue = comparison !== 'empty' && comparison !== 'filled';
  const isList = comparison === 'in' || comparison === 'nin';
  const hasMe = hasAccounts && isMe;
  const given = initial && initial.value !== 'null' ? initial.value : '';
  const value = hasAccounts && initial ? withoutMe(initial).join(',') : given;
  return (
    <form
      className="filter-condition"
      onSubmit={(event) => {
        event.preventDefault();
        const written = new FormData(event.currentTarget).get('value') as string | null;
        const others = target ? keys : [sentValue(match.type, isList, written ?? '')];
        const all = hasMe ? [ME, ...others] : others;
        const sent = all.slice(0, isList ? undefined : 1).filter((item) => item !== '');
        onSubmit(conditionOf(match.key, comparison, sent.join(',')));
      }}
    >
      <label className="control" htmlFor={`${id}-comparison`}>
        <span>{text.comparison}</span>
        <select
          id={`${id}-comparison`}
          value={comparison}
          onChange={({ target: { value: next } }) => setComparison(next as Comparison)}
        >
          {comparisons.map((each) => (
            <option key={each} value={each}>
              {text[comparisonWords(each, match.type)] as string}
            </option>
          ))}
        </select>
      </label>
      {needsValue && (
        <div className="control">
          <label className="control-label" htmlFor={hasMe && !isList ? `${id}-me` : `${id}-value`}>
            {text.value}
          </label>
          {hasMe && !isList ? null : target && isList ? (
            <RecordsPicker id={`${id}-value`} target={target} keys={keys} onChange={setKeys} />
          ) : target ? (
            <RecordPicker
              id={`${id}-value`}
              target={target}
              value={keys[0] ?? null}
              isInvalid={false}
              isRequired
              onChange={(key) => setKeys(key === null ? [] : [key])}
            />
          ) : values ? (
            <select id={`${id}-value`} name="value" defaultValue={value || undefined}>
              {values.map((each) => (
                <option key={String(each)} value={String(each)}>
                  {each === true ? text.yes : each === false ? text.no : String(each)}
                </option>
              ))}
            </select>
          ) : (
            <input
              id={`${id}-value`}
              name="value"
              required={!hasMe}
              defaultValue={match.type === 'datetime' && !isList ? localOf(value) : value}
              {...inputOf(match.type, isList)}
            />
          )}
          {isList && !values && !target && <small>{text.separateByCommas}</small>}
          {hasAccounts && (
            <Button
              id={`${id}-me`}
              icon="user"
              className="filter-me"
              aria-label={text.me}
              aria-pressed={isMe}
              title={text.meHelp}
              onClick={() => setMe(!isMe)}
            >
              {text.me}
            </Button>
          )}
        </div>
      )}
      <Button
        type="submit"
        variant="primary"
        disabled={needsValue && target !== undefined && keys.length === 0 && !hasMe}
      >
        {text.apply}
      </Button>
    </form>
  );
}

const withoutMe = (condition: Condition): readonly string[] =>
  keysIn(condition).filter((key) => key !== ME);

/** The input of a value. Lists are texts with commas. */
function inputOf(type: string, isList: boolean): { type: string; step?: string } {
  if (isList) return { type: 'text' };
  if (type === 'datetime') return { type: 'datetime-local', step: '1' };
  return type === 'number' || type === 'between'
    ? { type: 'number', step: 'any' }
    : { type: 'text' };
}

/** The time of a `datetime-local` input is that of the browser; the API takes instants. */
function sentValue(type: string, isList: boolean, value: string): string {
  if (type !== 'datetime' || isList || value === '') return value;
  return new Date(value).toISOString();
}

interface DeclaredFormProps {
  readonly filter: DeclaredFilter;
  readonly initial?: unknown;
  onSubmit(this: void, value: unknown): void;
}

/** The form of a declared filter's value, from its JSON Schema. */
function DeclaredForm({ filter, initial, onSubmit }: DeclaredFormProps) {
  const text = useText();
  const isObject = filter.schema.type === 'object';
  const schema = isObject
    ? filter.schema
    : {
        type: 'object',
        properties: { value: { title: text.value, ...filter.schema } },
        required: ['value'],
      };
  const value = initial === undefined ? {} : isObject ? (initial as object) : { value: initial };
  return (
    <Suspense fallback={<Loading />}>
      <SchemaForm
        schema={schema}
        value={value}
        submitLabel={text.apply}
        onSubmit={(data) => onSubmit(isObject ? data : (data as { value: unknown }).value)}
      />
    </Suspense>
  );
}
