import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { BuiltService } from '../../../support/built-service.js';
import { databaseUnderTest, type DatabaseUnderTest } from '../../../support/databases.js';
import { snapshotResponses, runScript } from './response-snapshot.js';

let service: BuiltService;
let database: DatabaseUnderTest;

beforeAll(async () => {
  service = new BuiltService();
  database = await databaseUnderTest();
  await service.start(database.url);
});
afterAll(async () => {
  await service.stop();
  await database.dispose();
});

describe('The service built by npm run build (decision 0029)', () => {
  it('migrates and seeds its database, and responds to the script as the sources do', async () => {
    expect(await runScript(service)).toEqual(snapshotResponses());
  });

  it('includes the command line, which reports whether it is ready', () => {
    expect(service.run('health')).toBe('The service is ready.\n');
    expect(service.run('check')).toContain('publish-posts');
  });

  it.each([
    ['no command', [], 'Usage: resource-api [options] [command]'],
    ['an unknown command', ['destroy'], 'resource-api has no command "destroy". Commands: '],
  ])('describes how its command line is called: %s', (_what, args, message) => {
    expect(() => service.run(...args)).toThrow(message);
  });

  it('reports a file that is not a deployment', () => {
    expect(() => service.run('--deployment', 'dist/demo/start.js', 'check')).toThrow(
      'dist/demo/start.js does not export a function "deployment".',
    );
  });

  it('responds to agents with the modules that it loads for the first of them', async () => {
    const client = new Client({ name: 'probe', version: '1.2.3' });
    const headers = { Authorization: `Bearer ${await service.tokenOf('author')}` };
    await client.connect(
      new StreamableHTTPClientTransport(new URL('/mcp', service.address), {
        requestInit: { headers },
      }),
    );
    const { structuredContent } = await client.callTool({
      name: 'users-profile-tool',
      arguments: {},
    });
    expect(structuredContent).toMatchObject({ attributes: { email: 'author@example.com' } });
    await client.close();
  });

  it('serves the script of the reference page', async () => {
    const { statusCode, headers, body } = await service.request({
      method: 'GET',
      url: '/docs/assets/reference.js',
      headers: {},
    });
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(body.length).toBeGreaterThan(100);
  });
});
