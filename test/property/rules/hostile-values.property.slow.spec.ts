import { ruleCases } from '../../unit/rules/rule-cases.js';
import { CompiledProject } from '../../support/compiled-project.js';

const MOST_MILLISECONDS = 20;

const rules = [
  ...new Set([
    ...ruleCases.map(({ rule }) => rule),
    'regex:^(a+)+$',
    'regex:(.*)*(.*)*(.*)*x',
    'not_regex:\\s+$',
    'nullable',
    'exclude_if:a,1',
  ]),
];

/**
 * In a process of its own: inside Jest's sandbox each global, `Array` say, costs as much as a whole
 * check.
 */
let slow: Readonly<Record<string, readonly unknown[]>>;
beforeAll(async () => {
  const project = new CompiledProject('src', 'test/unit/rules', 'test/property/rules');
  try {
    const [, line] = await project.start('test/property/rules/hostile-values.ts', {
      RULES: JSON.stringify(rules),
      MOST_MILLISECONDS: String(MOST_MILLISECONDS),
    });
    slow = JSON.parse(line) as typeof slow;
  } finally {
    project.remove();
  }
}, 120_000);

describe('100 KB of anything', () => {
  it.each(rules)(
    `is answered within ${MOST_MILLISECONDS} ms by %s, and never by a throw`,
    (rule) => {
      expect(slow[rule]).toEqual([]);
    },
  );
});
