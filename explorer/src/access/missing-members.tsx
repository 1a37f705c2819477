import { useId } from 'react';
import { useSession } from '../api/session.js';
import { useText } from '../i18n/language.js';
import { useExplanation, useMayAsk, Why, type MissingNames, type Question } from './why.js';

const kinds = [
  ['fields', 'field'],
  ['relations', 'relation'],
  ['actions', 'action'],
] as const;
type Kind = (typeof kinds)[number][0];

interface MissingMembersProps {
  readonly question: Question & { readonly operation: 'index' | 'show' | 'store' | 'update' };
  readonly label: string;
  /** Which members are of interest; by default all. */
  readonly of?: readonly Kind[];
}

/**
 * The fields, relations and actions that the account does without, each with the reason, for people
 * who may ask. @contract C18.2
 */
export function MissingMembers({ question, label, of }: MissingMembersProps) {
  const text = useText();
  const id = useId();
  const { viewed } = useSession();
  const mayAsk = useMayAsk(question.resource);
  const { data } = useExplanation(question, viewed?.id ?? '', mayAsk);
  const missing: MissingNames | null = data?.data.missing ?? null;
  if (!missing) return null;
  const members = kinds
    .filter(([kind]) => !of || of.includes(kind))
    .flatMap(([kind, parameter]) => missing[kind].map((name) => ({ kind, parameter, name })));
  if (members.length === 0) return null;
  const labels = { fields: text.fields, relations: text.whyRelations, actions: text.whyActions };
  return (
    <section className="missing" aria-labelledby={id}>
      <h2 id={id}>{label}</h2>
      <ul>
        {members.map(({ kind, parameter, name }) => (
          <li key={`${kind} ${name}`} title={labels[kind]}>
            <code>{name}</code>
            <Why question={questionOf(question, parameter, name)} subject={name} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** An action has no operation, and a relation is loaded. */
function questionOf(
  { operation, ...base }: MissingMembersProps['question'],
  parameter: 'field' | 'relation' | 'action',
  name: string,
): Question {
  return { ...base, ...(parameter === 'field' && { operation }), [parameter]: name };
}
