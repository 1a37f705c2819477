import 'reflect-metadata';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Type } from 'class-transformer';
import {
  IsAlpha,
  IsArray,
  IsDate,
  IsDivisibleBy,
  IsEmail,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  IsUrl,
  IsUUID,
  Max,
  MaxLength,
  Min,
  MinDate,
  ValidateNested,
} from 'class-validator';
import { rulesOfClass } from '../../../src/rules/decorated/rules-of-class.js';
import { rulesOfDecorators } from '../../../src/rules/decorated/rules-of-decorators.js';
import { withDecorators } from '../../../src/rules/decorated/with-decorators.js';
import { describeRule } from '../../../src/rules/entries/describe-rule.js';
import { schemaOf } from '../../../src/rules/schema/schema-of.js';
import { contextIn, ruleSet } from './rule-set.js';

class Line {
  @IsInt() @Min(1) qty!: number;
  @IsOptional() @IsString({ message: 'A note is a text.' }) note?: string;
}
class Order {
  @IsNotEmpty() @IsEmail() email!: string;
  @IsOptional() @Type(() => Date) @IsDate() at?: Date | null;
  @IsIn(['post', 'pickup']) by!: string;
  @IsOptional() @IsString({ each: true }) tags?: string[];
  @IsArray() @ValidateNested({ each: true }) @Type(() => Line) lines!: Line[];
}
const order = { email: 'ann@example.com', by: 'post', lines: [{ qty: 1 }] };

describe('A payload class', () => {
  it('creates an instance from a value that its decorators accept', async () => {
    const { values, errors } = await rulesOfClass(Order).check(
      { ...order, at: '2024-02-29' },
      contextIn(),
    );
    expect(errors).toEqual({});
    expect(values).toBeInstanceOf(Order);
    expect((values as unknown as Order).at).toEqual(new Date('2024-02-29'));
    expect((values as unknown as Order).lines[0]).toBeInstanceOf(Line);
  });

  it('rejects with the messages of the decorators, at the dotted path', async () => {
    const values = { ...order, email: 'no', lines: [{ qty: 1 }, { qty: 0, note: 5 }] };
    expect((await rulesOfClass(Order).check(values, contextIn())).errors).toEqual({
      email: ['email must be an email'],
      'lines.1.qty': ['qty must not be less than 1'],
      'lines.1.note': ['A note is a text.'],
    });
  });

  it('ignores the class that a body claims, and rejects values that cannot be stored (C1.7)', async () => {
    const rules = rulesOfClass(Order);
    const claimed = JSON.parse(
      '{"constructor":{"name":"Object"},"__proto__":{"email":"a@b.co"}}',
    ) as object;
    expect(Object.keys((await rules.check({ ...claimed }, contextIn())).errors)).toContain('email');
    expect(Object.keys((await rules.check({ ...order, by: 'p\0' }, contextIn())).errors)).toEqual([
      'by',
    ]);
    let deep: unknown = 1;
    for (let level = 0; level < 50_000; level++) deep = [deep];
    expect(Object.keys((await rules.check({ ...order, lines: deep }, contextIn())).errors)).toEqual(
      ['lines'],
    );
  });

  it('has its own fields, and validates only the requested ones', async () => {
    const rules = rulesOfClass(Order);
    expect(rules.fields).toEqual(expect.arrayContaining(['email', 'at', 'by', 'tags', 'lines']));
    expect(Object.keys((await rules.check({}, contextIn(), new Set(['by']))).errors)).toEqual([
      'by',
    ]);
  });

  it('is described by the rules of the catalogue', () => {
    const sources = rulesOfDecorators(Order);
    const texts = Object.fromEntries(
      Object.entries(sources).map(([field, { rules }]) => [
        field,
        rules.map(describeRule).toSorted(),
      ]),
    );
    expect(texts).toEqual({
      email: ['email', 'not_in:', 'present'],
      at: ['date', 'nullable'],
      by: ['in:post,pickup', 'present'],
      tags: ['array', 'nullable'],
      'tags.*': ['string'],
      lines: ['array', 'present'],
      'lines.*.qty': ['integer', 'min:1', 'numeric', 'present'],
      'lines.*.note': ['nullable', 'string'],
    });
    expect(schemaOf(sources)).toMatchObject({
      required: ['email', 'by', 'lines'],
      properties: {
        lines: {
          items: { required: ['qty'], properties: { qty: { type: 'integer', minimum: 1 } } },
        },
      },
    });
  });
});

class Parcel {
  @IsEmail({}, { message: '$property: no address' }) email!: string;
  @IsUUID('4') id!: string;
  @IsAlpha('de-DE') city!: string;
  @IsAlpha() code!: string;
  @IsIn([true, 'yes']) fragile!: unknown;
  @IsOptional() @IsUrl({}, { each: true }) links?: string[];
  @IsNotEmpty({ message: ({ value }) => `${(value as string).length}` }) name!: string;
  @IsDivisibleBy(2) weight!: number;
  @MinDate(() => new Date(0)) sent!: Date;
}

describe('The schema of decorators', () => {
  const { properties } = schemaOf(rulesOfDecorators(Parcel)) as {
    properties: Record<string, Record<string, unknown>>;
  };

  it.each([
    ['email', 'email: no address'],
    ['id', 'id must be a UUID'],
    ['city', 'city must contain only letters (a-zA-Z)'],
    ['fragile', 'fragile must be one of the following values: true,yes'],
    ['links', 'each value in links must be a URL address'],
    ['weight', 'weight must be divisible by 2'],
    ['sent', 'minimal allowed date for sent is '],
  ])(
    'describes for %s in the words of the error what it does not describe: %s',
    (property, message) => {
      expect(properties[property]!.description).toMatch(/^May be refused: ./);
      expect(properties[property]!.description).toContain(message);
    },
  );

  it.each(['code', 'name'])('describes nothing else if it describes everything: %s', (property) => {
    expect(properties[property]).not.toHaveProperty('description');
  });

  it('is never stricter than the decorators', async () => {
    const parcel = {
      email: 'a@b.co',
      id: 'f81d4fae-7dec-41d0-a765-00a0c91e6bf6',
      city: 'Köln',
      code: 'ab',
      fragile: true,
      name: '  ',
      weight: 4,
    };
    const { errors } = await rulesOfClass(Parcel).check(parcel, contextIn());
    expect(Object.keys(errors)).toEqual(['sent']);
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
      schemaOf(rulesOfDecorators(Parcel)),
    );
    validate({ ...parcel, sent: '2024-01-01' });
    expect(validate.errors).toBeNull();
  });
});

class PostResource {
  constructor() {
    throw new Error('A resource is not made.');
  }
  @MaxLength(3) title!: string;
  @IsOptional() @Max(5) size!: number;
}

describe("A resource's decorators", () => {
  const rules = withDecorators(
    ruleSet({ title: ['required', 'alpha'], at: ['date'] }),
    PostResource,
  );

  it('are validated beside its rules, and reported after them', async () => {
    expect((await rules.check({ title: 'a1b2', size: 6 }, contextIn())).errors).toEqual({
      title: [
        'The title field must only contain letters.',
        'title must be shorter than or equal to 3 characters',
      ],
      size: ['size must not be greater than 5'],
    });
    const { values, errors } = await rules.check({ title: 'abc', at: '2024-01-01' }, contextIn());
    expect([values, errors]).toEqual([{ title: 'abc', at: new Date('2024-01-01') }, {}]);
  });

  it('are called only for the validated fields, also if a body claims another class', async () => {
    const only = new Set(['size']);
    expect((await rules.check({ size: 6, constructor: 1 }, contextIn(), only)).errors).toEqual({
      size: ['size must not be greater than 5'],
    });
    expect(rules.fields).toEqual(['title', 'at', 'size']);
  });

  it('change nothing for a resource without decorators', () => {
    const plain = ruleSet({ x: ['string'] });
    expect(withDecorators(plain, class Bare {})).toBe(plain);
  });
});
