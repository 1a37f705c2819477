import { CompiledProject } from '../../support/compiled-project.js';
import { startWithoutPackage } from '../../support/start-without-package.js';

describe('a start without the packages for Redis', () => {
  let project: CompiledProject;
  beforeAll(() => {
    project = new CompiledProject('src', 'demo');
  });
  afterAll(() => project?.remove());

  const start = (name: string, settings: Readonly<Record<string, string>>) =>
    startWithoutPackage(project, name, settings);

  it.each([
    ['ioredis', {}],
    ['rate-limiter-flexible', { RATE_PER_PEER: '100' }],
  ])('names the package %s to install (C12)', async (name, settings) => {
    const REDIS_URL = 'redis://:secret@127.0.0.1:1';
    const { code, stderr } = await start(name, { REDIS_URL, ...settings });
    expect(code).toBe(1);
    expect(stderr).toContain(
      `redis.url (REDIS_URL) needs the package ${name}: npm install ${name}.`,
    );
    expect(stderr).not.toMatch(/ {4}at |secret/);
  });
});
