import { useState } from 'react';
import type { ApiPage, ApiRecord, Field } from '../api/schema.js';
import { columnLabel, memberLabel, relationLabel, titleOf } from '../api/schema.js';
import { useSchema } from '../api/session.js';
import { IconButton } from '../components/button.js';
import { FieldValue } from '../components/field-value.js';
import { TableFrame } from '../components/table-frame.js';
import { useText } from '../i18n/language.js';
import { titledRelation } from '../lists/list-state.js';
import { RelatedValue, TitleLink } from '../lists/record-cells.js';
import { WithPeek } from '../peek/peek.js';
import { DetachDialog } from './link-dialogs.js';
import { PivotCell } from './pivot-cell.js';
import type { RelatedList } from './related-list.js';
import '../lists/lists.css';

interface RelatedTableProps {
  readonly list: RelatedList;
  readonly columns: readonly Field[];
  readonly page: ApiPage;
}

/** The related records of a page. The values of their links are edited in their cells. */
export function RelatedTable({ list, columns, page }: RelatedTableProps) {
  const { relation, target } = list;
  const text = useText();
  const schema = useSchema();
  const [detaching, setDetaching] = useState<ApiRecord | null>(null);
  const editsPivots = relation.attach || relation.sync;
  const titleLabel =
    target.titleField === 'id' ? text.record : memberLabel(target, target.titleField);
  return (
    <>
      <TableFrame label={relationLabel(relation)} hasControls>
        <table className="table record-table related-table">
          <thead>
            <tr>
              <th scope="col">{titleLabel}</th>
              {relation.pivots.map(({ name, label }) => (
                <th scope="col" key={`pivot-${name}`}>
                  {label}
                </th>
              ))}
              {columns.map((field) => (
                <th scope="col" key={field.name}>
                  {columnLabel(target, field)}
                </th>
              ))}
              {relation.detach && (
                <th scope="col">
                  <span className="visually-hidden">{text.actions}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {page.data.map((linked) => {
              const title = titleOf(target, linked);
              return (
                <tr key={linked.id}>
                  <th scope="row">
                    <WithPeek resource={target.key} id={linked.id} title={title}>
                      <TitleLink resource={target} record={linked} />
                    </WithPeek>
                  </th>
                  {relation.pivots.map((field) => (
                    <td key={`pivot-${field.name}`} data-label={field.label}>
                      {editsPivots && field.writable ? (
                        <PivotCell list={list} linked={linked} field={field} />
                      ) : (
                        <FieldValue
                          resource={target}
                          field={field}
                          value={linked.pivots?.[field.name]}
                          form="cell"
                        />
                      )}
                    </td>
                  ))}
                  {columns.map((field) => (
                    <td key={field.name} data-label={columnLabel(target, field)}>
                      <RelatedValue
                        resource={target}
                        field={field}
                        record={linked}
                        value={linked.attributes[field.name]}
                        titled={titledRelation(schema, target, field)}
                      />
                    </td>
                  ))}
                  {relation.detach && (
                    <td className="row-tools">
                      <IconButton
                        icon="close"
                        label={text.detachOne(title)}
                        onClick={() => setDetaching(linked)}
                      />
                    </td>
                  )}
                </tr>
              );
            })}
          </tbody>
        </table>
      </TableFrame>
      {detaching && (
        <DetachDialog {...list} linked={detaching} onClose={() => setDetaching(null)} />
      )}
    </>
  );
}
