import { useState, type PropsWithChildren } from 'react';
import type { Resource } from '../api/schema.js';
import { Button, IconButton } from '../components/button.js';
import { Popover } from '../components/popover.js';
import { useText } from '../i18n/language.js';
import { FilterForm, type Filtering } from './filter-form.js';
import { ConditionText, FilterText } from './filter-text.js';
import type { ChangeList, ListState } from './list-state.js';
import type { Condition } from './operators.js';

interface AddFilterProps {
  readonly resource: Resource;
  readonly change: ChangeList;
}

const canFilter = ({ matches, filters }: Resource): boolean => matches.length + filters.length > 0;

const isSame = (one: Condition, other: Condition): boolean =>
  one.field === other.field && one.operator === other.operator;

const without = <Value,>(values: Readonly<Record<string, Value>>, key: string) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name !== key));

/** Returns the state with a filter; it takes the place of the one that was edited. */
function withFilter(state: ListState, added: Filtering, edited?: Filtering): Partial<ListState> {
  const isEdited = (each: Condition) =>
    edited?.form === 'condition' && isSame(each, edited.condition);
  const kept = edited?.form === 'filter' ? without(state.filters, edited.key) : state.filters;
  if (added.form === 'filter')
    return {
      conditions: state.conditions.filter((each) => !isEdited(each)),
      filters: { ...kept, [added.key]: added.value },
    };
  const { condition } = added;
  const others = state.conditions.filter((each) => isEdited(each) || !isSame(each, condition));
  const isReplaced = others.some(isEdited);
  return {
    conditions: isReplaced
      ? others.map((each) => (isEdited(each) ? condition : each))
      : [...others, condition],
    filters: kept,
  };
}

/** A button with a form that adds a condition or a declared filter. */
export function AddFilter({ resource, change }: AddFilterProps) {
  const text = useText();
  const [round, setRound] = useState(0);
  if (!canFilter(resource)) return null;
  return (
    <Popover
      key={round}
      label={text.addFilter}
      className="filter-form"
      trigger={(button) => (
        <Button {...button} icon="filter">
          {text.filter}
        </Button>
      )}
    >
      <FilterForm
        resource={resource}
        onSubmit={(added) => {
          setRound(round + 1);
          change((current) => withFilter(current, added));
        }}
      />
    </Popover>
  );
}

interface FilterChipsProps extends AddFilterProps {
  readonly state: ListState;
}

/** The conditions and declared filters of a list. Each can be changed and removed. */
export function FilterChips({ resource, state, change }: FilterChipsProps) {
  const text = useText();
  const { conditions, filters } = state;
  if (conditions.length + Object.keys(filters).length === 0) return null;
  const chipOf = (filtering: Filtering) => ({
    resource,
    filtering,
    onChange: (next: Filtering) => change((current) => withFilter(current, next, filtering)),
  });
  return (
    <ul className="chips" aria-label={text.filters}>
      {conditions.map((condition) => (
        <Chip
          key={`${condition.field} ${condition.operator} ${condition.value}`}
          {...chipOf({ form: 'condition', condition })}
          onRemove={() =>
            change((current) => ({
              conditions: current.conditions.filter((each) => !isSame(each, condition)),
            }))
          }
        >
          <ConditionText resource={resource} condition={condition} />
        </Chip>
      ))}
      {Object.entries(filters).map(([key, value]) => (
        <Chip
          key={`${key} ${JSON.stringify(value)}`}
          {...chipOf({ form: 'filter', key, value })}
          onRemove={() => change((current) => ({ filters: without(current.filters, key) }))}
        >
          <FilterText filter={resource.filters.find((each) => each.key === key)} value={value}>
            {key}
          </FilterText>
        </Chip>
      ))}
    </ul>
  );
}

interface ChipProps extends PropsWithChildren {
  readonly resource: Resource;
  readonly filtering: Filtering;
  onChange(this: void, next: Filtering): void;
  onRemove(this: void): void;
}

function Chip({ resource, filtering, children, onChange, onRemove }: ChipProps) {
  const text = useText();
  const { matches, filters } = resource;
  const isKnown =
    filtering.form === 'condition'
      ? matches.some(({ key }) => key === filtering.condition.field)
      : filters.some(({ key }) => key === filtering.key);
  return (
    <li className="chip">
      {isKnown ? (
        <Popover
          label={text.editFilter}
          className="filter-form"
          trigger={(button) => (
            <button {...button} type="button" className="chip-text" title={text.editFilter}>
              <span dir="auto">{children}</span>
            </button>
          )}
        >
          <FilterForm resource={resource} initial={filtering} onSubmit={onChange} />
        </Popover>
      ) : (
        <span className="chip-text" dir="auto">
          {children}
        </span>
      )}
      <IconButton icon="close" label={text.removeFilter} onClick={onRemove} />
    </li>
  );
}
