import {
  createColumnHelper,
  flexRender,
  getCoreRowModel,
  useReactTable,
  type Column,
  type SortingState,
} from '@tanstack/react-table';
import { useMemo, useRef, type KeyboardEvent } from 'react';
import {
  columnLabel,
  readableFields,
  titleOf,
  type ApiRecord,
  type Resource,
} from '../api/schema.js';
import { useSchema } from '../api/session.js';
import { Icon } from '../components/icon.js';
import { TableFrame } from '../components/table-frame.js';
import { useText } from '../i18n/language.js';
import type { Selection } from './list-page.js';
import { RelatedValue, TitleLink } from './record-cells.js';
import { titledRelation, type ChangeList, type ListState } from './list-state.js';

interface RecordTableProps {
  readonly resource: Resource;
  readonly state: ListState;
  readonly change: ChangeList;
  readonly records: readonly ApiRecord[];
  readonly selection: Selection;
  readonly setSelection: (selection: Selection) => void;
}

const helper = createColumnHelper<ApiRecord>();

const sortingOf = (sort: string): SortingState =>
  sort === '' || sort.includes(',')
    ? []
    : [{ id: sort.replace(/^-/, ''), desc: sort.startsWith('-') }];

/**
 * The records of a page. The arrow keys move between rows and between the controls of a row, and
 * the space bar selects a row.
 */
export function RecordTable(props: RecordTableProps) {
  const { resource, state, change, records, selection, setSelection } = props;
  const text = useText();
  const schema = useSchema();
  const frame = useRef<HTMLTableElement>(null);
  const columns = useMemo(() => {
    const title = resource.fields.find(({ name }) => name === resource.titleField);
    const shown = readableFields(resource).filter(({ name }) => state.columns.includes(name));
    const isSortable = (name: string) => resource.sorts.includes(name);
    return [
      helper.accessor(({ attributes }) => attributes[resource.titleField], {
        id: resource.titleField,
        header: title?.label ?? text.record,
        enableSorting: isSortable(resource.titleField),
        cell: ({ row }) => <TitleLink resource={resource} record={row.original} />,
      }),
      ...shown
        .filter(({ name }) => name !== resource.titleField)
        .map((field) =>
          helper.accessor(({ attributes }) => attributes[field.name], {
            id: field.name,
            header: columnLabel(resource, field),
            enableSorting: isSortable(field.name),
            cell: ({ row, getValue }) => (
              <RelatedValue
                resource={resource}
                field={field}
                record={row.original}
                value={getValue()}
                titled={titledRelation(schema, resource, field)}
              />
            ),
          }),
        ),
    ];
  }, [resource, schema, state.columns, text]);
  const table = useReactTable({
    data: records as ApiRecord[],
    columns,
    getCoreRowModel: getCoreRowModel(),
    getRowId: ({ id }) => id,
    manualSorting: true,
    manualPagination: true,
    state: { sorting: sortingOf(state.sort) },
  });
  const select = (changed: readonly ApiRecord[], isSelected: boolean) => {
    const next = new Map(selection);
    for (const record of changed)
      if (isSelected) next.set(record.id, record);
      else next.delete(record.id);
    setSelection(next);
  };
  const selected = records.filter(({ id }) => selection.has(id)).length;
  const numeric = new Set(
    resource.fields
      .filter(({ kind }) => kind === 'number' || kind === 'decimal')
      .map(({ name }) => name),
  );
  const classOf = (column: Column<ApiRecord>) =>
    numeric.has(column.id) ? 'is-numeric' : undefined;
  return (
    <TableFrame label={resource.label} hasControls>
      <table
        className="table record-table"
        ref={frame}
        onKeyDown={(event) => moveFocus(event, frame.current!)}
      >
        <thead>
          <tr>
            <th scope="col" className="is-selector">
              <input
                type="checkbox"
                aria-label={text.selectPage}
                checked={selected === records.length}
                ref={(input) => {
                  if (input) input.indeterminate = selected > 0 && selected < records.length;
                }}
                onChange={({ target }) => select(records, target.checked)}
              />
            </th>
            {table.getFlatHeaders().map(({ id, column, getContext }) => (
              <th
                key={id}
                scope="col"
                className={classOf(column)}
                aria-sort={
                  { asc: 'ascending', desc: 'descending', false: undefined }[
                    String(column.getIsSorted())
                  ] as 'ascending' | 'descending' | undefined
                }
              >
                {column.getCanSort() ? (
                  <button
                    type="button"
                    className="sort"
                    onClick={() => change({ sort: nextSort(column) })}
                  >
                    {flexRender(column.columnDef.header, getContext())}
                    <Icon
                      name={
                        { asc: 'up', desc: 'down', false: 'sort' }[
                          String(column.getIsSorted())
                        ] as 'up'
                      }
                      size={12}
                    />
                  </button>
                ) : (
                  flexRender(column.columnDef.header, getContext())
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => {
            const isSelected = selection.has(row.id);
            return (
              <tr key={row.id} className={isSelected ? 'is-selected' : undefined}>
                <td className="is-selector">
                  <input
                    type="checkbox"
                    aria-label={text.selectRecord(titleOf(resource, row.original))}
                    checked={isSelected}
                    onChange={({ target }) => select([row.original], target.checked)}
                  />
                </td>
                {row.getVisibleCells().map(({ id, column, getContext }, at) => {
                  const content = flexRender(column.columnDef.cell, getContext());
                  return at === 0 ? (
                    <th key={id} scope="row">
                      {content}
                    </th>
                  ) : (
                    <td key={id} className={classOf(column)} data-label={column.columnDef.header}>
                      {content}
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </TableFrame>
  );
}

/** Ascending, descending, and the default order again. */
function nextSort(column: Column<ApiRecord>): string {
  const sorted = column.getIsSorted();
  if (sorted === false) return column.id;
  return sorted === 'asc' ? `-${column.id}` : '';
}

const rowSteps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
const columnSteps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Moves the focus to the same control of the next row, or to the next control of the row. */
function moveFocus(event: KeyboardEvent, table: HTMLTableElement): void {
  const active = document.activeElement;
  const row = active?.closest('tr');
  if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
  const controlsOf = (each: Element) => [...each.querySelectorAll<HTMLElement>('input, a, button')];
  const controls = controlsOf(row);
  const position = controls.indexOf(active as HTMLElement);
  const rows = [...table.rows];
  const rowStep = rowSteps[event.key];
  const columnStep = columnSteps[event.key];
  const isBody = row.parentElement === table.tBodies[0];
  if (rowStep !== undefined) {
    const next = rows[rows.indexOf(row) + rowStep];
    const targets = next ? controlsOf(next) : [];
    (targets[position] ?? targets.at(-1))?.focus();
  } else if (columnStep !== undefined) controls[position + columnStep]?.focus();
  else if (event.key === 'Home' && isBody) controlsOf(rows[1]!)[position]?.focus();
  else if (event.key === 'End' && isBody) controlsOf(rows.at(-1)!)[position]?.focus();
  else if (event.key === ' ' && isBody && active instanceof HTMLAnchorElement)
    row.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click();
  else return;
  event.preventDefault();
}
