import { Injectable } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { IsLowercase, IsOptional, MaxLength } from 'class-validator';
import { deployment } from '../../../demo/deployment.js';
import {
  createApplication,
  Field,
  Resource,
  ResourceModule,
  ResourceOf,
} from '../../../src/index.js';
import { readEnvironment } from '../../../src/options/read-environment.js';
import { Tag } from '../../../demo/resources/tags/tag.entity.js';
import { KeptByAdmins } from '../../../demo/resources/kept-by-admins.policy.js';
import { validateAgainstDocument } from '../../support/document/validate-against-document.js';
import type { DatabaseUnderTest } from '../../support/databases.js';
import { seededDatabase } from '../../support/demo-template.js';

@Injectable()
class LabelPolicy extends KeptByAdmins {}

@Resource({ uriKey: 'labels', policy: LabelPolicy, tools: ['store', 'update'] })
class LabelResource extends ResourceOf(Tag) {
  @Field({ rules: ['required', 'string'] })
  slug!: string;

  @Field({
    rules: ['required', 'string', 'lowercase'],
    storingRules: ['unique'],
    messages: { unique: 'Another label.' },
  })
  @IsOptional()
  @MaxLength(40)
  @IsLowercase()
  label!: string;
}

@ResourceModule({ resources: [LabelResource] })
class LabelModule {}

let place: DatabaseUnderTest;
let app: NestFastifyApplication;
let token: string;

beforeAll(async () => {
  place = await seededDatabase();
  const { options, modules } = deployment(
    readEnvironment({ DATABASE_URL: place.url, LOG_LEVEL: 'silent' }),
  );
  app = await createApplication({ options, modules: [...modules, LabelModule] });
  validateAgainstDocument(app);
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  const payload = { email: 'admin@example.com', password: 'password' };
  token = (await app.inject({ method: 'POST', url: '/api/login', payload })).json<{
    access_token: string;
  }>().access_token;
});
afterAll(async () => {
  await app?.close();
  await place?.dispose();
});

const send = async (method: string, params: object) =>
  (
    await app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { authorization: `Bearer ${token}` },
      payload: { jsonrpc: '2.0', id: 1, method, params },
    })
  ).json<any>().result;

async function propertyOf(tool: string, name: string): Promise<any> {
  const { tools } = await send('tools/list', {});
  return tools.find((each: { name: string }) => each.name === tool).inputSchema.properties[name];
}

describe('A rule that a schema cannot express', () => {
  it.each(['labels-store-tool', 'labels-update-tool'])(
    'is in the description of the field, in the words of the error: %s',
    async (tool) => {
      const { description, maxLength } = await propertyOf(tool, 'label');
      expect(maxLength).toBe(40);
      expect(description).toContain('The label field must be lowercase.');
      expect(description).toContain('Another label.');
      expect(description).toContain('label must be a lowercase string');
    },
  );

  it('is in the response to a rejected call', async () => {
    const { description } = await propertyOf('labels-store-tool', 'label');
    const store = async (slug: string, label: string) =>
      (await send('tools/call', { name: 'labels-store-tool', arguments: { slug, label } }))
        .structuredContent;
    expect(await store('first', 'a new one')).toHaveProperty('data');
    for (const label of ['a new one', 'UPPER']) {
      const messages = (await store('second', label)).errors.label as string[];
      expect(messages.filter((text) => !description.includes(text))).toEqual([]);
    }
  });

  it('is in the OpenAPI document, too', async () => {
    const document = (await app.inject({ url: '/docs/openapi.json' })).json<any>();
    expect(JSON.stringify(document.components.schemas)).toContain(
      'label must be a lowercase string',
    );
    expect(JSON.stringify(document.components.schemas)).toContain(
      'The email has already been taken.',
    );
  });

  it('is in that of an action, and of pivot values', async () => {
    const { description } = await propertyOf('posts-publish-post-action-tool', 'publish_at');
    expect(description).toContain('The publish_at field must be a date after now.');
  });
});
