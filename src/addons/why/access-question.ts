import { allowedNames, invalidQuery } from '../../base/errors/index.js';
import {
  type AskedOperation,
  askedOperations,
} from '../../pipeline/describing/asked-operations.js';
import { parseQueryString } from '../../pipeline/request/query-string.js';

const parameters = ['id', 'operation', 'field', 'relation', 'related', 'action', 'user'] as const;
type ParameterName = (typeof parameters)[number];

/** A question about the rights of one account. @contract C18.1 */
export interface AccessQuestion {
  /** `null` for an action. */
  readonly operation: AskedOperation | null;
  readonly id: string | null;
  readonly field: string | null;
  readonly relation: string | null;
  /** The key of a record of the relation. */
  readonly related: string | null;
  readonly action: string | null;
  /** The key of the account; `null` for the caller. */
  readonly user: string | null;
}

const ofRecord: readonly string[] = ['show', 'update', 'delete'];
const ofCollection: readonly string[] = ['index', 'store', 'bulk'];
const ofPivots: readonly string[] = ['attach', 'detach', 'sync'];

/**
 * Parses the parameters of a question.
 *
 * @throws RequestError `invalid_query`
 * @contract C18.1
 */
export function parseQuestion(queryString: string): AccessQuestion {
  const given = parametersIn(queryString);
  const get = (name: ParameterName) => given.get(name) ?? null;
  const question = {
    ...{ id: get('id'), field: get('field'), relation: get('relation') },
    ...{ related: get('related'), action: get('action'), user: get('user') },
    operation: operationOf(given),
  };
  verifyTarget(question);
  verifyRecord(question);
  return question;
}

function parametersIn(queryString: string): ReadonlyMap<ParameterName, string> {
  const given = new Map<ParameterName, string>();
  for (const [name, value] of parseQueryString(queryString)) {
    const known = parameters.find((each) => each === name);
    if (!known)
      throw invalidQuery(name, `There is no parameter "${name}".${allowedNames(name, parameters)}`);
    if (given.has(known)) throw invalidQuery(name, 'The parameter is given twice. Send it once.');
    if (value === '')
      throw invalidQuery(name, 'The parameter is empty. Send a value or leave it out.');
    given.set(known, value);
  }
  return given;
}

function operationOf(given: ReadonlyMap<ParameterName, string>): AskedOperation | null {
  const written = given.get('operation');
  if (given.has('action')) {
    if (written === undefined) return null;
    throw invalidQuery('operation', 'An action has no operation. Leave the parameter out.');
  }
  if (written === undefined) return given.has('id') ? 'show' : 'index';
  const operation = askedOperations.find((each) => each === written);
  if (operation) return operation;
  const allowed = allowedNames(written, askedOperations);
  throw invalidQuery('operation', `There is no operation "${written}".${allowed}`);
}

/** @throws RequestError `invalid_query` for members that the operation does not have */
function verifyTarget({ field, relation, related, action, operation }: AccessQuestion): void {
  const targets = Object.entries({ field, relation, action }).filter(([, name]) => name !== null);
  if (targets.length > 1)
    throw invalidQuery(targets[1]![0], 'Ask about one field, relation or action at a time.');
  const isPivot = operation !== null && ofPivots.includes(operation);
  if (isPivot && relation === null)
    throw invalidQuery('relation', `The operation ${operation} needs the name of a relation.`);
  if (field !== null && (isPivot || operation === 'delete' || operation === 'bulk'))
    throw invalidQuery('operation', 'Allowed with a field: index, show, store, update.');
  if (relation !== null && !isPivot && operation !== 'index' && operation !== 'show')
    throw invalidQuery('operation', 'Allowed with a relation: index, show, attach, detach, sync.');
  if (related !== null && !isPivot)
    throw invalidQuery('related', 'Allowed with the operations attach, detach and sync only.');
}

/** @throws RequestError `invalid_query` for a record that is missing or not used */
function verifyRecord({ id, related, operation }: AccessQuestion): void {
  if (operation === null) return;
  if (id === null && ofRecord.includes(operation))
    throw invalidQuery('id', `The operation ${operation} needs the key of a record.`);
  if (id !== null && ofCollection.includes(operation))
    throw invalidQuery('id', `The operation ${operation} has no record. Leave the parameter out.`);
  if (id === null && related !== null)
    throw invalidQuery('id', 'The parameter "related" needs the key of a record in "id".');
  if (id !== null && related === null && (operation === 'attach' || operation === 'detach'))
    throw invalidQuery('related', `The operation ${operation} of a record needs "related".`);
}
