import { invalidQuery, type RequestError } from '../../../base/errors/index.js';
import { ByteBudget, TooManyBytes } from '../../../database/read/byte-budget.js';
import { nodesOf, type LoadedNode } from '../../../database/read/loaded.js';
import type { RecordLoader } from '../../../database/read/record-loader.js';
import type { Bounds } from '../../../database/read/relation-loader.js';
import { RowBudget } from '../../../database/read/row-budget.js';
import { maxPageSize, minPageSize } from '../../../pipeline/planning/max-records.js';
import { offsetOf } from '../../../pipeline/planning/plan-page.js';
import type {
  NodePlan,
  PagePlan,
  RecordPlan,
  RecordsPlan,
} from '../../../pipeline/planning/query-plan.js';
import { mainRecordBytes, type Part } from '../../../serialization/record-bytes.js';

/** The plan of a page, of one record or of listed records. */
export type MainPlan = PagePlan | RecordPlan | RecordsPlan;

/**
 * Measures the records of a response that is too large, without reading them, and returns the error
 * with the numbers and a suggestion that fits.
 *
 * @contract C12
 */
export async function explainTooManyBytes(
  plan: MainPlan,
  { bytes: { max }, ...filters }: Bounds,
  loader: RecordLoader,
  rowBudget: number,
): Promise<RequestError> {
  const bounds: Bounds = {
    ...filters,
    budget: new RowBudget(rowBudget),
    bytes: new ByteBudget(max, null),
  };
  try {
    return refusalOf(
      plan,
      await measure({ ...plan, aggregated: [] }, bounds, loader.measuring(plan)),
      max,
    );
  } catch (error) {
    if (error instanceof TooManyBytes) return tooLarge(null, max, 'fewer relations');
    throw error;
  }
}

async function measure(plan: MainPlan, bounds: Bounds, loader: RecordLoader): Promise<LoadedNode> {
  return loader.below(plan, await mainRows(plan, bounds, loader), bounds);
}

async function mainRows(
  plan: MainPlan,
  bounds: Bounds,
  loader: RecordLoader,
): Promise<LoadedNode['rows']> {
  if ('key' in plan) {
    const found = await loader.record(plan, bounds);
    return found ? [found.row] : [];
  }
  if ('keys' in plan) return loader.records(plan, bounds);
  const { place } = plan;
  const uncounted: PagePlan =
    place.by === 'number' ? { ...plan, place: { ...place, counted: false } } : plan;
  return (await loader.page(uncounted, bounds)).rows;
}

function refusalOf(plan: MainPlan, node: LoadedNode, max: number): RequestError {
  const total = sum(mainRecordBytes(node));
  if (total <= max) return tooLarge(null, max, `the same without ${computedNames(plan)}`);
  const advice = [smallerNumbers(plan, node, max), leftOut(node, max), FEWER];
  return tooLarge(total, max, advice.find((ways) => ways.length > 0)!.join(', or '));
}

const FEWER = ['fewer fields or relations'];

/** Returns one smaller number that is enough, or both. */
function smallerNumbers(plan: MainPlan, node: LoadedNode, max: number): readonly string[] {
  const each = relatedThatFit(node, max);
  const pageOf = (part: Part) =>
    'size' in plan ? pageThatFits(plan, mainRecordBytes(node, part), max) : [];
  const alone = [...(each > 0 ? [`relatablePerPage=${each} or less`] : []), ...pageOf({})];
  if (alone.length > 0 || maxPageSize(plan) <= 1) return alone;
  return pageOf({ each: 1 }).map((page) => `relatablePerPage=1&${page}`);
}

/** Returns the largest field, if the response fits without it. */
function leftOut(node: LoadedNode, max: number): readonly string[] {
  const fields = nodesOf(node).flatMap(({ plan: { resource, attributes } }) =>
    attributes.map(({ field }) => ({
      name: `the field "${field.name}" of ${resource.key}`,
      without: field.column,
    })),
  );
  const found = fields
    .map(({ name, without }) => ({ name, bytes: sum(mainRecordBytes(node, { without })) }))
    .reduce((best, field) => (field.bytes < best.bytes ? field : best), { name: '', bytes: max });
  return found.name === '' ? [] : [`the same without ${found.name}`];
}

function tooLarge(total: number | null, max: number, advice: string): RequestError {
  const found = total === null ? `more than ${max}` : `${total}`;
  return invalidQuery(
    'include',
    `The records would take ${found} bytes; a response can contain at most ${max}. Ask for ${advice}.`,
  );
}

/**
 * Returns the most related records per parent with which the response fits, one number for all
 * relations; 0 if it cannot fit that way.
 */
function relatedThatFit(node: LoadedNode, max: number): number {
  let [fits, past] = [0, Math.min(maxPageSize(node.plan), minPageSize(node.plan) + 1)];
  while (past - fits > 1) {
    const each = Math.floor((fits + past) / 2);
    if (sum(mainRecordBytes(node, { each })) <= max) fits = each;
    else past = each;
  }
  return fits;
}

/** Returns the longest page that fits and begins with the same record. */
function pageThatFits(plan: PagePlan, records: readonly number[], max: number): readonly string[] {
  let [count, bytes] = [0, 0];
  for (const record of records) {
    bytes += record;
    if (bytes > max) break;
    count += 1;
  }
  if (count === 0 || count === records.length) return [];
  const offset = offsetOf(plan);
  if (offset === 0) return [`perPage=${count} or less`];
  while (offset % count !== 0) count -= 1;
  return [`perPage=${count}&page=${offset / count + 1}`];
}

const computedNames = (plan: NodePlan): string =>
  [...new Set(computedKeys(plan))].map((key) => `"${key}"`).join(' and ') ||
  'some of the relations';

const computedKeys = ({ computed, computedAttributes, relations }: NodePlan): readonly string[] => [
  ...[...computed, ...computedAttributes].map(({ key }) => key),
  ...relations.flatMap(computedKeys),
];

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0);
