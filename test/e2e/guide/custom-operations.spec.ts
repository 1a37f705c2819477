import type { Type } from '@nestjs/common';
import { filesOf } from '../readme/readme-blocks.js';
import { WrittenFiles } from '../readme/written-files.js';
import { GuideApp } from './guide-app.js';
import { GuidePage } from './guide-page.js';

const page = new GuidePage('docs/guide/custom-operations.md');
const written = new WrittenFiles(filesOf(page.text));
let guide: GuideApp;

beforeAll(async () => {
  const { OrderModule } = await written.load<{ OrderModule: Type }>(
    'demo/resources/orders/order.module.ts',
  );
  guide = await GuideApp.start(OrderModule);
});
afterAll(async () => {
  await guide?.close();
  written.dispose();
});

describe('docs/guide/custom-operations.md', () => {
  const bodies: string[] = [];
  afterAll(() => page.updatePage(bodies));

  it('shows requests that this file reads', () => {
    expect(page.requests).toHaveLength(page.fences);
    expect(page.requests).toHaveLength(4);
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

  it('is right that the tool calls the same method', async () => {
    const order = { title: 'Northern Archives', copies: 2 };
    expect(await guide.callTool('orders-store-tool', 'reader', order)).toMatchObject({
      data: { attributes: { ...order, payment: 'payment-2' } },
    });
    expect(await guide.callTool('orders-store-tool', 'reader', { ...order, copies: 101 })).toEqual({
      message: 'The payment was declined.',
      code: 'conflict',
    });
  });
});
