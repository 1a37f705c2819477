import { useState } from 'react';
import { Refused, type Question } from '../access/why.js';
import { facts } from '../api/facts.js';
import type { ApiRecord, Resource } from '../api/schema.js';
import { ActionMenu } from '../actions/action-menu.js';
import { BulkEditDialog, bulkFields } from '../actions/bulk-edit-dialog.js';
import { DeleteDialog } from '../actions/delete-dialog.js';
import { Button } from '../components/button.js';
import { useText } from '../i18n/language.js';
import type { Selection } from './list-page.js';

interface SelectionBarProps {
  readonly resource: Resource;
  readonly query: object;
  readonly total: number | null;
  readonly selection: Selection;
  readonly setSelection: (selection: Selection) => void;
}

/** What a person can do with the selected records, as far as each of them allows it. */
export function SelectionBar({
  resource,
  query,
  total,
  selection,
  setSelection,
}: SelectionBarProps) {
  const text = useText();
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null);
  const records = [...selection.values()];
  const fixed = records.find(({ meta }) => !meta?.authorizedToUpdate);
  const kept = records.find(({ meta }) => !meta?.authorizedToDelete);
  const { bulk } = facts.features;
  const isOfBulk = !bulk && records.length > 1;
  const about = (record: ApiRecord | undefined, operation: 'update' | 'delete'): Question =>
    record
      ? { resource: resource.key, id: record.id, operation }
      : { resource: resource.key, operation: 'bulk' };
  const clear = () => setSelection(new Map());
  return (
    <div className="selection-bar" role="group" aria-label={text.selection}>
      <strong>{text.selected(records.length)}</strong>
      {bulkFields(resource).length > 0 &&
        (bulk && !fixed ? (
          <Button icon="edit" onClick={() => setDialog('edit')}>
            {text.edit}
          </Button>
        ) : (
          <Refused question={about(fixed, 'update')} subject={text.edit}>
            {text.edit}
          </Refused>
        ))}
      <ActionMenu
        resource={resource}
        query={query}
        total={total}
        records={records}
        onDone={clear}
      />
      {kept || isOfBulk ? (
        <Refused question={about(kept, 'delete')} subject={text.delete}>
          {text.delete}
        </Refused>
      ) : (
        <Button icon="trash" variant="danger" onClick={() => setDialog('delete')}>
          {text.delete}
        </Button>
      )}
      <Button variant="quiet" onClick={clear}>
        {text.clearSelection}
      </Button>
      {dialog === 'edit' && (
        <BulkEditDialog resource={resource} records={records} onClose={() => setDialog(null)} />
      )}
      {dialog === 'delete' && (
        <DeleteDialog
          resource={resource}
          records={records}
          onClose={() => setDialog(null)}
          onDeleted={clear}
        />
      )}
    </div>
  );
}
