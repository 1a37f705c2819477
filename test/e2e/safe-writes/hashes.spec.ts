import { holdHashesOf, makeHashesCheap } from '../../support/cheap-hashes.js';
import { startDemo, type DemoApp } from '../../support/demo-app.js';

const HELD = 'a password whose hash takes long';

let demo: DemoApp;
beforeAll(async () => {
  demo = await startDemo();
  await demo.tokenOf('admin');
});
afterEach(makeHashesCheap);
afterAll(() => demo.close());

const login = () =>
  demo.send('/login', {
    method: 'POST',
    as: null,
    body: { email: 'author@example.com', password: 'password' },
  });

let users = 0;
const newUser = () => {
  users += 1;
  return { name: `User ${users}`, email: `hashed-${users}@example.com`, password: HELD };
};

describe('Logins beside a write that computes hashes (C12, C13)', () => {
  it.each<readonly [headers: Readonly<Record<string, string>>, status: number]>([
    [{ 'Idempotency-Key': 'hashes-1' }, 201],
    [{ Prefer: 'tx=rollback' }, 200],
    [{ Prefer: 'max-affected=9' }, 201],
  ])('are served before the write with %o ends', async (headers, status) => {
    const writes = { '/users': newUser(), '/users/bulk': [newUser(), newUser(), newUser()] };
    for (const [path, body] of Object.entries(writes)) {
      const hashes = holdHashesOf(HELD);
      const writing = demo.client('admin').with(headers).send('POST', path, body);
      await hashes.begun;
      const beside = await login().finally(hashes.release);
      expect([beside.status, (await writing).status]).toEqual([200, status]);
    }
  });

  it('leave equal passwords with different hashes', async () => {
    makeHashesCheap();
    const bodies = [newUser(), newUser()];
    const { status } = await demo
      .client('admin')
      .with({ 'Idempotency-Key': 'hashes-2' })
      .send('POST', '/users/bulk', bodies);
    const rows = await demo.database.query(
      'select distinct password from users where email in (?, ?)',
      bodies.map(({ email }) => email),
    );
    expect([status, rows.length]).toEqual([201, 2]);
  });
});
