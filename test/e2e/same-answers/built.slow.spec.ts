import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { BuiltService } from '../../support/built-service.js';
import { databaseUnderTest, type DatabaseUnderTest } from '../../support/databases.js';
import { keptAnswers, tellAll } from './kept-answers.js';

/** An application of a team's own: it is one of the Nest and the TypeORM that the team imports. */
const teamApplication = `
  import { NestApplication } from '@nestjs/core';
  import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
  import { createApplication, ResourceModule } from './dist/index.js';

  class Member {}
  PrimaryGeneratedColumn()(Member.prototype, 'id');
  for (const name of ['email', 'password']) Column('text')(Member.prototype, name);
  Entity('members')(Member);
  class MembersModule {}
  ResourceModule({ entities: [Member] })(MembersModule);

  const user = { entity: Member, identifier: 'email', password: 'password' };
  const options = { database: { url: 'sqlite::memory:' }, authentication: { user }, logLevel: 'silent' };
  const application = await createApplication({ options, modules: [MembersModule] });
  console.log(application instanceof NestApplication);
  await application.close();`;

let service: BuiltService;
let database: DatabaseUnderTest;

beforeAll(async () => {
  service = new BuiltService();
  database = await databaseUnderTest();
  await service.start(database.url);
}, 180_000);
afterAll(async () => {
  await service.stop();
  await database.dispose();
});

describe('What npm run build makes (decision 0026)', () => {
  it('is a few files, and no module of its own for each', () => {
    expect(service.scripts).toEqual(expect.arrayContaining(['main.js', 'index.js', 'user.command.js']));
    expect(service.scripts.length).toBeLessThan(120);
  });

  it('migrates and seeds its database, and answers the script as the modules do', async () => {
    expect(await tellAll(service)).toEqual(keptAnswers());
  });

  it('is built again where something has changed, and left alone where nothing has, under a service that goes on', () => {
    const { builtAt } = service;
    service.build('build:changed');
    expect(service.builtAt).toBe(builtAt);
    service.change('src/main.ts', (text) => `${text}\n// changed\n`);
    service.build('build:changed');
    expect(service.builtAt).toBeGreaterThan(builtAt);
  });

  it('answers agents, by what it loads for the first of them', async () => {
    const client = new Client({ name: 'probe', version: '1.2.3' });
    const headers = { Authorization: `Bearer ${await service.tokenOf('author')}` };
    await client.connect(
      new StreamableHTTPClientTransport(new URL('/mcp', service.address), { requestInit: { headers } }),
    );
    const { structuredContent } = await client.callTool({ name: 'users-profile-tool', arguments: {} });
    expect(structuredContent).toMatchObject({ attributes: { email: 'author@example.com' } });
    await client.close();
  });

  it('serves the script of the reference page', async () => {
    const { statusCode, headers, body } = await service.ask({
      method: 'GET',
      url: '/docs/assets/reference.js',
      headers: {},
    });
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(body.length).toBeGreaterThan(100);
  });

  it('has the commands', () => {
    expect(service.run('resources-check.command.js')).toContain('publish-posts');
  });

  it('has the library, which takes the packages of whoever imports it', () => {
    expect(service.evaluate(teamApplication)).toBe('true\n');
  });

  it('tells faults by the lines of the source', () => {
    const script = `
      import { createApplication } from './dist/index.js';
      await createApplication({ options: null }).catch(({ stack }) => console.log(stack));`;
    expect(service.evaluate(script)).toMatch(/\/src\/create-application\.ts:\d+/);
  });

  it.each([
    ['files beside it', `module.exports = require('node:path').join(__dirname, 'world.svg');`],
    ['files beside its module', `export const url = new URL('./world.svg', import.meta.url);`],
    ['modules that it names by itself', `module.exports = (name) => require('./' + name);`],
  ])('has no package that would not find %s', (_what, text) => {
    service.install('maps', text);
    service.change('src/main.ts', () => `import 'maps';`);
    expect(() => service.build('build')).toThrow(
      'maps looks for files or modules beside itself (node_modules/maps/index.js).',
    );
  });

  it('has no package that is not there', () => {
    service.change('src/main.ts', () => `import 'charts';`);
    expect(() => service.build('build')).toThrow("Could not resolve 'charts'");
  });
});
