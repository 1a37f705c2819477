import type { ResolvedCondition } from '../../../src/pipeline/authorization/resolved-condition.js';
import { EVERYTHING } from '../../../src/pipeline/authorization/resolved-condition.js';
import { defaultOrder } from '../../../src/pipeline/authorization/resolved-order.js';
import type { NodePlan, RelationPlan } from '../../../src/pipeline/planning/query-plan.js';
import type {
  CompiledColumn,
  CompiledTable,
  Join,
} from '../../../src/registry/resources/compiled-resource.js';
import { describeCondition } from '../../../src/addons/explain/describe-condition.js';
import { describePlan } from '../../../src/addons/explain/describe-plan.js';

const column = (name: string) => ({ name }) as CompiledColumn;
const compare = (
  name: string,
  comparison: 'eq' | 'nin' | 'gte',
  value: unknown,
): ResolvedCondition => ({
  kind: 'compare',
  column: column(name),
  comparison,
  value,
});
const adult = compare('age', 'gte', 18);
const table = { name: 'posts' } as CompiledTable;

const conditions: readonly (readonly [string, ResolvedCondition])[] = [
  ['everything', { kind: 'everything' }],
  ['nothing', { kind: 'nothing' }],
  ['deleted_at = null', compare('deleted_at', 'eq', null)],
  ['status not in ["draft","archived"]', compare('status', 'nin', ['draft', 'archived'])],
  [
    '(age >= 18 and name = "A \\"B\\"")',
    { kind: 'and', conditions: [adult, compare('name', 'eq', 'A "B"')] },
  ],
  ['(age >= 18 or nothing)', { kind: 'or', conditions: [adult, { kind: 'nothing' }] }],
  ['not (age >= 18)', { kind: 'not', condition: adult }],
  ['title holds "a%"', { kind: 'holds', column: column('title'), place: 'anywhere', text: 'a%' }],
  ['title starts with "a"', { kind: 'holds', column: column('title'), place: 'start', text: 'a' }],
  [
    'at least 3 posts(age >= 18)',
    { kind: 'related', join: { type: null } as Join, table, condition: adult, atLeast: 3 },
  ],
  [
    'exists posts(age >= 18)',
    { kind: 'related', join: { type: null } as Join, table, condition: adult },
  ],
  [
    'exists posts(about_type "posts", everything)',
    {
      kind: 'related',
      join: { type: { column: column('about_type'), value: 'posts' } } as Join,
      table,
      condition: { kind: 'everything' },
    },
  ],
  [
    'sql(lower(name) = "ann")',
    {
      kind: 'sql',
      parts: ['lower(', ') = ', ''],
      values: [{ column: column('name') }, { value: 'ann' }],
    },
  ],
];

describe('The description of a condition', () => {
  it.each(conditions)('%s', (text, condition) => {
    expect(describeCondition(condition, JSON.stringify)).toBe(text);
  });
});

describe('The description of a plan', () => {
  const resource = { key: 'users', keyColumn: column('id') } as NodePlan['resource'];
  const node = {
    resource,
    select: [column('id'), column('boss_id')],
    attributes: [],
    scope: { kind: 'nothing' },
    narrowing: EVERYTHING,
    order: defaultOrder(resource),
    pivots: [],
    relations: [],
    aggregated: [],
  };
  const boss = {
    ...node,
    relation: { key: 'boss', kind: 'BelongsTo', pivots: [] },
    computed: [{ key: 'stats' }],
    computedAttributes: [],
    policyColumns: [column('id')],
    parentIndex: 1,
    limit: 1,
    linksToMore: true,
    narrowing: adult,
    order: {
      joins: [{ relation: { key: 'phone' } }],
      terms: [
        { column: column('number'), path: [], of: 0, descending: true },
        { column: column('preferences'), path: ['theme'], of: 'row', descending: false },
      ],
    },
    filtered: true,
    circular: true,
  } as unknown as RelationPlan;

  it('lists for each node the columns, the response, the policy columns, computed values and the relation to its parent', () => {
    const plan = {
      ...node,
      computed: [],
      computedAttributes: [],
      policyColumns: [],
      relations: [boss],
    } as unknown as NodePlan;
    expect(describePlan(plan, JSON.stringify)).toEqual([
      'users',
      '  select    id, boss_id',
      '  response  no attributes',
      '  scope     nothing',
      '  boss: BelongsTo users, by users.boss_id, at most 1 per parent, filtered by show, links to more records, omitted on its own ancestors',
      '    select    id, boss_id',
      '    response  no attributes',
      '    scope     nothing',
      '    filter    age >= 18',
      '    order     phone.number descending, preferences->theme',
      '    policy    id',
      '    computed  stats',
    ]);
  });

  it('names the relations that the database writes as JSON', () => {
    const free = {
      ...boss,
      relation: { ...boss.relation, key: 'chief' },
      filtered: false,
      circular: false,
      linksToMore: false,
    };
    const plan = {
      ...node,
      computed: [],
      computedAttributes: [],
      policyColumns: [],
      relations: [boss, free],
      aggregated: [free],
    } as unknown as NodePlan;
    const relations = describePlan(plan, JSON.stringify).filter((line) => /^ {2}\w+: /.test(line));
    expect(relations).toEqual([
      expect.not.stringContaining('written'),
      '  chief: BelongsTo users, by users.boss_id, at most 1 per parent, written as JSON by the database',
    ]);
  });
});
