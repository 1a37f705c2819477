import { dialects } from '../../../src/database/engines/dialects.js';
import { NodeStatements } from '../../../src/database/sql/node-statements.js';
import type { PagePlan } from '../../../src/pipeline/planning/query-plan.js';
import { AdmittedShapes } from '../../../src/database/sql/admitted-shapes.js';

describe('Admitted shapes of statements', () => {
  it('are the first ones', () => {
    const shapes = new AdmittedShapes(2);
    expect(['a', 'b', 'c', 'a', 'b'].map((shape) => shapes.admits(shape))).toEqual([
      ...[true, true, false, true, true],
    ]);
  });

  it('are later those that are often asked for: every hundredth replaces the oldest', () => {
    const shapes = new AdmittedShapes(2);
    for (const shape of ['a', 'b']) shapes.admits(shape);
    const asked = Array.from({ length: 100 }, () => shapes.admits('c'));
    expect(asked.indexOf(true)).toBe(99);
    expect(['c', 'b'].map((shape) => shapes.admits(shape))).toEqual([true, true]);
    expect(shapes.admits('a')).toBe(false);
  });

  it('change for one of a hundred others', () => {
    const shapes = new AdmittedShapes(10);
    const admitted = Array.from({ length: 5_000 }, (_none, at) => shapes.admits(`shape ${at}`));
    expect(admitted.filter(Boolean)).toHaveLength(10 + Math.floor(4_990 / 100));
  });

  it('are neither limited nor remembered on PostgreSQL', () => {
    // A plan of which no shape could be computed.
    const plan = { aggregated: [{}] } as unknown as PagePlan;
    expect(new NodeStatements(dialects.postgres).affordable(plan)).toBe(plan);
    expect(() => new NodeStatements(dialects.sqlite).affordable(plan)).toThrow(TypeError);
  });
});
