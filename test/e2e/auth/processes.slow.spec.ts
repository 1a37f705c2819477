import type { ChildProcess } from 'node:child_process';
import { TestProcesses } from '../../support/test-processes.js';
import { startDemo, type DemoApp } from '../../support/demo-app.js';

const PROCESSES = 2;
/** Wrong credentials per minute. */
const LIMIT = 3;

const processes = new TestProcesses();
let demo: DemoApp;
let urls: readonly string[];
beforeAll(async () => {
  demo = await startDemo();
  const start = () =>
    processes.start('test/e2e/auth/login-process.ts', {
      DATABASE_URL: demo.url,
      LOGIN_FAILURES_PER_MINUTE: String(LIMIT),
    });
  const started: [ChildProcess, string][] = await Promise.all(
    Array.from({ length: PROCESSES }, start),
  );
  urls = started.map(([, url]) => url);
});
afterAll(async () => {
  processes.end();
  await demo.close();
});

const login = async (at: number, email: string, password: string) => {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ email, password });
  const response = await fetch(`${urls[at % PROCESSES]}/api/login`, {
    method: 'POST',
    headers,
    body,
  });
  return response.status;
};
const logins = (count: number, email: string, password: string) =>
  Promise.all(Array.from({ length: count }, (_none, at) => login(at, email, password)));

describe('Two processes on one database', () => {
  it('accept 40 right logins that arrive at the same time (C2.6)', async () => {
    expect(await logins(40, 'author@example.com', 'password')).toEqual(Array(40).fill(200));
  });

  it('check 3 of 6 guesses that arrive at the same time, and then refuse the right password, too (C2.6)', async () => {
    const statuses = await logins(6, 'reader@example.com', 'wrong');
    expect(statuses.filter((status) => status === 401)).toHaveLength(LIMIT);
    expect(statuses.filter((status) => status === 429)).toHaveLength(6 - LIMIT);
    expect(await login(0, 'reader@example.com', 'password')).toBe(429);
  });
});
