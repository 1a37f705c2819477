import { runStatuses, type RunStatus } from '../../pipeline/describing/run-statuses.js';
import { parseQueryString } from '../../pipeline/request/query-string.js';
import { quoted, refusal } from '../../pipeline/request/refusal.js';

/** The runs that a list contains, and its page. */
export interface RunQuery {
  readonly status: RunStatus | null;
  readonly page: number;
  readonly perPage: number;
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

const PER_PAGE = 15;
const MAX_PER_PAGE = 100;
const MAX_PAGE = 1_000_000;

/** @throws RequestError `invalid_query` */
export function parseRunQuery(queryString: string): RunQuery {
  const parameters = parseQueryString(queryString);
  const query = { status: null, page: 1, perPage: PER_PAGE, parameters };
  return parameters.reduce<RunQuery>((known, [name, value], at) => {
    if (parameters.findIndex(([other]) => other === name) !== at)
      throw refusal(name, 'Send the parameter once.');
    if (name === 'status') return { ...known, status: parseStatus(value) };
    if (name === 'page') return { ...known, page: parseCount(name, value, MAX_PAGE) };
    if (name === 'perPage') return { ...known, perPage: parseCount(name, value, MAX_PER_PAGE) };
    throw refusal(name, `There is no parameter ${quoted(name)}. Allowed: status, page, perPage.`);
  }, query);
}

function parseStatus(value: string): RunStatus {
  const status = runStatuses.find((each) => each === value);
  if (status) return status;
  throw refusal('status', `It must be one of: ${runStatuses.join(', ')}.`);
}

function parseCount(name: string, value: string, max: number): number {
  if (/^[1-9]\d{0,6}$/.test(value) && Number(value) <= max) return Number(value);
  throw refusal(name, `It must be a whole number from 1 to ${max}.`);
}
