import { fillableForm } from '../../../src/addons/reference/page/fillable-form.js';

const form = (properties: object, example?: object) =>
  fillableForm(
    { schema: { $ref: '#/components/schemas/x' } },
    {
      ...{ type: 'object', required: ['name'], properties: properties as never },
      ...(example && { examples: [example as never] }),
    },
  );

const partsOf = ({ schema }: ReturnType<typeof form>) =>
  Object.values(schema.properties as Readonly<Record<string, { readonly example: string }>>);

describe('The form of a page', () => {
  it('starts with the values of the example, and is empty otherwise', () => {
    const properties = {
      name: { type: 'string', maxLength: 9 },
      age: { type: ['integer', 'null'] },
    };
    expect(form(properties, { name: 'Ann' })).toEqual({
      schema: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string', maxLength: 9, example: 'Ann' },
          age: { type: 'string', example: '' },
        },
      },
    });
    expect(form(properties)).toMatchObject({ schema: { properties: { name: { example: '' } } } });
  });

  it('contains numbers, booleans, lists and objects as JSON, and null as an empty part', () => {
    const example = { a: 0, b: false, c: ['x'], d: { e: 1 }, f: null };
    const properties = Object.fromEntries(Object.keys(example).map((name) => [name, {}]));
    expect(partsOf(form(properties, example)).map((part) => part.example)).toEqual([
      '0',
      'false',
      '["x"]',
      '{"e":1}',
      '',
    ]);
  });

  it('has only strings, which Swagger UI can show, and the files as they are', () => {
    const file = { type: 'string', format: 'binary', description: 'PNG.' };
    const several = {
      type: ['object', 'array', 'string', 'null'],
      items: {},
      description: 'JSON.',
    };
    const either = { anyOf: [{ type: 'object' }, { type: 'null' }], default: {} };
    expect(form({ file, several, either, kind: { type: 'string', enum: ['a'] } })).toMatchObject({
      schema: {
        properties: {
          file,
          several: { type: 'string', description: 'JSON.', example: '' },
          either: { type: 'string', example: '' },
          kind: { type: 'string', enum: ['a'], example: '' },
        },
      },
    });
    expect(partsOf(form({ several, either })).map((part) => Object.keys(part))).toEqual([
      ['type', 'description', 'example'],
      ['type', 'example'],
    ]);
  });
});
