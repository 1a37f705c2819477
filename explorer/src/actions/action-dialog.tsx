import { isApiError, type ActionRun, type ActionProgress } from 'resource-api/client';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { ReadOnlyNote } from '../access/view-as.js';
import { Why, type Question } from '../access/why.js';
import type { Call } from '../api/call.js';
import { useCancelRun, useWrite } from '../api/queries.js';
import { useIsReadOnly } from '../api/session.js';
import { titleOf, type Action, type Resource } from '../api/schema.js';
import { Button } from '../components/button.js';
import { controlsIn } from '../components/controls.js';
import { Dialog } from '../components/dialog.js';
import { ShowRequest } from '../components/show-request.js';
import { ErrorNote, Loading, messageOf } from '../components/states.js';
import { useToast } from '../components/toast.js';
import { useText } from '../i18n/language.js';
import { actionCall, hasPayload, type ActionTarget } from './action-call.js';
import { affectedCount, mayFollow, Preview, PreviewConsent, usePreview } from './preview.js';

const SchemaForm = lazy(() => import('./schema-form.js'));

interface ActionDialogProps {
  readonly resource: Resource;
  readonly action: Action;
  readonly target: ActionTarget;
  onClose(this: void): void;
  /** Runs after the action has succeeded. */
  onDone?(this: void): void;
}

/**
 * Runs an action: asks for its payload, shows what it would change, and then its result. A
 * destructive action runs only after its preview.
 */
export function ActionDialog({ resource, action, target, onClose, onDone }: ActionDialogProps) {
  const text = useText();
  const toast = useToast();
  const write = useWrite();
  const [payload, setPayload] = useState<object>({});
  const [previewed, setPreviewed] = useState<Call | null>(null);
  const [isConfirmed, setConfirmed] = useState(false);
  const [progress, setProgress] = useState<ActionProgress | null>(null);
  // The run of an action that runs after its response.
  const [runId, setRunId] = useState<string | null>(null);
  const isOpen = useIsMounted();
  const asks = hasPayload(action);
  const [isFormReady, setFormReady] = useState(false);
  // The dialog has opened before the form was loaded.
  const showReady = useCallback(() => {
    setFormReady(true);
    controlsIn(document.getElementById(PAYLOAD)!)[0]?.focus();
  }, []);
  const call = actionCall(resource, action, target, payload);
  const isNothing = target.form === 'all' && target.total === 0;
  // Without a payload there is nothing to wait for.
  const preview = usePreview(
    asks ? previewed : isNothing || !action.destructive ? previewed : call,
  );
  const isCurrent = !asks || (previewed && JSON.stringify(previewed) === JSON.stringify(call));
  const needsPreview = action.destructive && !(isCurrent && mayFollow(preview, isConfirmed));
  const run = async (chosen: Call) => {
    setProgress(null);
    const options =
      target.form === 'record'
        ? {}
        : { onProgress: setProgress, onAccepted: ({ id }: ActionRun) => setRunId(id) };
    try {
      const result = await write.mutateAsync({ call: chosen, options });
      toast.done(<Result action={action} result={result} />);
    } catch (error) {
      // The dialog shows it.
      if (isOpen.current) return;
      const reason = isCancelled(error) ? text.runCancelled : messageOf(error);
      toast.failed(text.actionFailed(action.name, reason));
      return;
    } finally {
      setRunId(null);
    }
    if (!isOpen.current) return;
    onDone?.();
    onClose();
  };
  const submit = (data: object) => {
    const chosen = actionCall(resource, action, target, data);
    setPayload(data);
    if (needsPreview) setPreviewed(chosen);
    else void run(chosen);
  };
  const label =
    preview?.form === 'known' && isCurrent
      ? text.runOnCount(affectedCount(preview.result))
      : needsPreview
        ? text.preview
        : text.run;
  const isRunningOnAll = write.isPending && target.form === 'all';
  const isAccepted = runId !== null;
  const isReadOnly = useIsReadOnly();
  const canSend = !isReadOnly && !isNothing && (isFormReady || !asks);
  const canRun = canSend && !(action.destructive && preview?.form === 'loading');
  return (
    <Dialog
      title={action.name}
      onClose={isRunningOnAll && !isAccepted ? undefined : onClose}
      footer={
        <>
          <ShowRequest call={call} align="start" />
          <Why question={questionOf(resource, action, target)} subject={action.name} />
          <span className="spacer" />
          <Button
            disabled={isRunningOnAll && !isAccepted}
            onClick={onClose}
            data-autofocus={(action.destructive && !asks) || undefined}
          >
            {isAccepted ? text.close : text.cancel}
          </Button>
          {!action.destructive && (
            <Button
              data-autofocus={!asks || undefined}
              form={asks ? PAYLOAD : undefined}
              type={asks ? 'submit' : 'button'}
              name="preview"
              disabled={!canSend || isRunningOnAll || isAccepted}
              onClick={asks ? undefined : () => setPreviewed(call)}
            >
              {text.preview}
            </Button>
          )}
          <Button
            variant={!action.destructive || needsPreview ? 'primary' : 'destroy'}
            form={asks ? PAYLOAD : undefined}
            type={asks ? 'submit' : 'button'}
            isBusy={write.isPending}
            disabled={write.isPending || !canRun || (!asks && needsPreview)}
            onClick={asks ? undefined : () => void run(call)}
          >
            {label}
          </Button>
        </>
      }
    >
      <ReadOnlyNote />
      <p>{action.description}</p>
      <Target resource={resource} target={target} />
      {asks && (
        <Suspense fallback={<Loading />}>
          <SchemaForm
            id={PAYLOAD}
            schema={action.schema}
            value={payload}
            errors={isApiError(write.error) ? write.error.errors : undefined}
            onReady={showReady}
            onChange={(data) => {
              setPayload(data);
              setConfirmed(false);
            }}
            onSubmit={(data, submitter) => {
              if (submitter !== 'preview') return submit(data);
              setPayload(data);
              setPreviewed(actionCall(resource, action, target, data));
            }}
          />
        </Suspense>
      )}
      {preview && isCurrent && <Preview state={preview} call={call} {...chosenIn(target)} />}
      {action.destructive && (
        <PreviewConsent state={preview} isConfirmed={isConfirmed} onConfirm={setConfirmed} />
      )}
      {(isRunningOnAll || isAccepted) && (
        <RunProgress
          done={progress?.records ?? null}
          total={progress?.total ?? chosenIn(target).chosen ?? null}
        />
      )}
      {isAccepted && <AcceptedRun id={runId} />}
      {isCancelled(write.error) ? (
        <p className="note note-warning" role="alert">
          {text.runCancelled}
        </p>
      ) : (
        write.error && <ErrorNote error={write.error} />
      )}
    </Dialog>
  );
}

/** Returns what is true while the component is mounted. */
function useIsMounted() {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}

const isCancelled = (error: unknown): boolean =>
  isApiError(error) && error.code === 'run_cancelled';

/** An action on several records is a question about the first of them. */
function questionOf(resource: Resource, action: Action, target: ActionTarget): Question {
  const record =
    target.form === 'record'
      ? target.record
      : target.form === 'records'
        ? target.records[0]
        : undefined;
  return { resource: resource.key, action: action.uriKey, ...(record && { id: record.id }) };
}

/** Submit buttons outside the form name it. */
const PAYLOAD = 'action-payload';

/** The number of records that the action runs on, if it is known. */
function chosenIn(target: ActionTarget): { readonly chosen?: number } {
  if (target.form === 'records') return { chosen: target.records.length };
  if (target.form === 'all' && target.total !== null) return { chosen: target.total };
  return target.form === 'record' ? { chosen: 1 } : {};
}

interface TargetProps {
  readonly resource: Resource;
  readonly target: ActionTarget;
}

/** The records in words. More of them are counted. */
const NAMED = 5;

function Target({ resource, target }: TargetProps) {
  const text = useText();
  if (target.form === 'standalone') return null;
  if (target.form === 'all')
    return (
      <p className="note note-warning">
        {target.total === 0 ? text.nothingFound : text.runsOnAll(target.total)}
      </p>
    );
  const records = target.form === 'record' ? [target.record] : target.records;
  const named = records.slice(0, NAMED).map((record) => titleOf(resource, record));
  const others = records.length - named.length;
  return (
    <p className="soft" dir="auto">
      {named.join(', ')}
      {others > 0 && ` ${text.andOthers(others)}`}
    </p>
  );
}

interface RunProgressProps {
  /** The records that were processed; `null` before the first of them. */
  readonly done: number | null;
  /** The records that the list finds, if their number is known. */
  readonly total: number | null;
}

/** Shows how far a run over all records is. */
function RunProgress({ done, total }: RunProgressProps) {
  const text = useText();
  const isKnown = done !== null && total !== null;
  return (
    <label className="run-progress">
      {done === null ? text.running : text.recordsDone(done, total)}
      <progress {...(isKnown && { value: done, max: Math.max(done, total) })} />
    </label>
  );
}

/** Shows that the action goes on without the dialog, and cancels it. */
function AcceptedRun({ id }: { readonly id: string }) {
  const text = useText();
  const cancel = useCancelRun();
  return (
    <>
      <div className="run-accepted">
        <p className="soft">{cancel.isSuccess ? text.runStops : text.runsOn}</p>
        <Button
          isBusy={cancel.isPending}
          disabled={cancel.isPending || cancel.isSuccess}
          onClick={() => cancel.mutate(id)}
        >
          {text.cancelRun}
        </Button>
      </div>
      {cancel.error && <ErrorNote error={cancel.error} />}
    </>
  );
}

function Result({ action, result }: { readonly action: Action; readonly result: unknown }) {
  const text = useText();
  const content = JSON.stringify(result) as string | undefined;
  return (
    <>
      {text.actionDone(action.name)}
      {content !== undefined && content !== '{}' && content !== 'null' && (
        <code className="one-line">{content.slice(0, 200)}</code>
      )}
    </>
  );
}
