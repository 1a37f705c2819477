import { startDemo, type DemoApp } from '../../support/demo-app.js';

let demo: DemoApp;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

const json = (characters: number) => ({ theme: 'x'.repeat(characters - '{"theme":""}'.length) });
const text = (characters: number) => 'x'.repeat(characters);

describe('The demo bounds every field that may be long (C12)', () => {
  it.each([
    ['/profile', 'preferences', json(4_000), json(4_001)],
    ['/posts/1', 'title', text(200), text(201)],
    ['/posts/1', 'description', text(20_000), text(20_001)],
    ['/comments/1', 'comment', text(2_000), text(2_001)],
    ['/users/4', 'name', text(120), text(121)],
    ['/users/4', 'password', text(255), text(256)],
    ['/companies/1', 'name', text(160), text(161)],
    ['/phones/1', 'number', text(64), text(65)],
    ['/roles/1', 'name', text(120), text(121)],
    ['/tags/1', 'label', text(120), text(121)],
    ['/videos/1', 'title', text(255), text(256)],
    [
      '/videos/1',
      'url',
      `https://example.com/${text(2_000)}`,
      `https://example.com/${text(2_100)}`,
    ],
  ])('%s: %s', async (path, field, longest, tooLong) => {
    const resource = path.split('/')[1]!;
    const url = path === '/profile' ? path : `/${resource}/${await firstOf(resource, path)}`;
    const taken = await demo.send(url, { method: 'PATCH', body: { [field]: longest } });
    const refused = await demo.send<{ errors: object }>(url, {
      method: 'PATCH',
      body: { [field]: tooLong },
    });
    if (taken.status !== 200 || refused.status !== 422)
      console.log(
        JSON.stringify(taken.body).slice(0, 400),
        JSON.stringify(refused.body).slice(0, 300),
      );
    expect([taken.status, refused.status]).toEqual([200, 422]);
    expect(Object.keys(refused.body.errors)).toEqual([field]);
  });
});

/** The first record that the admin sees; for users one whose password needs no other. */
async function firstOf(resource: string, path: string): Promise<string> {
  if (resource === 'users') return path.split('/')[2]!;
  const { body } = await demo.get<{ data: { id: string }[] }>(`/${resource}?perPage=1`);
  return body.data[0]!.id;
}
