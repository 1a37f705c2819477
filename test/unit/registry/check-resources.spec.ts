import { Field } from '../../../src/definition/index.js';
import { checkResources } from '../../../src/registry/check-resources.js';
import { compile } from './library/compile.js';
import { define } from './library/define.js';
import { Author } from './library/entities.js';
import { library } from './library/resources.js';

const faulty = () => compile([define('X', Author, { nme: Field() })]);
/** The lines of a table, from its title to the next empty line. */
const tableOf = (text: string, title: string) =>
  text
    .split('\n\n')
    .find((part) => part.startsWith(title))!
    .split('\n')
    .map((line) => line.trim().replaceAll(/ {2,}/g, ' | '));

describe('npm run resources:check', () => {
  it('prints only the faults and ends with 1 if there are any', async () => {
    const { report: text, exitCode } = checkResources(await faulty(), '/api');
    expect(exitCode).toBe(1);
    expect(text).toContain('X.nme: the entity has no column "nme": write "name".');
    expect(text).not.toContain('Resources (');
  });

  it('prints resources with their keys, tables, fields and options, and ends with 0', async () => {
    const { report: text, exitCode } = checkResources(await compile(library), '/api');
    expect(exitCode).toBe(0);
    expect(text.startsWith('The definitions have no faults.\n\nResources (9)\n')).toBe(true);
    expect(tableOf(text, 'Resources')).toContain(
      'authors | AuthorResource | authors | id (integer) | profile, tools | name, portrait_path, settings, password, years, retired, joined_at',
    );
  });

  it('prints routes under the prefix', async () => {
    const routes = tableOf(checkResources(await compile(library), '/v1').report, 'Routes');
    expect(routes).toContain('GET | /v1/authors | index');
    expect(routes).toContain('GET | /v1/authors/<id> | show');
    expect(routes).toContain('POST | /v1/authors/<id>/attach/awards | attach');
    expect(routes).toContain('PATCH | /v1/authors/<id>/awards/<related id> | patch pivot');
    expect(routes.join()).not.toContain('authors/<id>/attach/books');
  });

  it('prints relations with what joins them', async () => {
    const relations = tableOf(checkResources(await compile(library), '/api').report, 'Relations');
    expect(relations).toEqual(
      expect.arrayContaining([
        'of | key | kind | leads to | by | read',
        'authors | publisher | BelongsTo | publishers | publisher_id = publishers.id',
        'authors | books | HasMany | books | books.authorId = id',
        `authors | notes | MorphMany | notes | notes.notable_id = id, notable_type = 'authors'`,
        'authors | awards | BelongsToMany | awards | author_award (author_id, award_id), unique',
        `labels | books | MorphToMany | books | labellings (label_id, labelled_id, labelled_type = 'books')`,
        'authors | signature | forwarding | reads name',
        'authors | ages | callable | reads every column',
      ]),
    );
  });

  it('prints actions with their scopes', async () => {
    const actions = tableOf(checkResources(await compile(library), '/api').report, 'Actions');
    expect(actions.slice(3)).toEqual([
      'authors | retire-authors | Retire Authors | both | yes',
      'authors | import | Import Authors | standalone | no',
      'authors | rename-author | Rename Author | show | no',
      'authors | sort-authors | Sort Authors | index | no',
    ]);
  });

  it('prints a table without rows as its headings', () => {
    const output = checkResources(
      { resources: [], report: { faults: [], warnings: [] }, missingIndexes: [] },
      '',
    ).report;
    expect(tableOf(output, 'Actions')[0]).toBe('Actions (0)');
  });
});
