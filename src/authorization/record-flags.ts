import type { Answer } from '../definition/register.js';
import type { CompiledResource, RecordGate } from '../registry/compiled-resource.js';
import { remember, type Access } from './access.js';

/** What a user may do with a record. @spec Resource object, meta */
export interface RecordFlags {
  readonly authorizedToShow: boolean;
  readonly authorizedToStore: boolean;
  readonly authorizedToUpdate: boolean;
  readonly authorizedToDelete: boolean;
}

const SHOW = 1;
const STORE = 2;
const UPDATE = 4;
const DELETE = 8;

/** All sixteen outcomes, made once: records share them. */
const outcomes: readonly RecordFlags[] = Array.from({ length: 16 }, (_none, bits) =>
  Object.freeze({
    authorizedToShow: (bits & SHOW) > 0,
    authorizedToStore: (bits & STORE) > 0,
    authorizedToUpdate: (bits & UPDATE) > 0,
    authorizedToDelete: (bits & DELETE) > 0,
  }),
);

/**
 * The flags of a page of records, in one batch: nothing is awaited a record. All records are inside the scope.
 *
 * @param records the entities that the policy's methods look at; unused where they look at none
 * @contract C3.3
 */
export async function flagRecords(
  access: Access,
  resource: CompiledResource,
  count: number,
  records: readonly object[],
): Promise<readonly RecordFlags[]> {
  const { policy } = resource;
  if (!(await access.mayIndex(resource))) return new Array<RecordFlags>(count).fill(outcomes[0]!);
  const store = (await access.mayStore(resource)) ? STORE : 0;
  const show = await askShow(access, resource, count, records);
  const update = await askAll(policy.update ?? never, access.user, count, records);
  const remove = await askAll(policy.delete ?? never, access.user, count, records);
  const flags: RecordFlags[] = [];
  for (let at = 0; at < count; at++)
    flags.push(outcomes[store + (show[at] ? SHOW : 0) + (update[at] ? UPDATE : 0) + (remove[at] ? DELETE : 0)]!);
  return flags;
}

/** The flags of records outside the scope: to this user they do not exist, but others may still be stored. */
export async function flagHidden(
  access: Access,
  resource: CompiledResource,
  count: number,
): Promise<readonly RecordFlags[]> {
  const mayStore = (await access.mayIndex(resource)) && (await access.mayStore(resource));
  return new Array<RecordFlags>(count).fill(outcomes[mayStore ? STORE : 0]!);
}

/** Which of the records does `show` let through? Without that method, all that are inside the scope. */
export function mayShow(
  access: Access,
  resource: CompiledResource,
  records: readonly object[],
): Promise<readonly boolean[]> {
  return Promise.resolve(askShow(access, resource, records.length, records));
}

/** Once a record in a request, though a record is asked about before it is loaded further and again for its flags. */
function askShow(access: Access, resource: CompiledResource, count: number, records: readonly object[]) {
  const gate = resource.policy.show ?? always;
  if (!gate.looks) return askOnce(gate, access.user, count);
  const shown = access.shownOf(resource);
  const { property } = resource.keyColumn;
  return settle(
    records.map((record) =>
      remember(shown, (record as Record<string, unknown>)[property], () => gate.ask(access.user, record)),
    ),
  );
}

const always: RecordGate = { looks: false, ask: () => true };
const never: RecordGate = { looks: false, ask: () => false };
const nobody = {};

function askAll(
  gate: RecordGate,
  user: unknown,
  count: number,
  records: readonly object[],
): readonly boolean[] | Promise<readonly boolean[]> {
  if (!gate.looks) return askOnce(gate, user, count);
  return settle(records.map((record) => gate.ask(user, record)));
}

/** Nothing is awaited where no answer takes its time. */
function settle(answers: readonly Answer[]): readonly boolean[] | Promise<readonly boolean[]> {
  return answers.some((answer) => typeof answer !== 'boolean')
    ? Promise.all(answers.map(async (answer) => answer))
    : (answers as readonly boolean[]);
}

async function askOnce(gate: RecordGate, user: unknown, count: number): Promise<readonly boolean[]> {
  const answer = await gate.ask(user, nobody);
  return new Array<boolean>(count).fill(answer);
}
