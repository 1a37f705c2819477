import { Injectable } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { installTeamRules } from '../../../src/app/registry/install-team-rules.js';
import { findRuleFault } from '../../../src/rules/compile/find-rule-fault.js';
import { schemaOf } from '../../../src/rules/schema/schema-of.js';
import {
  checkedBy,
  ValidationRule,
  type RuleCheck,
  type RuleCheckContext,
} from '../../../src/rules/entries/team-rules.js';
import { contextIn, errorsOf, sourcesOf } from './rule-set.js';

@Injectable()
class Books {
  readonly known = ['978-3'];
}

@Injectable()
@ValidationRule('isbn')
class IsbnRule implements RuleCheck {
  readonly message = {
    en: 'The :attribute field must be an ISBN.',
    de: 'Das Feld :attribute muss eine ISBN sein.',
  };
  readonly kind = 'string';
  readonly schema = { type: 'string', pattern: '^97' };
  constructor(private readonly books: Books) {}
  check(value: unknown): Promise<boolean> {
    return Promise.resolve(this.books.known.includes(String(value)));
  }
}

@Injectable()
@ValidationRule('forgotten')
class ForgottenRule implements RuleCheck {
  readonly message = 'No.';
  check(): boolean {
    return true;
  }
}

class DivisibleRule implements RuleCheck {
  readonly message = 'The :attribute field must be divisible by :parameter.';
  check(value: unknown, { parameter }: RuleCheckContext): boolean {
    return typeof value === 'number' && value % Number(parameter) === 0;
  }
}

class LongerThanTitleRule implements RuleCheck {
  readonly message = 'The :attribute field must be longer than the title.';
  check(value: unknown, { sibling, field }: RuleCheckContext): boolean {
    return field === 'x' && String(value).length > String(sibling('title')).length;
  }
}

class NeedyRule implements RuleCheck {
  readonly message = 'No.';
  constructor(readonly books: Books) {}
  check(): boolean {
    return true;
  }
}

beforeAll(async () => {
  const { container } = (await Test.createTestingModule({
    providers: [Books, IsbnRule],
  }).compile()) as never as {
    container: { getModules(): ModulesContainer };
  };
  installTeamRules(container.getModules());
});

describe('A rule of a team', () => {
  it('is a provider, with injected dependencies', async () => {
    expect(findRuleFault('isbn')).toBeUndefined();
    expect(await errorsOf({ x: ['isbn'] }, { x: '978-3' })).toEqual({});
    expect(await errorsOf({ x: ['isbn'] }, { x: '978-4' })).toEqual({
      x: ['The x field must be an ISBN.'],
    });
    expect(await errorsOf({ x: ['isbn'] }, { x: '978-4' }, contextIn('de'))).toEqual({
      x: ['Das Feld x muss eine ISBN sein.'],
    });
    expect(await errorsOf({ x: ['isbn'] }, { x: '978-4' }, contextIn('fr'))).toEqual({
      x: ['The x field must be an ISBN.'],
    });
  });

  it('is called after all other rules passed, and not for null if that is allowed', async () => {
    expect(await errorsOf({ x: ['isbn', 'max:2'] }, { x: '978-4' })).toEqual({
      x: ['The x field must not be greater than 2 characters.'],
    });
    expect(await errorsOf({ x: ['isbn', 'nullable'] }, { x: null })).toEqual({});
  });

  it('describes itself in JSON Schema, and the rest in its own words', () => {
    expect(schemaOf(sourcesOf({ x: ['isbn', 'max:9'] }))).toEqual({
      type: 'object',
      properties: {
        x: {
          type: 'string',
          pattern: '^97',
          maxLength: 9,
          description: 'May be refused: The x field must be an ISBN.',
        },
      },
    });
  });

  it('is a fault at boot if nothing provides it, or it is unknown', () => {
    expect(findRuleFault('forgotten' as never)).toEqual({
      wrong: 'the rule "forgotten" cannot be injected',
      instead: 'ForgottenRule among the providers of a module',
    });
    expect(findRuleFault('isbm' as never)).toEqual({
      wrong: 'there is no rule "isbm"',
      instead: '"isbn"',
    });
    expect(new ForgottenRule().check()).toBe(true);
  });

  it('is a class without dependencies, used in place', async () => {
    const rules = { x: [checkedBy(DivisibleRule, '3')] };
    expect(await errorsOf(rules, { x: 9 })).toEqual({});
    expect(await errorsOf(rules, { x: 10 })).toEqual({
      x: ['The x field must be divisible by 3.'],
    });
    expect(checkedBy(DivisibleRule).name).toBe('divisible');
    expect(checkedBy(IsbnRule).name).toBe('isbn');
    expect(await errorsOf({ x: [checkedBy(IsbnRule)] }, { x: '978-3' })).toEqual({});
  });

  it('receives its field, and the fields beside it', async () => {
    const rules = { x: [checkedBy(LongerThanTitleRule)] };
    expect(await errorsOf(rules, { title: 'ab', x: 'abc' })).toEqual({});
    expect(Object.keys(await errorsOf(rules, { title: 'ab', x: 'a' }))).toEqual(['x']);
  });

  it('cannot be created in place if it has dependencies', () => {
    expect(findRuleFault(checkedBy(NeedyRule))).toEqual({
      wrong: 'the rule "needy" cannot be injected',
      instead:
        "@ValidationRule('needy') on NeedyRule, and NeedyRule among the providers of a module",
    });
  });
});
