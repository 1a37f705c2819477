import { followSteps } from '../../support/pages/follow-steps.js';
import { PageApp } from '../../support/pages/page-app.js';
import { Page } from '../../support/pages/page.js';

const page = Page.guide('custom-operations');
let guide: PageApp;

beforeAll(async () => {
  guide = await PageApp.start(page.files);
});
afterAll(() => guide?.close());

describe('docs/guide/custom-operations.md', () => {
  it('shows requests', () => {
    expect(page.requests).toHaveLength(4);
  });

  followSteps(page, page.requests, (step) => guide.follow(step));

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
