import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { connectionOptions } from '../../../src/database/opening/connection-options.js';
import { engines } from '../../../src/database/engines/engines.js';
import { defaultLimits } from '../../../src/options/limits.js';
import { makers } from '../../support/databases.js';

const folder = resolve('src/database/engines');
const rows = Object.entries(engines);

describe('The table of engines', () => {
  it('has a way to create test databases for each row', () => {
    expect(Object.keys(makers).sort()).toEqual(Object.keys(engines).sort());
  });

  it.each(rows)('has the name of its dialect for %s', (name, { dialect }) => {
    expect(dialect.name).toBe(name);
  });

  it.each(rows)(
    'has addresses that lead to its driver for %s',
    async (_name, { protocols, driverTypes }) => {
      for (const protocol of protocols) {
        const address = protocol === 'sqlite:' ? 'sqlite::memory:' : `${protocol}//ann@host/shop`;
        const { type } = await connectionOptions({ url: address }, defaultLimits);
        expect(driverTypes).toContain(type);
      }
    },
  );

  it.each(['postgres', 'mysql', 'sqlite'])('covers all of %s in its folder', (name) => {
    expect(existsSync(join(folder, name, 'engine.ts'))).toBe(true);
  });
});
