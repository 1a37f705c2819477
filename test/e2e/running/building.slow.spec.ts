import { BuiltService } from '../../support/built-service.js';

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

beforeAll(() => {
  service = new BuiltService();
}, 180_000);
afterAll(() => service.stop());

describe('What npm run build makes (decision 0026)', () => {
  it('is a few files, and no module of its own for each', () => {
    expect(service.scripts).toEqual(expect.arrayContaining(['main.js', 'index.js', 'user.command.js']));
    expect(service.scripts.length).toBeLessThan(120);
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
