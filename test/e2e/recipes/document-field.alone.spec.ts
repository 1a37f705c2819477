import type { TestApplication } from 'resource-api/testing';
import type * as Options from '../../../src/options/reference-options.js';
import type { Account } from '../package/application/notes.js';
import type * as Pot from './pot-app.js';

const isText = (value: unknown) => typeof value === 'string';
/** The steps for two new fields, one of `info` and one of the document itself. */
const added = {
  termsOfService: { isValid: isText, allowed: 'an address', copiedTo: 'info' },
  externalDocs: {
    isValid: (value: unknown) => typeof value === 'object',
    allowed: 'an object of url',
    members: ['url'],
    copiedTo: 'document',
  },
};
const given = {
  termsOfService: 'https://tea.example.com/terms',
  externalDocs: { url: 'https://tea.example.com/docs' },
};
/** A value for each field of the table. */
const values = {
  title: 'Tea',
  version: '3.2.1',
  description: 'All about tea.',
  contact: { name: 'Ann' },
  license: { name: 'MIT' },
  servers: ['https://tea.example.com'],
};

describe('A new field of the OpenAPI document (issue 18, 8)', () => {
  let pot: typeof Pot;
  let options: typeof Options;
  let test: TestApplication<Account>;
  let document: Record<string, any>;

  beforeAll(async () => {
    jest.resetModules();
    options = await import('../../../src/options/reference-options.js');
    Object.assign(options.referenceFields, added);
    pot = await import('./pot-app.js');
    test = await pot.startPot({ reference: { ...values, ...given } as never });
    document = (await test.app.inject('/docs/openapi.json')).json();
  });
  afterAll(() => test.close());

  it('is in the document, beside what a controller of the team adds', () => {
    expect(document.info.termsOfService).toBe(given.termsOfService);
    expect(document.externalDocs).toEqual(given.externalDocs);
    expect(document.paths).toHaveProperty('/pot/own');
  });

  it('is checked', async () => {
    const wrong = { termsOfService: 7, externalDocs: { adress: '' } };
    await expect(pot.startPot({ reference: wrong as never })).rejects.toThrow(
      /reference\.externalDocs\.adress is not an option[^]*reference\.termsOfService must be an address; 7 is not allowed/,
    );
  });

  it('is documented next to the option of the table', () => {
    expect(Object.keys(options.referenceFields).sort()).toEqual(
      Object.keys({ ...values, ...given }).sort(),
    );
    const { description, servers, ...copied } = values;
    expect(document.info).toMatchObject(copied);
    expect(document.info.description).toContain(description);
    expect(document.servers).toEqual(servers.map((url) => ({ url })));
  });
});
