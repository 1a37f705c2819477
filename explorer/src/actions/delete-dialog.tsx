import { useState } from 'react';
import { ReadOnlyNote } from '../access/view-as.js';
import { Why } from '../access/why.js';
import type { Call } from '../api/call.js';
import { useWrite } from '../api/queries.js';
import { titleOf, type ApiRecord, type Resource } from '../api/schema.js';
import { Button } from '../components/button.js';
import { Dialog } from '../components/dialog.js';
import { ShowRequest } from '../components/show-request.js';
import { ErrorNote } from '../components/states.js';
import { useToast } from '../components/toast.js';
import { useText } from '../i18n/language.js';
import { mayFollow, Preview, PreviewConsent, usePreview } from './preview.js';

interface DeleteDialogProps {
  readonly resource: Resource;
  readonly records: readonly ApiRecord[];
  /** The version of a single record, as the page shows it. @contract C13.1 */
  readonly ifMatch?: string | undefined;
  onClose(this: void): void;
  onDeleted(this: void): void;
}

/** Deletes records, after it has shown what is deleted together with them. */
export function DeleteDialog({
  resource,
  records,
  ifMatch,
  onClose,
  onDeleted,
}: DeleteDialogProps) {
  const text = useText();
  const toast = useToast();
  const write = useWrite();
  const [isConfirmed, setConfirmed] = useState(false);
  const [only] = records;
  const call: Call =
    records.length === 1
      ? { resource: resource.key, method: 'delete', args: [only!.id] }
      : {
          resource: resource.key,
          method: 'bulkDelete',
          args: [records.map(({ id }) => id)],
        };
  const preview = usePreview(call);
  const remove = async () => {
    try {
      await write.mutateAsync({ call, options: ifMatch === undefined ? {} : { ifMatch } });
    } catch {
      return;
    }
    toast.done(text.deletedCount(records.length));
    onDeleted();
    onClose();
  };
  return (
    <Dialog
      title={
        records.length === 1
          ? text.deleteOne(titleOf(resource, only!))
          : text.deleteMany(records.length)
      }
      onClose={onClose}
      footer={
        <>
          <ShowRequest
            call={call}
            align="start"
            {...(ifMatch !== undefined && { options: { ifMatch } })}
          />
          <Why
            question={{ resource: resource.key, id: only!.id, operation: 'delete' }}
            subject={text.delete}
          />
          <span className="spacer" />
          <Button onClick={onClose} data-autofocus>
            {text.cancel}
          </Button>
          <Button
            variant="destroy"
            icon="trash"
            isBusy={write.isPending}
            disabled={write.isPending || !mayFollow(preview, isConfirmed)}
            onClick={() => void remove()}
          >
            {text.delete}
          </Button>
        </>
      }
    >
      <ReadOnlyNote />
      {preview && <Preview state={preview} call={call} chosen={records.length} />}
      <PreviewConsent state={preview} isConfirmed={isConfirmed} onConfirm={setConfirmed} />
      {write.error && <ErrorNote error={write.error} />}
    </Dialog>
  );
}
