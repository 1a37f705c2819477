import type { Type } from '@nestjs/common';
import { WrittenFiles } from '../readme/written-files.js';
import { filesOf } from '../readme/readme-blocks.js';
import { GuideApp } from './guide-app.js';
import { GuidePage } from './guide-page.js';

const page = new GuidePage('docs/guide/errors.md');
const written = new WrittenFiles(filesOf(page.text));
let guide: GuideApp;

beforeAll(async () => {
  const { SeatModule } = await written.load<{ SeatModule: Type }>(
    'demo/resources/seats/seat.module.ts',
  );
  guide = await GuideApp.start(SeatModule);
});
afterAll(async () => {
  await guide?.close();
  written.dispose();
});

describe('docs/guide/errors.md', () => {
  const bodies: string[] = [];
  afterAll(() => page.updatePage(bodies));

  it('shows requests that this file reads', () => {
    expect(page.requests).toHaveLength(page.fences);
    expect(page.requests.map(({ status }) => status)).toEqual([409, 200, 422, 503, 402, 500]);
  });

  it.each(page.requests)('shows the response $status to $method $path', async (shown) => {
    const { status, response } = await guide.send(shown);
    bodies.push(response);
    expect(status).toBe(shown.status);
    if (process.env.UPDATE_DOCS !== '1') expect(response).toBe(shown.response);
  });

  it('names the header that the response has', async () => {
    const unavailable = page.requests.find(({ status }) => status === 503)!;
    const { headers } = await guide.send(unavailable);
    expect(page.text).toContain(`the header \`Retry-After: ${String(headers['retry-after'])}\``);
  });

  it('describes the rows of the action log as they are', async () => {
    const logs = { method: 'GET', path: '/action_logs?perPage=100', account: 'admin' } as const;
    const { response } = await guide.send({ ...logs, status: 200, response: null });
    const { data } = JSON.parse(response) as {
      data: { attributes: { name: string; status: string; exception: string } }[];
    };
    const rows = data.filter(({ attributes: { name } }) => name === 'book-seat');
    expect(rows.map(({ attributes: { status, exception } }) => [status, exception])).toEqual([
      ['failed', 'The printer of row C has no paper.'],
    ]);
  });
});
