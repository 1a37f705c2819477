import type { ErrorCode } from '../../base/errors/index.js';
import type { CompiledResource } from '../../registry/resources/compiled-resource.js';
import type { AccessQuestion } from './access-question.js';
import { isRefusing, stepOf, withUnasked, type AccessStep } from './access-step.js';
import type { AccessFinding } from './asked-access.js';
import type { MissingMembers } from './missing-members.js';
import { policyChains } from './record-access.js';
import type { MadeDecision } from './recorded-decisions.js';

/** The explanation to a question. @contract C18.2 */
export interface AccessExplanation {
  readonly resource: string;
  /** The key of the account. */
  readonly user: string;
  readonly outcome: 'allowed' | 'refused' | 'hidden';
  /** The code of the error that the request gets; `null` if the rights allow it. */
  readonly error: ErrorCode | null;
  /** One sentence. */
  readonly summary: string;
  readonly steps: readonly AccessStep[];
  /**
   * What the account does without, although the request succeeds; `null` for a question about a
   * member, and if the request fails.
   */
  readonly missing: MissingMembers | null;
}

/** What an explanation is made of. */
export interface ExplanationParts {
  readonly resource: CompiledResource;
  readonly user: string;
  readonly question: AccessQuestion;
  readonly made: readonly MadeDecision[];
  readonly finding: AccessFinding;
  readonly missing: MissingMembers | null;
}

/** Writes the explanation. @contract C18.2 */
export async function explanationFrom(parts: ExplanationParts): Promise<AccessExplanation> {
  const { resource, user, finding } = parts;
  const steps = await stepsOf(parts);
  const deciding = decidingOf(parts, steps);
  const outcome = outcomeOf(finding, deciding);
  const may = outcome === 'allowed' ? 'may' : 'may not';
  const reason = outcome === 'allowed' || !deciding ? '' : `: ${reasonOf(deciding)}`;
  return {
    resource: resource.key,
    user,
    outcome,
    error: finding.error,
    summary: `User ${user} ${may} ${describeQuestion(parts)}${reason}${reason.endsWith('.') ? '' : '.'}`,
    steps,
    missing: parts.missing,
  };
}

function outcomeOf(
  { error, isHidden }: AccessFinding,
  deciding?: AccessStep,
): AccessExplanation['outcome'] {
  if (error === null && !isHidden) return 'allowed';
  if (error === null) return deciding?.outcome === 'refused' ? 'refused' : 'hidden';
  return error === 'unauthorized' || error === 'server_error' ? 'refused' : 'hidden';
}

/** Options of members that requests ask for all members at once. */
const ofMembers: ReadonlySet<string> = new Set(['canSee', 'canWrite', 'appliesTo']);

async function stepsOf(parts: ExplanationParts): Promise<readonly AccessStep[]> {
  const { resource, question, made, finding } = parts;
  const asked = await Promise.all(made.filter((each) => isRelevant(parts, each)).map(stepOf));
  const isScope = ({ check, subject }: AccessStep) => check === 'scope' && subject === resource.key;
  const scope = finding.steps.find(isScope);
  const chain = policyChains[question.operation ?? 'action'];
  const isPlaced = asked.some(isScope) || chain.includes('scope');
  const steps = [
    ...withoutRepeated(asked).map((step) => (isScope(step) && scope ? scope : step)),
    ...finding.steps.filter((step) => step !== scope || !isPlaced),
  ];
  return withUnasked(resource, chain, steps);
}

/**
 * What other members decide is not part of an explanation of one member. Nor is a scope that only
 * the records inside the response of a new record need.
 */
function isRelevant(
  { resource, question }: ExplanationParts,
  { check, subject }: MadeDecision,
): boolean {
  if (check === 'scope' && subject === resource.key) return question.operation !== 'store';
  if (!ofMembers.has(check)) return true;
  const name = memberOf(question);
  return name === null
    ? subject.startsWith(`${resource.key}.`)
    : subject === `${resource.key}.${name}`;
}

const withoutRepeated = (steps: readonly AccessStep[]): readonly AccessStep[] => [
  ...new Map(
    steps.map((step) => [[step.subject, step.source, step.outcome].join(' '), step]),
  ).values(),
];

const memberOf = ({ field, relation, action }: AccessQuestion): string | null =>
  field ?? relation ?? action;

/** Returns the step that keeps the account from what was asked; `undefined` if none does. */
function decidingOf(
  { resource, question }: ExplanationParts,
  steps: readonly AccessStep[],
): AccessStep | undefined {
  const refusing = steps.filter(isRefusing);
  const about = (subject: string) => refusing.find((step) => step.subject === subject);
  const ofResource = about(resource.key);
  const name = memberOf(question);
  if (name === null) return ofResource;
  return ofResource ?? about(`${resource.key}.${name}`) ?? refusing.at(-1);
}

const reasonOf = ({ source, outcome, detail }: AccessStep): string =>
  detail === null
    ? `${source} ${outcome === 'hidden' ? 'hides' : 'refuses'} it`
    : `${source}: ${detail}`;

function describeQuestion({ resource: { key }, question }: ExplanationParts): string {
  const { operation, id, field, relation, related, action } = question;
  const place = id === null ? key : `${key}/${id}`;
  if (action !== null) return `run the action ${action} on ${place}`;
  if (field !== null) {
    const verb = operation === 'store' || operation === 'update' ? 'write' : 'read';
    return `${verb} the field ${field} of ${place}`;
  }
  if (relation === null) return `${operation} ${place}`;
  if (operation === 'index' || operation === 'show')
    return `load the relation ${relation} of ${place}`;
  return `${operation} ${relation}${related === null ? '' : `/${related}`} of ${place}`;
}
