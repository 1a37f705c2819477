import fc from 'fast-check';
import { examples } from '../../support/examples.js';
import { contentOf } from '../../support/database-contents.js';
import { startDemo, type DemoApp } from '../../support/demo-app.js';
import { PostWriter, postWrites } from './post-writes.js';

const EXAMPLES = examples(12);

let demo: DemoApp;
let writer: PostWriter;

beforeAll(async () => {
  demo = await startDemo();
  writer = await PostWriter.of(demo);
});
afterAll(() => demo?.close());

/** Every row of the demo, log aside. */
async function contents(): Promise<unknown> {
  const { action_logs: _log, ...others } = await contentOf(demo.database);
  return others;
}

async function lastRow(): Promise<number> {
  const [row] = await demo.database.query('select coalesce(max(id), 0) from action_logs');
  return Number(row![0]);
}

/** Reverts every row of the log since this one, the last one first. */
async function revertSince(first: number): Promise<void> {
  for (let row = await lastRow(); row > first; row -= 1) {
    const path = `/action_logs/${row}/revert`;
    const { status, body } = await demo.send(path, { method: 'POST' });
    expect([row, status, body]).toEqual([row, 200, expect.anything()]);
  }
}

describe('Writes that are reverted in the reverse order', () => {
  it('restore the exact database, and again when the reverts are reverted (C15.1, C15.3)', async () => {
    await fc.assert(
      fc.asyncProperty(postWrites, async (writes) => {
        await writer.reset();
        const before = await contents();
        const first = await lastRow();
        for (const write of writes) await writer.send(write);
        const after = await contents();
        const written = await lastRow();
        await revertSince(first);
        expect(await contents()).toEqual(before);
        const undone = await lastRow();
        await revertSince(written);
        expect(await contents()).toEqual(after);
        await revertSince(undone);
        expect(await contents()).toEqual(before);
      }),
      EXAMPLES,
    );
  });
});
