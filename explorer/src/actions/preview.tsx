import { isApiError, type DryRun } from 'resource-api/client';
import { useEffect, useState } from 'react';
import type { Call } from '../api/call.js';
import { facts } from '../api/facts.js';
import { useDryRun } from '../api/queries.js';
import { useIsReadOnly, useSchema } from '../api/session.js';
import { Button } from '../components/button.js';
import { Icon } from '../components/icon.js';
import { ShowRequest } from '../components/show-request.js';
import { ErrorNote, Loading } from '../components/states.js';
import { useText } from '../i18n/language.js';
import { PreviewedChange, useTitles } from './previewed-change.js';
import './actions.css';

/** Whether a write can be previewed. `unsupported`: it reaches outside the database. */
export type PreviewState =
  | { readonly form: 'loading' }
  | { readonly form: 'known'; readonly result: DryRun }
  | { readonly form: 'unsupported' }
  | { readonly form: 'failed'; readonly error: unknown; retry(this: void): void };

/** Returns the number of records and links that a write would change. */
export const affectedCount = ({ affected }: DryRun): number =>
  Object.values(affected).reduce((sum, count) => sum + count, 0);

/** Returns whether a destructive write may be sent after its preview. */
export const mayFollow = (preview: PreviewState | null, isConfirmed: boolean): boolean =>
  preview?.form === 'known' || (preview?.form === 'unsupported' && isConfirmed);

/**
 * Asks what a write would change, each time it is another write. `null` asks nothing.
 * @contract C13.3
 */
export function usePreview(written: Call | null): PreviewState | null {
  const { mutateAsync } = useDryRun();
  // A preview is a request that writes, which is rolled back.
  const call = useIsReadOnly() ? null : written;
  const [attempt, setAttempt] = useState(0);
  const key = call && JSON.stringify([attempt, call]);
  const [known, setKnown] = useState<{ key: string; state: PreviewState } | null>(null);
  useEffect(() => {
    if (key === null || !facts.features.dryRuns) return;
    let isCurrent = true;
    const show = (state: PreviewState) => {
      if (isCurrent) setKnown({ key, state });
    };
    const [, asked] = JSON.parse(key) as [number, Call];
    mutateAsync({ call: asked }).then(
      (result) => show({ form: 'known', result }),
      (error: unknown) =>
        show(
          isApiError(error) && error.code === 'dry_run_unsupported'
            ? { form: 'unsupported' }
            : { form: 'failed', error, retry: () => setAttempt((count) => count + 1) },
        ),
    );
    return () => {
      isCurrent = false;
    };
  }, [key, mutateAsync]);
  if (key === null) return null;
  if (!facts.features.dryRuns) return { form: 'unsupported' };
  return known?.key === key ? known.state : { form: 'loading' };
}

interface PreviewProps {
  readonly state: PreviewState;
  /** The write. */
  readonly call: Call;
  /** The number of records that a person chose. */
  readonly chosen?: number;
}

/** Shows what a write would change: the counts, and the first changes. */
export function Preview({ state, call, chosen }: PreviewProps) {
  const text = useText();
  if (state.form === 'loading') return <Loading />;
  if (state.form === 'failed')
    return (
      <>
        <ErrorNote error={state.error} />
        <div>
          <Button onClick={state.retry}>{text.retry}</Button>
        </div>
      </>
    );
  if (state.form === 'unsupported')
    return (
      <p className="note note-warning">
        <Icon name="alert" />
        {facts.features.dryRuns ? text.noPreview : text.previewsOff}
      </p>
    );
  return <Changes call={call} result={state.result} {...(chosen !== undefined && { chosen })} />;
}

interface ConsentProps {
  readonly state: PreviewState | null;
  readonly isConfirmed: boolean;
  onConfirm(this: void, isConfirmed: boolean): void;
}

/** Asks to confirm a destructive write that has no preview. */
export function PreviewConsent({ state, isConfirmed, onConfirm }: ConsentProps) {
  const text = useText();
  if (state?.form !== 'unsupported') return null;
  return (
    <label className="choice">
      <input
        type="checkbox"
        checked={isConfirmed}
        onChange={({ target }) => onConfirm(target.checked)}
      />
      {text.runWithoutPreview}
    </label>
  );
}

type Event = keyof DryRun['affected'];

interface Count {
  readonly event: Event;
  /** The resource, if the preview contains every change. */
  readonly type: string | null;
  readonly count: number;
}

/** Returns the counts per resource if all changes are known; otherwise those of all resources. */
function countsOf({ affected, changes }: DryRun, isWhole: boolean): readonly Count[] {
  const events = (Object.keys(affected) as Event[]).filter((event) => affected[event] > 0);
  if (!isWhole) return events.map((event) => ({ event, type: null, count: affected[event] }));
  return events.flatMap((event) => {
    const ofEvent = changes.filter((change) => change.event === event);
    const types = [...new Set(ofEvent.map(({ type }) => type))];
    // A change of links can stand for several of them.
    if (types.length === 1) return [{ event, type: types[0]!, count: affected[event] }];
    return types.map((type) => ({
      event,
      type,
      count: ofEvent.filter((change) => change.type === type).length,
    }));
  });
}

interface ChangesProps extends Omit<PreviewProps, 'state'> {
  readonly result: DryRun;
}

const dry = { dryRun: true } as const;

function Changes({ result, call, chosen }: ChangesProps) {
  const text = useText();
  const schema = useSchema();
  const { affected, refused, skipped, changes } = result;
  const total = affectedCount(result);
  const isWhole = changes.length >= total;
  const titles = useTitles(changes);
  const names = {
    stored: text.willStore,
    updated: text.willUpdate,
    deleted: text.willDelete,
    attached: text.willAttach,
    detached: text.willDetach,
  };
  const others = affected.deleted - (chosen ?? affected.deleted);
  const unchanged = (chosen ?? total) - total - refused - skipped;
  return (
    <section className="preview" aria-label={text.preview}>
      <header className="preview-header">
        <h3>{text.preview}</h3>
        <ShowRequest call={call} options={dry} />
      </header>
      {total === 0 && <p className="soft">{text.changesNothing}</p>}
      <ul className="preview-counts">
        {countsOf(result, isWhole).map(({ event, type, count }) => (
          <li key={`${event} ${type}`} className={`count count-${event}`}>
            {type !== null && (
              <span className="count-resource">{schema.find(type)?.label ?? type}</span>
            )}
            <span>{names[event](count)}</span>
          </li>
        ))}
        {refused > 0 && <li className="count">{text.refusedCount(refused)}</li>}
        {skipped > 0 && <li className="count">{text.skippedCount(skipped)}</li>}
      </ul>
      {total > 0 && unchanged > 0 && <p className="soft">{text.unchanged(unchanged, chosen!)}</p>}
      {others > 0 && <p className="soft">{text.deletedWith(others)}</p>}
      {changes.length > 0 && (
        <details className="preview-changes" open={changes.length <= MOST_OPEN}>
          <summary>
            {isWhole ? text.allChanges(changes.length) : text.firstChanges(changes.length, total)}
          </summary>
          <ul>
            {changes.map((change, at) => (
              <PreviewedChange key={at} change={change} title={titles(change)} />
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

/** More changes are shown when a person asks for them. */
const MOST_OPEN = 5;
