import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { startDemo, type DemoApp } from '../../support/demo-app.js';
import { examples } from '../../support/examples.js';

const EXAMPLES = examples(6);

let demo: DemoApp;
beforeAll(async () => {
  demo = await startDemo();
  await demo.tokenOf('admin');
});
afterAll(() => demo?.close());

/** For each client the pauses in milliseconds between what it read and what it writes. */
const clients = fc.array(fc.array(fc.nat({ max: 4 }), { minLength: 1, maxLength: 4 }), {
  minLength: 2,
  maxLength: 4,
});

/** Adds a word to the description, as a person would who has read it. Returns whether it was written. */
async function add(path: string, word: string, milliseconds: number): Promise<boolean> {
  const { body, headers } = await demo.get<any>(path);
  await pause(milliseconds);
  const { status } = await demo
    .client('admin')
    .with({ 'if-match': String(headers.etag) })
    .send('PATCH', path, { description: `${body.data.attributes.description} ${word}` });
  expect([200, 412]).toContain(status);
  return status === 200;
}

describe('Patches with If-Match', () => {
  it('lose no change that was acknowledged, in any order (C13.1)', async () => {
    await fc.assert(
      fc.asyncProperty(clients, async (pauses) => {
        const created = await demo.send<any>('/posts', {
          method: 'POST',
          body: { title: 'Shared', status: 'draft', description: 'words:' },
        });
        const path = `/posts/${created.body.data.id as string}`;
        const written = await Promise.all(
          pauses.map(async (own, client) => {
            const words: string[] = [];
            for (const [at, milliseconds] of own.entries())
              if (await add(path, `${client}-${at}`, milliseconds)) words.push(`${client}-${at}`);
            return words;
          }),
        );
        const { body } = await demo.get<any>(path);
        const [, ...words] = String(body.data.attributes.description).split(' ');
        expect(words.sort()).toEqual(written.flat().sort());
        expect(words).not.toEqual([]);
      }),
      EXAMPLES,
    );
  });
});
