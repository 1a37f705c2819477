import { humanize, kebabCase, labelOf } from '../../../src/registry/resources/names.js';

describe('The words of a name', () => {
  it.each([
    ['PublishPosts', 'Publish Posts', 'publish-posts'],
    ['publishedAt', 'published At', 'published-at'],
    ['HTMLPage', 'HTML Page', 'html-page'],
    ['ABc', 'A Bc', 'a-bc'],
    ['exportPDF', 'export PDF', 'export-pdf'],
    ['Top10Posts', 'Top10 Posts', 'top10-posts'],
    ['A2', 'A 2', 'a-2'],
    ['meta_title', 'meta title', 'meta-title'],
    ['__', '__', '__'],
  ])('are separated: %s is %s, and %s in a path', (name, human, kebab) => {
    expect([humanize(name), kebabCase(name)]).toEqual([human, kebab]);
  });
});

describe('labelOf (C17.1)', () => {
  it.each([
    ['created_at', 'Created at'],
    ['publishedAt', 'Published at'],
    ['action_logs', 'Action logs'],
    ['iban', 'Iban'],
    ['x', 'X'],
  ])('turns %s into %s', (name, label) => {
    expect(labelOf(name)).toBe(label);
  });
});
