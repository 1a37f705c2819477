import { useId } from 'react';
import { MissingMembers } from '../access/missing-members.js';
import { Why } from '../access/why.js';
import { columnLabel, memberLabel, readableFields, type Resource } from '../api/schema.js';
import { Button } from '../components/button.js';
import { Popover } from '../components/popover.js';
import { useText } from '../i18n/language.js';
import { defaultColumns, pageSizes, type ChangeList, type ListState } from './list-state.js';

interface ViewMenuProps {
  readonly resource: Resource;
  readonly state: ListState;
  readonly change: ChangeList;
}

const ofLists = ['fields'] as const;

/** Chooses the columns, the order and the size of pages. */
export function ViewMenu({ resource, state, change }: ViewMenuProps) {
  const text = useText();
  const id = useId();
  const { columns, sort, perPage, page } = state;
  const fields = readableFields(resource).filter(({ name }) => name !== resource.titleField);
  const columnsOf = fields.map((field) => ({
    name: field.name,
    label: columnLabel(resource, field),
  }));
  const labelOf = (name: string) =>
    columnsOf.find((column) => column.name === name)?.label ?? memberLabel(resource, name);
  const toggle = (name: string) =>
    change((current) => ({
      page: current.page,
      columns: fields
        .map((field) => field.name)
        .filter((each) => (each === name) !== current.columns.includes(each)),
    }));
  return (
    <Popover
      label={text.view}
      align="end"
      className="view-menu"
      trigger={(button) => (
        <Button {...button} icon="columns">
          {text.view}
        </Button>
      )}
    >
      <label className="control" htmlFor={`${id}-sort`}>
        <span>{text.sortBy}</span>
        <select
          id={`${id}-sort`}
          value={sort}
          onChange={({ target }) => change({ sort: target.value })}
        >
          <option value="">{text.defaultOrder}</option>
          {resource.sorts.flatMap((name) => [
            <option key={name} value={name}>
              {text.ascending(labelOf(name))}
            </option>,
            <option key={`-${name}`} value={`-${name}`}>
              {text.descending(labelOf(name))}
            </option>,
          ])}
        </select>
      </label>
      <label className="control" htmlFor={`${id}-size`}>
        <span>{text.perPage}</span>
        <select
          id={`${id}-size`}
          value={perPage}
          onChange={({ target }) => change({ perPage: Number(target.value) })}
        >
          {pageSizes.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </label>
      <fieldset className="choices">
        <legend className="control-label">{text.columns}</legend>
        {columnsOf.map(({ name, label }) => (
          <div key={name} className="choice-row">
            <label className="choice">
              <input
                type="checkbox"
                checked={columns.includes(name)}
                onChange={() => toggle(name)}
              />
              {label}
            </label>
            <Why question={{ resource: resource.key, field: name }} subject={label} />
          </div>
        ))}
      </fieldset>
      <MissingMembers
        question={{ resource: resource.key, operation: 'index' }}
        label={text.missingHere}
        of={ofLists}
      />
      <Button onClick={() => change({ page, columns: defaultColumns(resource) })}>
        {text.defaultColumns}
      </Button>
    </Popover>
  );
}
