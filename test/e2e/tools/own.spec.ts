import { Injectable, Module } from '@nestjs/common';
import { IsInt, Max } from 'class-validator';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import {
  defineRules,
  McpPrompt,
  McpResource,
  RequestError,
  Tool,
  toolResult,
  type AgentRequest,
  type Payload,
  type UriVariables,
} from '../../../src/index.js';
import type { DatabaseUnderTest } from '../../support/databases.js';
import { startApplication } from '../../support/demo-app.js';
import { seededDatabase } from '../../support/demo-template.js';

const isAdmin = ({ user }: AgentRequest): boolean => user.is_admin;

const weather = {
  type: 'object',
  properties: { city: { type: 'string', minLength: 1 }, days: { type: 'integer', maximum: 7 } },
  required: ['city'],
  additionalProperties: false,
};

const measuring = defineRules({
  at: ['required', 'date', 'before_or_equal:now'],
  degrees: ['required', 'numeric', 'between:-90,60'],
  stations: ['array', 'max:3'],
  'stations.*': ['string', 'lowercase'],
  observer: ['nullable', 'exists:users,id'],
  email: ['sometimes', 'email', 'unique:users,email'],
});

class Warning {
  @IsInt()
  @Max(5, { message: 'Five is the worst.' })
  level!: number;
}

@Injectable()
class Weather {
  @Tool({
    name: 'weather',
    description: 'Returns the weather.',
    inputSchema: weather,
    readOnly: true,
    openWorld: true,
  })
  report({ city, days = 1 }: { city: string; days?: number }, { user, origin }: AgentRequest) {
    return { city, days, asked: user.name, channel: origin.channel };
  }

  @Tool({ name: 'storm', description: 'Fails.' })
  fail() {
    throw new Error('select secret from somewhere');
  }

  @Tool({ name: 'fog', description: 'Refuses.' })
  refuse() {
    throw new RequestError('conflict');
  }

  @Tool({ name: 'record', description: 'Gives a record.' })
  record(_args: object, { user }: AgentRequest) {
    return user;
  }

  @Tool({ name: 'make-weather', description: 'For admins.', canSee: isAdmin })
  make() {
    return toolResult({ content: [{ type: 'text', text: 'Done.' }] });
  }

  @Tool({ name: 'measure', description: 'Notes a measurement.', rules: measuring })
  measure({ at, degrees, stations }: Payload<typeof measuring>) {
    return { isDate: at instanceof Date, degrees, stations };
  }

  @Tool({ name: 'warn', description: 'Warns.', payload: Warning })
  warn(warning: Warning) {
    return { isWarning: warning instanceof Warning, level: warning.level };
  }

  @McpResource({ name: 'almanac', uri: 'weather://almanac', canSee: isAdmin })
  almanac() {
    return 'It rained.';
  }

  @McpResource({ name: 'day', uriTemplate: 'weather://days/{day}', mimeType: 'application/json' })
  day({ day }: UriVariables) {
    return JSON.stringify({ day });
  }

  @McpPrompt({
    name: 'forecast',
    description: 'Asks for a forecast.',
    arguments: {
      city: {
        required: true,
        complete: (begun) => ['Oslo', 'Odense', 'Rome'].filter((city) => city.startsWith(begun)),
      },
    },
  })
  forecast({ city = '' }: Readonly<Record<string, string>>) {
    return `What will the weather be in ${city}?`;
  }

  @McpPrompt({ name: 'secret', canSee: isAdmin })
  secret() {
    return 'Only for admins.';
  }
}

@Module({ providers: [Weather] })
class WeatherModule {}

let place: DatabaseUnderTest;
let app: NestFastifyApplication;
const tokens = new Map<string, string>();

beforeAll(async () => {
  place = await seededDatabase();
  app = await startApplication(place.url, WeatherModule);
  for (const account of ['admin', 'reader']) {
    const payload = { email: `${account}@example.com`, password: 'password' };
    const login = await app.inject({ method: 'POST', url: '/api/login', payload });
    tokens.set(account, login.json<{ access_token: string }>().access_token);
  }
});
afterAll(async () => {
  await app?.close();
  await place?.dispose();
});

async function send(account: string, method: string, params: object): Promise<any> {
  const response = await app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { authorization: `Bearer ${tokens.get(account)}` },
    payload: { jsonrpc: '2.0', id: 1, method, params },
  });
  return response.json();
}
const call = async (name: string, args: object = {}) =>
  (await send('reader', 'tools/call', { name, arguments: args })).result;

describe("A team's own tool", () => {
  it('is listed with the description of its decorator (C11)', async () => {
    const { result } = await send('reader', 'tools/list', {});
    const tool = result.tools.find(({ name }: { name: string }) => name === 'weather');
    expect(tool).toEqual({
      name: 'weather',
      title: 'weather',
      description: 'Returns the weather.',
      inputSchema: weather,
      annotations: {
        title: 'weather',
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: true,
      },
    });
  });

  it('returns data as an action does, with the rights of its caller (C11.3)', async () => {
    const { structuredContent, content } = await call('weather', { city: 'Oslo', days: '2' });
    expect(structuredContent).toMatchObject({ city: 'Oslo', days: 2, channel: 'mcp' });
    expect(JSON.parse(content[0].text)).toEqual(structuredContent);
  });

  it('returns a record with the fields of its resource (C4.2)', async () => {
    const { structuredContent } = await call('record');
    expect(structuredContent).toMatchObject({
      type: 'users',
      attributes: { email: 'reader@example.com' },
    });
    expect(JSON.stringify(structuredContent)).not.toContain('password');
  });

  it.each([[{}], [{ city: '' }], [{ city: 'Oslo', days: 8 }], [{ city: 'Oslo', more: 1 }]])(
    'is not called with %j (C9)',
    async (args) => {
      const { isError, structuredContent } = await call('weather', args);
      expect([isError, structuredContent.code]).toEqual([true, 'validation_failed']);
      expect(Object.values(structuredContent.errors).flat().length).toBeGreaterThan(0);
    },
  );

  it('reveals no reason when it fails, but the id that finds it in the log (C9)', async () => {
    const { isError, structuredContent } = await call('storm');
    expect(isError).toBe(true);
    expect(structuredContent).toEqual({
      message: 'Server error.',
      code: 'server_error',
      request_id: expect.any(String),
    });
    expect((await call('fog')).structuredContent.code).toBe('conflict');
  });

  it('is neither listed nor callable if it is hidden (C11.2)', async () => {
    const names = (await send('reader', 'tools/list', {})).result.tools.map(
      ({ name }: { name: string }) => name,
    );
    expect(names).not.toContain('make-weather');
    expect((await send('reader', 'tools/call', { name: 'make-weather' })).error.code).toBe(-32602);
    expect(
      (await send('admin', 'tools/call', { name: 'make-weather' })).result.content,
    ).toHaveLength(1);
  });
});

describe("A team's own tool with rules", () => {
  const good = { at: '2024-02-29', degrees: 3 };
  const listed = async (tool: string) =>
    (await send('reader', 'tools/list', {})).result.tools.find(
      ({ name }: { name: string }) => name === tool,
    ).inputSchema;

  it('has the schema of its rules, and the other rules in words (C11.1)', async () => {
    const { required, properties, additionalProperties } = await listed('measure');
    expect([required, additionalProperties]).toEqual([['at', 'degrees'], false]);
    expect(properties.degrees).toEqual({ type: 'number', minimum: -90, maximum: 60 });
    expect(properties.at.description).toContain(
      'The at field must be a date before or equal to now.',
    );
    expect(properties.stations.items.description).toContain('must be lowercase.');
    expect(properties.email.description).toContain('The email has already been taken.');
    expect((await listed('warn')).properties.level).toMatchObject({ type: 'integer', maximum: 5 });
  });

  it('receives the arguments as its rules convert them, strings read as the values that they represent (mcp)', async () => {
    const { structuredContent } = await call('measure', {
      ...good,
      degrees: '3',
      stations: '["oslo"]',
    });
    expect(structuredContent).toEqual({ isDate: true, degrees: 3, stations: ['oslo'] });
    expect((await call('warn', { level: '5' })).structuredContent).toEqual({
      isWarning: true,
      level: 5,
    });
  });

  it.each([
    ['measure', {}, 'at', 'The at field is required.'],
    [
      'measure',
      { ...good, at: '2999-01-01' },
      'at',
      'The at field must be a date before or equal to now.',
    ],
    [
      'measure',
      { ...good, stations: ['OSLO'] },
      'stations.0',
      'The stations.0 field must be lowercase.',
    ],
    ['measure', { ...good, observer: 999_999 }, 'observer', 'The selected observer is invalid.'],
    [
      'measure',
      { ...good, email: 'admin@example.com' },
      'email',
      'The email has already been taken.',
    ],
    [
      'measure',
      { ...good, stattions: [] },
      'stattions',
      'There is no argument "stattions". Did you mean "stations"?',
    ],
    ['warn', { level: 6 }, 'level', 'Five is the worst.'],
  ])('makes %s reject %j with the message of its rules (C9)', async (tool, args, path, message) => {
    const { isError, structuredContent } = await call(tool, args);
    expect([isError, structuredContent.code]).toEqual([true, 'validation_failed']);
    expect(structuredContent.errors[path][0]).toContain(message);
  });
});

describe("A team's own resources and prompts", () => {
  it('are read by their address, by users who may see them (C11.2)', async () => {
    const read = (account: string, uri: string) => send(account, 'resources/read', { uri });
    expect((await read('admin', 'weather://almanac')).result.contents).toEqual([
      { uri: 'weather://almanac', mimeType: 'text/plain', text: 'It rained.' },
    ]);
    expect((await read('reader', 'weather://almanac')).error.code).toBe(
      (await read('reader', 'weather://no')).error.code,
    );
    expect((await read('reader', 'weather://days/monday')).result.contents[0].text).toBe(
      '{"day":"monday"}',
    );
    const { resourceTemplates } = (await send('reader', 'resources/templates/list', {})).result;
    expect(resourceTemplates).toEqual([
      { name: 'day', uriTemplate: 'weather://days/{day}', mimeType: 'application/json' },
    ]);
  });

  it('are listed, returned and completed, for users who may see them (C11.2)', async () => {
    const { prompts } = (await send('reader', 'prompts/list', {})).result;
    expect(prompts.map(({ name }: { name: string }) => name)).toEqual(['forecast']);
    const given = await send('reader', 'prompts/get', {
      name: 'forecast',
      arguments: { city: 'Rome' },
    });
    expect(given.result.messages[0].content.text).toBe('What will the weather be in Rome?');
    expect((await send('reader', 'prompts/get', { name: 'forecast' })).error.message).toContain(
      '"city" is required',
    );
    expect((await send('reader', 'prompts/get', { name: 'secret' })).error.message).toBe(
      'Unknown prompt.',
    );
    const misspelt = await send('reader', 'prompts/get', {
      name: 'forecast',
      arguments: { city: 'Rome', dayz: '2' },
    });
    expect(misspelt.error).toMatchObject({
      code: -32602,
      message: 'There is no argument "dayz". Allowed: city.',
    });
    const ref = { type: 'ref/prompt', name: 'forecast' };
    const completed = await send('reader', 'completion/complete', {
      ref,
      argument: { name: 'city', value: 'O' },
    });
    expect(completed.result.completion.values).toEqual(['Oslo', 'Odense']);
  });
});

describe('At boot', () => {
  @Injectable()
  class Faulty {
    @Tool({ name: 'Has A Bad Name', description: 'Wrong.' })
    named() {}

    @Tool({ name: 'posts-index-tool', description: 'Taken.' })
    taken() {}

    @Tool({ name: 'no-object', description: 'Wrong.', inputSchema: { type: 'string' } })
    schema() {}
  }
  class Bare {}

  @Injectable()
  class FaultyRules {
    @Tool({ name: 'unknown-rule', description: 'Wrong.', rules: { x: ['strin' as 'string'] } })
    unknown() {}

    @Tool({ name: 'no-sibling', description: 'Wrong.', rules: { x: ['same:y'] } })
    sibling() {}

    @Tool({
      name: 'no-column',
      description: 'Wrong.',
      rules: { x: ['unique'], y: ['exists:users,password_hash'] },
    })
    column() {}

    @Tool({ name: 'no-decorators', description: 'Wrong.', payload: Bare })
    bare() {}
  }
  @Module({ providers: [Faulty] })
  class FaultyModule {}
  @Module({ providers: [FaultyRules] })
  class FaultyRulesModule {}

  it('reports every fault of the rules of arguments, with what to write instead (C11)', async () => {
    await expect(startApplication(place.url, FaultyRulesModule)).rejects.toThrow(
      /unknown: x: there is no rule "strin".*sibling: x: .*"y", which is not an argument.*column: x: .*no column.*column: y: .*no column.*bare: the payload Bare/s,
    );
  });

  it("reports every fault of a team's declarations for agents (C11.1)", async () => {
    const starting = startApplication(place.url, FaultyModule);
    await expect(starting).rejects.toThrow(/Faulty\.named: .*Faulty\.schema: .*Faulty\.taken: /s);
  });
});
