import { useQuery } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import { facts } from '../api/facts.js';
import type { Resource } from '../api/schema.js';
import { useSession } from '../api/session.js';
import { Button } from '../components/button.js';
import { Dialog } from '../components/dialog.js';
import { Icon } from '../components/icon.js';
import { Loading, messageOf } from '../components/states.js';
import type { Catalogue } from '../i18n/en.js';
import { useText } from '../i18n/language.js';
import './access.css';

type Outcome = 'allowed' | 'refused' | 'hidden' | 'not asked';

type Operation =
  'index' | 'show' | 'store' | 'update' | 'delete' | 'attach' | 'detach' | 'sync' | 'bulk';

/** The explanation of a right. @contract C18.2 */
interface Explained {
  readonly user: string;
  readonly outcome: Outcome;
  readonly summary: string;
  readonly steps: readonly {
    readonly subject: string;
    readonly check: string;
    readonly source: string;
    readonly outcome: Outcome;
    readonly detail: string | null;
  }[];
  /** What the account does without, although the request succeeds. */
  readonly missing: MissingNames | null;
}

/** The members of a resource that a request does without. */
export type MissingNames = Readonly<Record<'fields' | 'relations' | 'actions', readonly string[]>>;

/** What a person asks about. @contract C18.1 */
export interface Question {
  readonly resource: string;
  readonly id?: string;
  readonly operation?: Operation;
  readonly field?: string;
  readonly relation?: string;
  /** The key of a record of the relation. */
  readonly related?: string;
  readonly action?: string;
}

interface WhyProps {
  readonly question: Question;
  /** What it is about. */
  readonly subject: string;
}

/**
 * A button that explains rights, for people who may ask; nothing for everyone else. Its name is the
 * same everywhere, and its title is what it is about.
 */
export function Why({ question, subject }: WhyProps) {
  const text = useText();
  const mayAsk = useMayAsk(question.resource);
  const [isOpen, setOpen] = useState(false);
  if (!mayAsk) return null;
  return (
    <span className="why-place" onKeyDown={(event) => isOpen && event.stopPropagation()}>
      <button
        type="button"
        className="button button-quiet button-icon why-button"
        aria-label={text.why}
        aria-haspopup="dialog"
        title={text.whyAbout(subject)}
        onClick={() => setOpen(true)}
      >
        <Icon name="rights" />
      </button>
      {isOpen && (
        <Dialog title={text.whyAbout(subject)} onClose={() => setOpen(false)}>
          <Reasons question={question} />
        </Dialog>
      )}
    </span>
  );
}

interface RefusedProps extends WhyProps {
  /** The label of the control that the account does not have. */
  readonly children: ReactNode;
}

/** A control that the account does not have, disabled, with the reason, for people who may ask. */
export function Refused({ question, subject, children }: RefusedProps) {
  const mayAsk = useMayAsk(question.resource);
  if (!mayAsk) return null;
  return (
    <span className="refused">
      <Button disabled>{children}</Button>
      <Why question={question} subject={subject} />
    </span>
  );
}

/** Whether the person may ask: the service hides the path from everyone else. */
export function useMayAsk(resource: string): boolean {
  const { ownApi } = useSession();
  const { data = false } = useQuery({
    queryKey: ['may-ask'],
    staleTime: Infinity,
    enabled: facts.features.why,
    queryFn: () =>
      ownApi.$send({ method: 'GET', path: `${facts.api}/_why/${resource}` }).then(
        () => true,
        () => false,
      ),
  });
  return data;
}

/** Asks a question, for the account that the person views the service as unless it names another. */
export function useExplanation(question: Question, user: string, isAsked = true) {
  const { ownApi } = useSession();
  const { resource, ...parameters } = askable(question);
  const query = { ...parameters, ...(user !== '' && { user }) };
  return useQuery({
    queryKey: ['why', resource, query],
    staleTime: 0,
    enabled: isAsked,
    queryFn: ({ signal }) =>
      ownApi.$send<{ data: Explained }>({
        method: 'GET',
        path: `${facts.api}/_why/${resource}`,
        query: new URLSearchParams(query),
        options: { signal },
      }),
  });
}

/** Whether a related record may be attached is a question about both records, or about none. */
function askable({ id, ...question }: Question): Question {
  const { operation, related } = question;
  const isOfNone = (operation === 'attach' || operation === 'detach') && related === undefined;
  return isOfNone || id === undefined ? question : { ...question, id };
}

/** Explains the question. */
function Reasons({ question }: { readonly question: Question }) {
  const { viewed } = useSession();
  const [asked, setAsked] = useState(question);
  const [user, setUser] = useState(viewed?.id ?? '');
  const { data, error } = useExplanation(asked, user);
  return (
    <>
      <Controls asked={asked} onAsk={setAsked} user={user} onUser={setUser} />
      {error ? (
        <p className="note note-danger" role="alert">
          {messageOf(error)}
        </p>
      ) : data ? (
        <Reasoning explained={data.data} />
      ) : (
        <Loading />
      )}
    </>
  );
}

interface ControlsProps {
  readonly asked: Question;
  onAsk(this: void, question: Question): void;
  readonly user: string;
  onUser(this: void, key: string): void;
}

const ofRecord: readonly Operation[] = ['show', 'update', 'delete'];
const ofCollection: readonly Operation[] = ['index', 'store', 'bulk'];
const ofLinks: readonly Operation[] = ['attach', 'detach', 'sync'];

/** Returns the operations that a question can be about with its member. @contract C18.1 */
function operationsOf({ id, field, relation }: Question): readonly Operation[] {
  const reads: Operation = id === undefined ? 'index' : 'show';
  if (relation !== undefined) return [reads, ...ofLinks];
  if (field !== undefined) return [reads, id === undefined ? 'store' : 'update'];
  return id === undefined ? ofCollection : ofRecord;
}

/** The members are those that the person sees, and the one that the question began with. */
function useMembers(asked: Question) {
  const text = useText();
  const { ownApi } = useSession();
  const { data } = useQuery({
    queryKey: ['own-schema', asked.resource],
    staleTime: Infinity,
    queryFn: () =>
      ownApi
        .$send<{ data: Resource }>({
          method: 'GET',
          path: `${facts.api}/_schema/${asked.resource}`,
        })
        .catch(() => null),
  });
  const own = data?.data;
  const withAsked = (names: readonly string[], name: string | undefined) =>
    name === undefined || names.includes(name) ? names : [...names, name];
  return [
    ['field', text.fields, withAsked(own?.fields.map(({ name }) => name) ?? [], asked.field)],
    [
      'relation',
      text.whyRelations,
      withAsked(own?.relations.map(({ key }) => key) ?? [], asked.relation),
    ],
    [
      'action',
      text.whyActions,
      withAsked(own?.actions.map(({ uriKey }) => uriKey) ?? [], asked.action),
    ],
  ] as const;
}

function Controls({ asked, onAsk, user, onUser }: ControlsProps) {
  const text = useText();
  const groups = useMembers(asked);
  const operations = operationsOf(asked);
  const operation = asked.operation ?? operations[0]!;
  const { resource, id } = asked;
  const base: Question = { resource, ...(id !== undefined && { id }) };
  const member = asked.field ?? asked.relation ?? asked.action;
  const kind = asked.field ? 'field' : asked.relation ? 'relation' : 'action';
  const isOfLinks = ofLinks.includes(operation) && id !== undefined;
  const choose = (next: Operation) => {
    const isOfCollection = ofCollection.includes(next);
    onAsk({
      ...(isOfCollection ? { resource } : base),
      ...(member !== undefined && { [kind]: member }),
      operation: next,
    });
  };
  return (
    <div className="why-controls">
      <WhyControl label={text.whyOperation}>
        {(control) => (
          <select
            id={control}
            value={operation}
            disabled={asked.action !== undefined}
            onChange={({ target }) => choose(target.value as Operation)}
          >
            {withOne(operations, operation).map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        )}
      </WhyControl>
      <WhyControl label={text.whyMember}>
        {(control) => (
          <select
            id={control}
            value={member === undefined ? '' : `${kind} ${member}`}
            onChange={({ target }) => {
              const [of, name] = target.value.split(' ');
              onAsk(name === undefined ? base : { ...base, [of!]: name });
            }}
          >
            <option value="">{text.whyAll}</option>
            {groups.map(([of, label, names]) => (
              <optgroup key={of} label={label}>
                {names.map((name) => (
                  <option key={name} value={`${of} ${name}`}>
                    {name}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        )}
      </WhyControl>
      {isOfLinks && operation !== 'sync' && (
        <KeyInput
          label={text.whyRelated}
          value={asked.related ?? ''}
          onChange={(related) => {
            const { related: _, ...others } = asked;
            onAsk(related === '' ? others : { ...others, related });
          }}
        />
      )}
      <KeyInput label={text.accountKey} value={user} onChange={onUser} />
    </div>
  );
}

const withOne = <Value,>(values: readonly Value[], one: Value): readonly Value[] =>
  values.includes(one) ? values : [...values, one];

interface WhyControlProps {
  readonly label: string;
  readonly children: (id: string) => ReactNode;
}

function WhyControl({ label, children }: WhyControlProps) {
  const id = useId();
  return (
    <label className="control" htmlFor={id}>
      <span>{label}</span>
      {children(id)}
    </label>
  );
}

interface KeyInputProps {
  readonly label: string;
  readonly value: string;
  onChange(this: void, key: string): void;
}

/** The key of a record. The dialog can be inside a form, which Enter does not send. */
const KeyInput = ({ label, value, onChange }: KeyInputProps) => (
  <WhyControl label={label}>
    {(id) => (
      <input
        id={id}
        value={value}
        autoComplete="off"
        onChange={({ target }) => onChange(target.value.trim())}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
    )}
  </WhyControl>
);

const outcomes: Readonly<Record<Outcome, keyof Catalogue>> = {
  allowed: 'outcomeAllowed',
  refused: 'outcomeRefused',
  hidden: 'outcomeHidden',
  'not asked': 'outcomeNotAsked',
};

function Reasoning({ explained }: { readonly explained: Explained }) {
  const text = useText();
  return (
    <div role="status">
      <p className="why-summary">{explained.summary}</p>
      <ol className="why-steps">
        {explained.steps.map(({ source, outcome, detail }, at) => (
          <li key={`${source} ${at}`} className={`why-step why-${outcome.replace(' ', '-')}`}>
            <span className="why-outcome">{text[outcomes[outcome]] as string}</span>
            <span>
              <code>{source}</code>
              {detail !== null && <span className="soft"> {detail}</span>}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
