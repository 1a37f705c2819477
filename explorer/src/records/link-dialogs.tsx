import { isApiError, type ErrorsByField } from 'resource-api/client';
import { useState, type ReactNode } from 'react';
import { mayFollow, Preview, PreviewConsent, usePreview } from '../actions/preview.js';
import { ReadOnlyNote } from '../access/view-as.js';
import { Why, type Question } from '../access/why.js';
import type { Call } from '../api/call.js';
import { usePage, useWrite } from '../api/queries.js';
import { useIsReadOnly } from '../api/session.js';
import { titleOf, type ApiRecord, type Field } from '../api/schema.js';
import { Button, IconButton } from '../components/button.js';
import { Dialog } from '../components/dialog.js';
import { ShowRequest } from '../components/show-request.js';
import { ErrorNote, ErrorState, Loading } from '../components/states.js';
import { useToast } from '../components/toast.js';
import { FieldInput } from '../forms/field-input.js';
import { changesOf, type Inputs } from '../forms/form-values.js';
import { RecordSearch } from '../forms/record-search.js';
import { useText } from '../i18n/language.js';
import { linkCall, relatedCall, type RelatedList } from './related-list.js';
import '../forms/forms.css';

interface LinkDialogProps extends RelatedList {
  onClose(this: void): void;
}
interface LinkedDialogProps extends LinkDialogProps {
  readonly linked: ApiRecord;
}

interface LinkWriteProps {
  readonly title: string;
  readonly label: string;
  readonly call: Call;
  readonly question: Question;
  readonly isComplete: boolean;
  /** Whether the dialog shows at once what the write changes. */
  readonly isPreviewed?: boolean;
  readonly isDanger?: boolean;
  readonly children: (errors: ErrorsByField) => ReactNode;
  onClose(this: void): void;
}

/** A dialog that changes links, and can show before what that changes. @contract C7, C13.3 */
function LinkWrite({
  title,
  label,
  call,
  question,
  isComplete,
  isPreviewed = false,
  isDanger = false,
  children,
  onClose,
}: LinkWriteProps) {
  const text = useText();
  const toast = useToast();
  const write = useWrite();
  const preview = usePreview(isPreviewed && isComplete ? call : null);
  const key = JSON.stringify(call);
  // A confirmation is for one write, and ends when a person changes it.
  const [confirmed, setConfirmed] = useState<string | null>(null);
  const isConfirmed = confirmed === key;
  const isReadOnly = useIsReadOnly();
  const maySend = !isReadOnly && isComplete && (!isPreviewed || mayFollow(preview, isConfirmed));
  const send = async () => {
    try {
      await write.mutateAsync({ call });
    } catch {
      return;
    }
    toast.done(text.linksChanged);
    onClose();
  };
  const errors = (isApiError(write.error) ? write.error.errors : undefined) ?? {};
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <ShowRequest call={call} align="start" />
          <Why question={question} subject={label} />
          <span className="spacer" />
          <Button onClick={onClose} data-autofocus={isDanger || undefined}>
            {text.cancel}
          </Button>
          <Button
            variant={isDanger ? 'destroy' : 'primary'}
            isBusy={write.isPending}
            disabled={!maySend || write.isPending}
            onClick={() => void send()}
          >
            {label}
          </Button>
        </>
      }
    >
      <ReadOnlyNote />
      {children(errors)}
      {preview && <Preview state={preview} call={call} />}
      <PreviewConsent
        state={preview}
        isConfirmed={isConfirmed}
        onConfirm={(isGiven) => setConfirmed(isGiven ? key : null)}
      />
      {write.error && <ErrorNote error={write.error} />}
    </Dialog>
  );
}

const questionOf = (
  { parent, record, relation }: RelatedList,
  operation: 'attach' | 'detach' | 'sync',
  related?: string,
): Question => ({
  ...{ resource: parent.key, id: record.id, relation: relation.key, operation },
  ...(related !== undefined && { related }),
});

interface PivotInputsProps extends RelatedList {
  readonly inputs: Inputs;
  readonly errors: ErrorsByField;
  onChange(this: void, inputs: Inputs): void;
}

const writablePivots = ({ relation }: RelatedList): readonly Field[] =>
  relation.pivots.filter(({ writable }) => writable);

/** The values of a link. */
function PivotInputs({ inputs, errors, onChange, ...list }: PivotInputsProps) {
  return writablePivots(list).map((field) => (
    <FieldInput
      key={field.name}
      resource={list.target}
      field={field}
      inputs={inputs}
      isNew
      messages={errors[field.name] ?? []}
      onChange={(name, input) => onChange({ ...inputs, [name]: input })}
    />
  ));
}

interface ChosenProps extends RelatedList {
  readonly chosen: readonly ApiRecord[];
  onChange(this: void, chosen: readonly ApiRecord[]): void;
}

/** The records that were chosen, and a search for more. */
function ChosenRecords({ target, chosen, onChange }: ChosenProps) {
  const text = useText();
  return (
    <>
      <RecordSearch
        target={target}
        label={text.searchIn(target.label)}
        autoFocus
        without={new Set(chosen.map(({ id }) => id))}
        onPick={(record) => onChange([...chosen, record])}
      />
      {chosen.length > 0 && (
        <ul className="chosen">
          {chosen.map((record) => {
            const title = titleOf(target, record);
            return (
              <li key={record.id} className="picked">
                <span className="picked-title">
                  <span dir="auto" className="one-line">
                    {title}
                  </span>
                  <code>{record.id}</code>
                </span>
                <IconButton
                  icon="close"
                  label={`${text.remove}: ${title}`}
                  onClick={() => onChange(chosen.filter((each) => each !== record))}
                />
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}

export function AttachDialog({ onClose, ...list }: LinkDialogProps) {
  const text = useText();
  const [chosen, setChosen] = useState<readonly ApiRecord[]>([]);
  const [inputs, setInputs] = useState<Inputs>({});
  const { values, faults } = changesOf(writablePivots(list), {}, inputs);
  const keys = chosen.map(({ id }) => id);
  return (
    <LinkWrite
      title={text.attachTo(list.target.label)}
      label={text.attach}
      call={linkCall(list, 'attach', keys, values)}
      question={questionOf(list, 'attach', keys[0])}
      isComplete={chosen.length > 0 && Object.keys(faults).length === 0}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <ChosenRecords {...list} chosen={chosen} onChange={setChosen} />
          <PivotInputs {...list} inputs={inputs} errors={errors} onChange={setInputs} />
        </>
      )}
    </LinkWrite>
  );
}

export function DetachDialog({ linked, onClose, ...list }: LinkedDialogProps) {
  const text = useText();
  return (
    <LinkWrite
      title={text.detachOne(titleOf(list.target, linked))}
      label={text.detach}
      call={linkCall(list, 'detach', [linked.id])}
      question={questionOf(list, 'detach', linked.id)}
      isComplete
      isPreviewed
      isDanger
      onClose={onClose}
    >
      {() => <p>{text.detachHelp}</p>}
    </LinkWrite>
  );
}

/** More links are changed with requests of their own. */
const MOST_SYNCED = 100;

/** Chooses exactly the records that are attached. @contract C7.5 */
export function SyncDialog({ onClose, ...list }: LinkDialogProps) {
  const text = useText();
  const { data, error, refetch } = usePage(
    relatedCall(list, { fields: [list.target.titleField], perPage: MOST_SYNCED }),
  );
  const isWhole = data?.links.next === null;
  if (data && isWhole) return <Sync {...list} attached={data.data} onClose={onClose} />;
  return (
    <Dialog title={text.setLinks} onClose={onClose}>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <p className="note note-warning">{text.tooManyLinks(MOST_SYNCED)}</p>
      ) : (
        <Loading />
      )}
    </Dialog>
  );
}

function Sync({
  attached,
  onClose,
  ...list
}: LinkDialogProps & { readonly attached: readonly ApiRecord[] }) {
  const text = useText();
  const [chosen, setChosen] = useState(attached);
  const before = new Set(attached.map(({ id }) => id));
  const isChanged = chosen.length !== before.size || chosen.some(({ id }) => !before.has(id));
  return (
    <LinkWrite
      title={text.setLinks}
      label={text.save}
      call={linkCall(
        list,
        'sync',
        chosen.map(({ id }) => id),
      )}
      question={questionOf(list, 'sync')}
      isComplete={isChanged}
      isPreviewed
      onClose={onClose}
    >
      {() => (
        <>
          <p className="soft">{text.setLinksHelp}</p>
          <ChosenRecords {...list} chosen={chosen} onChange={setChosen} />
        </>
      )}
    </LinkWrite>
  );
}
