import { isApiError, type Reverted } from 'resource-api/client';
import { useId, useState } from 'react';
import { ReadOnlyNote } from '../access/view-as.js';
import { Why } from '../access/why.js';
import {
  affectedCount,
  mayFollow,
  Preview,
  PreviewConsent,
  usePreview,
} from '../actions/preview.js';
import type { Call } from '../api/call.js';
import { useWrite } from '../api/queries.js';
import { memberLabel, type ApiRecord, type Resource } from '../api/schema.js';
import { Button } from '../components/button.js';
import { Dialog } from '../components/dialog.js';
import { ShowRequest } from '../components/show-request.js';
import { ErrorNote } from '../components/states.js';
import { useToast } from '../components/toast.js';
import { useText } from '../i18n/language.js';
import { LogOrigin, useLoggedName, type LogRow } from './log-entry.js';
import { LOG } from './log-tab.js';

interface UndoDialogProps {
  /** The resource of the record whose log contains the row. */
  readonly parent: Resource;
  /** The key of that record. */
  readonly id: string;
  readonly row: ApiRecord;
  onClose(this: void): void;
}

/** Reverts a change or all changes of its request, after it has shown what that changes. @contract C15 */
export function UndoDialog({ parent, id: key, row, onClose }: UndoDialogProps) {
  const text = useText();
  const toast = useToast();
  const id = useId();
  const write = useWrite<Reverted>();
  const nameOf = useLoggedName(parent);
  const log = row.attributes as LogRow;
  const { batch_id } = log;
  const [isBatch, setBatch] = useState(false);
  const call: Call = {
    resource: LOG,
    method: 'revert',
    args: [isBatch && batch_id !== undefined ? { batch_id } : row.id],
  };
  const preview = usePreview(call);
  const failure = write.error ?? (preview?.form === 'failed' ? preview.error : null);
  const isConflict = isApiError(failure) && failure.code === 'revert_conflict';
  const revert = async (lenient: boolean) => {
    try {
      const { affected } = await write.mutateAsync({ call, options: lenient ? { lenient } : {} });
      toast.done(text.undone(affected));
    } catch {
      return;
    }
    onClose();
  };
  const [isConfirmed, setConfirmed] = useState(false);
  const isNothing = preview?.form === 'known' && affectedCount(preview.result) === 0;
  const isReady = !isNothing && mayFollow(preview, isConfirmed);
  return (
    <Dialog
      title={text.undoQuestion}
      onClose={onClose}
      footer={
        <>
          <ShowRequest
            call={call}
            align="start"
            {...(isConflict && isBatch && { options: { lenient: true } })}
          />
          <Why
            question={{ resource: parent.key, id: key, operation: 'update' }}
            subject={text.undo}
          />
          <span className="spacer" />
          <Button onClick={onClose}>{text.cancel}</Button>
          {isConflict && isBatch ? (
            <Button
              variant="danger"
              isBusy={write.isPending}
              disabled={write.isPending}
              onClick={() => void revert(true)}
            >
              {text.undoOthers}
            </Button>
          ) : (
            <Button
              variant="primary"
              icon="undo"
              isBusy={write.isPending}
              disabled={write.isPending || !isReady}
              onClick={() => void revert(false)}
            >
              {text.undo}
            </Button>
          )}
        </>
      }
    >
      <ReadOnlyNote />
      <p className="undo-subject">
        <strong>{nameOf(row)}</strong> <LogOrigin log={log} />
      </p>
      {batch_id !== undefined && (
        <fieldset className="undo-scope">
          <legend className="visually-hidden">{text.undoWhat}</legend>
          {[false, true].map((each) => (
            <label className="choice" key={String(each)}>
              <input
                type="radio"
                name={id}
                checked={isBatch === each}
                onChange={() => {
                  write.reset();
                  setConfirmed(false);
                  setBatch(each);
                }}
              />
              {each ? text.undoBatch : text.undoOne}
            </label>
          ))}
        </fieldset>
      )}
      {isConflict ? (
        <section className="undo-conflict" role="alert">
          <p className="note note-warning">{text.undoConflict}</p>
          <dl className="panel field-list">
            {Object.entries(failure.errors ?? {}).map(([field, messages]) => (
              <div className="field-row" key={field}>
                <dt>{memberLabel(parent, field)}</dt>
                <dd dir="auto">{messages.join(' ')}</dd>
              </div>
            ))}
          </dl>
        </section>
      ) : (
        preview && <Preview state={preview} call={call} />
      )}
      <PreviewConsent state={preview} isConfirmed={isConfirmed} onConfirm={setConfirmed} />
      {write.error && !isConflict && <ErrorNote error={write.error} />}
    </Dialog>
  );
}
