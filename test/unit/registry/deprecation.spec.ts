import { BelongsTo, Field, HasMany } from '../../../src/definition/index.js';
import { canUseDeprecated } from '../../../src/registry/resources/deprecation.js';
import { compile } from './library/compile.js';
import { define } from './library/define.js';
import { Author, Book, Publisher } from './library/entities.js';

describe('Deprecated members are noted (C17.7)', () => {
  it('only for resources that have some, or whose relations lead to some', async () => {
    const Books = define('Books', Book, { title: Field({ deprecated: '2026-11-01' }) });
    const Authors = define('Authors', Author, { books: HasMany(() => Books) });
    const Publishers = define('Publishers', Publisher, { authors: HasMany(() => Authors) });
    const { resources } = await compile([Books, Authors, Publishers]);
    expect(resources!.map(canUseDeprecated)).toEqual([true, true, true]);
  });

  it('for no resource that leads only to its own kind', async () => {
    const Publishers = define('Publishers', Publisher, {
      owner: BelongsTo(() => Publishers),
      name: Field(),
    });
    const Books = define('Books', Book, { title: Field({ deprecated: '2026-11-01' }) });
    const { resources } = await compile([Publishers, Books]);
    expect(resources!.map(canUseDeprecated)).toEqual([false, true]);
  });
});
