import { parseEnv } from 'node:util';
import { optionsFrom } from '../../../src/options/environment-options.js';
import { readEnvironment } from '../../../src/options/read-environment.js';
import { serviceSettings } from '../../../src/options/settings.js';
import { Page } from '../../support/pages/page.js';

const page = Page.guide('scale-out');

describe('docs/guide/scale-out.md', () => {
  it('shows an address of Redis that the service accepts (C12)', () => {
    const variables = parseEnv(page.code('ini')[0]!) as Record<string, string>;
    expect(optionsFrom(readEnvironment(variables)).redis).toEqual({
      url: variables.REDIS_URL,
      prefix: 'resource-api:',
      timeout: 500,
    });
  });

  it('lists every setting of Redis with its option and its default (C12)', () => {
    const rows = [...page.text.matchAll(/^\| `(REDIS_\w+)` \| `([\w.]+)` \| (.*)$/gm)];
    const settings = Object.entries(serviceSettings).filter(([name]) => name.startsWith('REDIS_'));
    expect(rows.map(([, name, option]) => [name, option])).toEqual(
      settings.map(([name, { option }]) => [name, option]),
    );
    for (const [at, [, setting]] of settings.entries())
      if (setting.default !== undefined) expect(rows[at]![3]).toContain(String(setting.default));
  });
});
