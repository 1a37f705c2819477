import type { RequestContext } from '../../../src/pipeline/authorization/request-context.js';
import { expensive } from '../../../src/base/expensive.js';
import type { Database } from '../../../src/database/connection/database.js';
import { Transforms } from '../../../src/modules/records/writing/transforms.js';
import type { ResolvedOptions } from '../../../src/options/resource-api-options.js';
import type { ValidWrite } from '../../../src/pipeline/validation/validate-write.js';

const column = {};
const started: string[] = [];
let resume: (() => void)[] = [];

/** Ends only when the test resumes it. */
const slow = expensive(async (value: string) => {
  started.push(value);
  await new Promise<void>((resolve) => resume.push(resolve));
  return value.toUpperCase();
});

const dataSource = { getMetadata: () => ({ primaryColumns: [{ propertyName: 'id' }] }) };
const beforehand = <Value, Result>(compute: (value: Value) => Promise<Result>, value: Value) =>
  compute(value);
const newTransforms = () =>
  new Transforms(
    { dataSource, beforehand } as unknown as Database,
    {
      authentication: { user: { entity: Object } },
      limits: { expensiveValues: 10 },
    } as unknown as ResolvedOptions,
  );

/** Transforms the values of one request. */
async function apply(transforms: Transforms, id: number, values: readonly string[]) {
  const fields = new Map([['word', { column, options: { transform: slow } }]]);
  const context = { resource: { full: { fields } }, authorizer: { user: { id } } };
  const writes = values.map((value) => ({ values: new Map([[column, value]]) }));
  const transformed = await transforms.apply(
    context as unknown as RequestContext,
    writes as unknown as readonly ValidWrite[],
  );
  return transformed.map((write) => write.values.get(column as never));
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Ends what has begun, until nothing begins any more. */
async function finish(): Promise<void> {
  await settle();
  while (resume.length > 0) {
    const begun = resume;
    resume = [];
    for (const end of begun) end();
    await settle();
  }
}

beforeEach(() => {
  started.length = 0;
  resume = [];
});

describe('Values that take long to compute (C12)', () => {
  it('are computed one at a time, while callers take turns', async () => {
    const transforms = newTransforms();
    const many = apply(transforms, 1, ['a', 'b', 'c']);
    await settle();
    const one = apply(transforms, 2, ['x']);
    await settle();
    expect(started).toEqual(['a']);
    await finish();
    expect(started).toEqual(['a', 'x', 'b', 'c']);
    expect([await many, await one]).toEqual([['A', 'B', 'C'], ['X']]);
  });

  it('are 30 at a time for one caller, whose next request is refused', async () => {
    const transforms = newTransforms();
    const ten = Array.from({ length: 10 }, (_none, at) => `a${at}`);
    const admitted = [1, 2, 3].map(() => apply(transforms, 1, ten));
    await expect(apply(transforms, 1, ['late'])).rejects.toMatchObject({ code: 'unavailable' });
    const other = apply(transforms, 2, ['x']);
    await finish();
    for (const each of await Promise.all(admitted)) expect(each).toHaveLength(10);
    expect(await other).toEqual(['X']);
    const again = apply(transforms, 1, ['again']);
    await finish();
    expect(await again).toEqual(['AGAIN']);
  });

  it('are never too many in the only request', async () => {
    const transforms = newTransforms();
    const many = apply(transforms, 1, Array.from({ length: 400 }, String));
    await finish();
    expect(await many).toHaveLength(400);
  });

  it('are 300 at a time for all callers', async () => {
    const transforms = newTransforms();
    const ten = Array.from({ length: 10 }, (_none, at) => `a${at}`);
    const admitted = Array.from({ length: 30 }, (_none, id) => apply(transforms, id, ten));
    await expect(apply(transforms, 30, ['late'])).rejects.toMatchObject({ code: 'unavailable' });
    await finish();
    expect(await Promise.all(admitted)).toHaveLength(30);
  });
});
