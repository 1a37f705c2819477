import { OptionsError } from '../../../src/options/options-error.js';
import { resolveOptions } from '../../../src/options/resolve-options.js';
import type { ExplainOptions } from '../../../src/index.js';
import { Patron } from '../../support/library-app/entities.js';
import { LibraryApp } from '../../support/library-app/library-app.js';

const EXPLAIN = { prefer: 'explain' };

async function withOption<Result>(
  explain: ExplainOptions<Patron> | undefined,
  work: (library: LibraryApp) => Promise<Result>,
): Promise<Result> {
  const library = await LibraryApp.start({ options: { ...(explain && { explain }) } });
  try {
    return await work(library);
  } finally {
    await library.stop();
  }
}

describe('The ability to have reads explained (C17.6)', () => {
  it('belongs to nobody by default, and is in no document', () =>
    withOption(undefined, async (library) => {
      const usual = await library.get('writers', 'librarian');
      const asked = await library.get('writers', 'librarian', EXPLAIN);
      expect([asked.status, asked.text]).toEqual([200, usual.text]);
      expect(asked.headers).not.toHaveProperty('preference-applied');
      const { payload } = await library.app.inject('/docs/openapi.json');
      expect(payload).not.toContain('explain');
    }));

  it('is decided for each user, also where the policy decides on each record', () =>
    withOption({ can: ({ isLibrarian }) => isLibrarian }, async (library) => {
      const explained = await library.get('remarks/20', 'librarian', EXPLAIN);
      const stages = explained.body.data.statements.map(({ stage }: { stage: string }) => stage);
      expect(stages).toContain('execute');
      expect(explained.headers['preference-applied']).toBe('explain');
      const asked = await library.get('writers', 'reader', EXPLAIN);
      expect(asked.headers).not.toHaveProperty('preference-applied');
      expect(asked.text).toBe((await library.get('writers')).text);
      const { payload } = await library.app.inject('/docs/openapi.json');
      expect(payload).toContain('api.prefer-explain');
    }));

  it('needs true: a promise is not a yes', () =>
    withOption({ can: (() => Promise.resolve(true)) as never }, async (library) => {
      const asked = await library.get('writers', 'librarian', EXPLAIN);
      expect(asked.headers).not.toHaveProperty('preference-applied');
    }));

  it('needs a function', () => {
    const options = {
      database: { url: 'sqlite::memory:' },
      authentication: { user: { entity: Patron, identifier: 'name', password: 'password' } },
    } as const;
    const withExplain = (explain: object) => () =>
      resolveOptions<Patron>({ ...options, explain: explain as ExplainOptions });
    expect(withExplain({})).toThrow(OptionsError);
    expect(withExplain({})).toThrow('explain.can is required; it must be a function of the user.');
    expect(withExplain({ can: true })).toThrow('explain.can must be a function of the user');
    expect(withExplain({ may: () => true })).toThrow('explain.may is not an option.');
  });
});
