import type { Type } from '@nestjs/common';
import { filesOf } from '../readme/readme-blocks.js';
import { WrittenFiles } from '../readme/written-files.js';
import { GuideApp } from './guide-app.js';
import { GuidePage } from './guide-page.js';

const page = new GuidePage('docs/guide/field-rights.md');
const written = new WrittenFiles(filesOf(page.text));
let guide: GuideApp;

beforeAll(async () => {
  const { WorkerModule } = await written.load<{ WorkerModule: Type }>(
    'demo/resources/workers/worker.module.ts',
  );
  guide = await GuideApp.start(WorkerModule);
});
afterAll(async () => {
  await guide?.close();
  written.dispose();
});

describe('docs/guide/field-rights.md', () => {
  const bodies: string[] = [];
  afterAll(() => page.updatePage(bodies));

  it('shows requests that this file reads', () => {
    expect(page.requests).toHaveLength(page.fences);
    expect(page.requests).toHaveLength(3);
  });

  it.each(page.requests)(
    'shows the response to $method $path of $account with $status',
    async (shown) => {
      const { status, response } = await guide.send(shown);
      bodies.push(response);
      expect(status).toBe(shown.status);
      if (process.env.UPDATE_DOCS !== '1') expect(response).toBe(shown.response);
    },
  );
});
