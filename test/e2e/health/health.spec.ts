import { rm, writeFile } from 'node:fs/promises';
import { Logger } from '@nestjs/common';
import { startDemo, type DemoApp } from '../../support/demo-app.js';

describe('Health', () => {
  let demo: DemoApp;
  beforeAll(async () => {
    demo = await startDemo();
  });
  afterAll(() => demo.close());

  const request = (url: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
    demo.app.inject({ method, url });

  it('reports that the process lives, without a token and without a statement (C2.1)', async () => {
    const sent = await demo.statements(async () => {
      const response = await request('/health/live');
      expect([response.statusCode, response.json()]).toEqual([
        200,
        { status: 'ok', info: {}, error: {}, details: {} },
      ]);
      expect(response.headers['cache-control']).toBe('no-store');
    });
    expect(sent).toEqual([]);
  });

  it('reports that database and storage are available, without a token (C2.1)', async () => {
    const response = await request('/health/ready');
    const up = { status: 'up', responseTime: expect.any(Number) };
    expect([response.statusCode, response.json()]).toMatchObject([
      200,
      { status: 'ok', details: { database: up, storage: up } },
    ]);
  });

  it.each(['/health/live', '/health/ready'])(
    'responds to HEAD %s, and to no other method (C1.4, C2.1)',
    async (url) => {
      expect((await request(url, 'HEAD')).statusCode).toBe(200);
      expect((await request(url, 'POST')).statusCode).toBe(405);
      expect((await request(`/api${url}`)).statusCode).toBe(401);
    },
  );

  it('checks the database once for many concurrent requests', async () => {
    const alone = await demo.statements(() => request('/health/ready'));
    const together = await demo.statements(() =>
      Promise.all(Array.from({ length: 50 }, () => request('/health/ready'))),
    );
    expect(alone.length).toBeGreaterThan(0);
    expect(together).toEqual(alone);
  });

  it('is not ready without its storage, and is ready again once that is back', async () => {
    await rm(demo.storage, { recursive: true });
    await writeFile(demo.storage, 'no folder');
    const response = await request('/health/ready');
    expect([response.statusCode, response.json().message]).toEqual([
      503,
      'Not ready: storage cannot be read and written.',
    ]);
    expect((await request('/health/live')).statusCode).toBe(200);
    await rm(demo.storage);
    expect((await request('/health/ready')).statusCode).toBe(200);
  });

  it('is not ready while a table is missing, and logs so once (C2.1)', async () => {
    const logged = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const rename = (from: string, to: string) =>
      demo.database.write(`alter table ${from} rename to ${to}`);
    await rename('comments', 'comments_away');
    for (const response of [await request('/health/ready'), await request('/health/ready')])
      expect([response.statusCode, response.json().message]).toEqual([
        503,
        'Not ready: the schema of the database is incomplete.',
      ]);
    expect(logged.mock.calls).toEqual([
      ['The service is not ready: the database has no table comments.'],
    ]);
    expect((await request('/health/live')).statusCode).toBe(200);

    // The table exists again, but without its columns: everything is compared before the service
    // counts as ready.
    await demo.database.write('create table comments (id integer)');
    expect((await request('/health/ready')).statusCode).toBe(503);
    expect(logged.mock.calls[1]).toEqual([
      expect.stringContaining('the table comments has no column comment'),
    ]);
    await demo.database.write('drop table comments');
    await rename('comments_away', 'comments');
    expect((await request('/health/ready')).statusCode).toBe(200);
    const sent = await demo.statements(() => request('/health/ready'));
    expect(sent.filter((sql) => sql.includes('name from'))).toHaveLength(1);
    logged.mockRestore();
  });

  it('is not ready without its database, lives on, and reveals nothing about the database (C9)', async () => {
    // The last test, since nothing opens the database again.
    await demo.database.close();
    const response = await request('/health/ready');
    expect([response.statusCode, response.headers['retry-after'], response.json()]).toEqual([
      503,
      '1',
      { message: 'Not ready: database cannot be read and written.', code: 'unavailable' },
    ]);
    expect((await request('/health/live')).statusCode).toBe(200);
  });
});
