import { followSteps } from '../../support/pages/follow-steps.js';
import { PageApp } from '../../support/pages/page-app.js';
import { Page } from '../../support/pages/page.js';
import { runCommand } from '../../support/run-command.js';

/** The reader of the page about the log has followed the one about actions. */
const pages = [Page.guide('actions'), Page.guide('action-log')] as const;
const [actions, log] = pages;

let guide: PageApp;

beforeAll(async () => {
  guide = await PageApp.start(actions.files);
});
afterAll(() => guide?.close());

/** MariaDB leaves gaps between the keys that it generates. */
const withoutLogKeys = (response: string): string =>
  response.replace(/"id": "\d+"(,\s+"type": "action_logs")/g, '"id": "…"$1');

describe.each(pages)('$path', (page) => {
  it('shows requests', () => {
    expect(page.requests.length).toBeGreaterThan(1);
  });

  followSteps(page, page.requests, (step) => guide.follow(step), { comparable: withoutLogKeys });
});

describe('The page about the log of the guide', () => {
  it('names a command that works as described', async () => {
    const [, words] = /^npm run logs:prune -- (.+)$/m.exec(log.text)!;
    const { stdout } = await runCommand(['logs', 'prune', ...words!.split(' ')], {
      app: guide.app,
    });
    expect(stdout).toMatch(/^Removed \d+ rows? older than 90 days from the action log\.\n$/);
  });
});
