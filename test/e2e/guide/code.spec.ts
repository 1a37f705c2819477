import { Page } from '../../support/pages/page.js';
import { WrittenFiles } from '../../support/pages/written-files.js';
import { filesOfPage } from './written-pages.js';

/**
 * The pages of a line are compiled together, since creating a program is the expensive part: the
 * reader of one does not write a file of another. The pages whose reader has written the files of
 * an earlier one are missing.
 */
const programs = [
  [
    ...['actions', 'agents', 'authentication', 'errors', 'existing-database', 'field-rights'],
    ...['match-types', 'reading-as-the-caller', 'relations-example'],
  ],
  ['custom-operations'],
  ['user-type'],
];

/** A block that shows a part of a file, and the rest of the file. */
interface Excerpt {
  readonly page: string;
  /** The position among the blocks of TypeScript. */
  readonly at?: number;
  readonly before: string;
  readonly after?: string;
}

const optionsBefore = `import type { ResourceApiOptions } from 'resource-api';
export const options: Partial<ResourceApiOptions> = {`;

const excerpts: readonly Excerpt[] = [
  {
    page: 'docs/reference/rules.md',
    before: `import { Injectable } from '@nestjs/common';
import { ValidationRule, type Rule, type RuleCheck } from 'resource-api';
class Books {
  isIsbn(value: string): boolean {
    return value.startsWith('978');
  }
}`,
  },
  {
    page: 'docs/guide/safe-writes.md',
    before: `import { Action } from 'resource-api';`,
    after: `handle() {} }`,
  },
  { page: 'docs/guide/safe-writes.md', at: 1, before: optionsBefore, after: '};' },
  {
    page: 'docs/guide/reference.md',
    before: `interface components { schemas: { 'posts.attributes': { title: string } } }`,
    after: 'export { isWhole };',
  },
  {
    page: 'docs/guide/reference.md',
    at: 2,
    before: `interface UsersIndexData {
  query: { include: string[]; 'filter[age]': { gte: number }; sort: string[]; perPage: number };
}
declare const usersIndex: (data: UsersIndexData) => Promise<{ data: object; error: object }>;`,
    after: 'export { data, error };',
  },
  { page: 'docs/guide/reference.md', at: 1, before: optionsBefore, after: '};' },
  {
    page: 'docs/guide/rights.md',
    before: `import type { ResourceApiOptions } from 'resource-api';
import type { User } from '../users/user.entity.js';
export const options: Partial<ResourceApiOptions<User>> = {`,
    after: '};',
  },
  {
    page: 'docs/guide/describing-resources.md',
    before: `import { Field, Resource, ResourceOf } from 'resource-api';
import { Post } from '../posts/post.entity.js';
class PostPolicy {
  index() {
    return true;
  }
}`,
  },
  {
    page: 'docs/guide/describing-resources.md',
    at: 1,
    before: `import { Action, Field, Resource, ResourceOf, type ActionRequest } from 'resource-api';
import { Post } from '../posts/post.entity.js';
class PostPolicy {
  index() {
    return true;
  }
}`,
  },
];

/** The file of an excerpt, by its path. */
const fileOf = ({ page, at = 0, before, after = '' }: Excerpt, number: number) =>
  [
    `demo/resources/excerpts/excerpt-${number}.ts`,
    [before, new Page(page).code('ts')[at]!, after].join('\n'),
  ] as const;

describe('The code of docs/guide', () => {
  it.each(programs.map((pages) => ({ pages })))('compiles on the pages $pages', ({ pages }) => {
    const files = pages.flatMap((page) => [...filesOfPage(page)]);
    expect(new Set(files.map(([path]) => path)).size).toBe(files.length);
    expect(new WrittenFiles(new Map(files)).faults()).toEqual([]);
  });

  it('compiles where a page shows a part of a file', () => {
    expect(new WrittenFiles(new Map(excerpts.map(fileOf))).faults()).toEqual([]);
  });

  it('covers all blocks of the pages with excerpts', () => {
    for (const name of new Set(excerpts.map(({ page }) => page)))
      expect(new Page(name).code('ts')).toHaveLength(
        excerpts.filter(({ page }) => page === name).length,
      );
  });

  it('needs the declaration of the page about the type of users: without it the user is unknown', () => {
    const files = filesOfPage('user-type');
    const register = 'demo/resources/register.ts';
    expect([...files.keys()]).toContain(register);
    const faults = new WrittenFiles(new Map([...files, [register, 'export {};\n']])).faults();
    const unknown = faults.filter((fault) => fault.includes("'user' is of type 'unknown'"));
    const readings = files.get('demo/resources/users/user-rights.ts')!.match(/user\.\w+/g)!;
    expect(unknown).toHaveLength(readings.length);
  });
});
