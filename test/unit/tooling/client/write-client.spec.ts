import { writeClient } from '../../../../src/tooling/client-generator/write-client.js';

const relation = { kind: 'HasMany', many: true, columns: null, attachable: false };
const boats = {
  key: 'boats',
  path: '/v1/boats',
  profile: false,
  with: ['builder'],
  external: [],
  relations: [
    { ...relation, key: 'builder', kind: 'BelongsTo', many: false, target: 'boat-builders' },
    { ...relation, key: 'sisters', kind: 'BelongsToMany', target: 'boats', attachable: true },
    { ...relation, key: 'weather', kind: null, many: false, target: null },
  ],
};
const builders = {
  ...boats,
  key: 'boat-builders',
  path: '/v1/boat-builders',
  with: [],
  external: ['launch'],
  relations: [{ ...relation, key: 'fleet', target: 'boats', columns: ['name', 'rank'] }],
};
const filter = (name: string, operators: object) => ({
  name: `filter[${name}]`,
  in: 'query',
  style: 'deepObject',
  schema: { properties: operators },
});
const any = {};
const document = {
  openapi: '3.1.0',
  info: { title: 'The harbour' },
  'x-resources': [boats, builders],
  'x-safe-writes': { idempotency: false, versions: true, maxAffected: false, dryRuns: true },
  paths: {
    '/v1/boats': {
      get: {
        parameters: [
          { $ref: '#/components/parameters/sort' },
          filter('afloat', { eq: { type: ['boolean', 'string'] }, in: any, nin: any }),
          filter('length', { eq: { type: ['number', 'string'] }, gt: any }),
          filter('tons', { eq: { type: ['number', 'string'] }, gt: any }),
          filter('built', { eq: { type: 'string' }, gt: any }),
        ],
      },
    },
    '/v1/boat-builders': { get: {} },
  },
  components: {
    parameters: { sort: { name: 'sort', schema: { items: { enum: ['name', '-name'] } } } },
    schemas: {
      'boats.attributes': {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string' },
          length: { type: 'number' },
          tons: { type: 'string' },
        },
      },
      'boats.sisters.patch': { type: 'object', properties: {} },
    },
  },
};

describe('The generated client', () => {
  const text = writeClient(document).replace(/\s+/g, ' ');

  it.each([
    ["readonly builder: One<'boat-builders'>;"],
    ["readonly sisters: ManyToMany<'boats', null, { readonly [name: string]: unknown }>;"],
    ['readonly weather: AnyData;'],
    ["readonly fleet: Many<'boats', 'name' | 'rank'>;"],
    ["readonly alwaysIncluded: 'builder';"],
    [
      'readonly attributes: { readonly name: string; readonly length?: number; readonly tons?: string; };',
    ],
    ['readonly afloat: BooleanMatch;'],
    ['readonly length: OrderedMatch<number>;'],
    ['readonly tons: OrderedMatch<string | number>;'],
    ['readonly built: OrderedMatch<string | Date>;'],
    ["readonly sorts: 'name';"],
    ["readonly 'boat-builders': {"],
    ['export type Api = ResourceClients<Resources> & UntypedApi;'],
    ['ApiQueries<Resources, never> => queriesOf<Resources, never>(api);'],
    [
      "prefix: '/v1', resources: { boats: { sisters: 'boats' }, 'boat-builders': { fleet: 'boats' }, }, profile: null, terms: ['ifMatch', 'dryRun'], external: { 'boat-builders': ['launch'], }, }",
    ],
  ])('contains %s', (part) => {
    expect(text).toContain(part);
  });

  it('imports only types that it uses', () => {
    expect(text).toContain('type UntypedApi, } from');
    for (const name of ['ProfileApi', 'SessionApi', 'UndoApi', 'RunsApi', 'TextMatch'])
      expect(text).not.toContain(`type ${name},`);
  });
});
