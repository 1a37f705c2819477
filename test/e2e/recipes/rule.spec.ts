import { Injectable } from '@nestjs/common';
import {
  checkedBy,
  Field,
  Resource,
  ResourceModule,
  ResourceOf,
  ValidationRule,
  type Rule,
  type RuleCheck,
} from 'resource-api';
import { createTestApplication, type TestApplication } from 'resource-api/testing';
import { authentication } from '../package/application/deployment.js';
import { Account, Note, NotesModule } from '../package/application/notes.js';
import { OpenPolicy } from '../../support/open-policy.js';

declare module 'resource-api' {
  interface RuleCatalogue {
    known_word: Rule<string>;
  }
}

@Injectable()
class Dictionary {
  readonly words = ['level', 'river'];
}

/** A rule with a dependency, by its name. */
@Injectable()
@ValidationRule('known_word')
class KnownWordRule implements RuleCheck {
  readonly message = 'The :attribute field must be a known word.';
  readonly schema = { type: 'string' };

  constructor(private readonly dictionary: Dictionary) {}

  check(value: unknown): Promise<boolean> {
    return Promise.resolve(this.dictionary.words.includes(String(value)));
  }
}

/** A rule without dependencies, used in place. */
class PalindromeRule implements RuleCheck {
  readonly message = {
    en: 'The :attribute field must be a palindrome.',
    de: 'Das Feld :attribute muss ein Palindrom sein.',
  };

  check(value: unknown): boolean {
    return [...String(value)].reverse().join('') === value;
  }
}

@Resource({ policy: OpenPolicy, uriKey: 'words' })
class WordResource extends ResourceOf(Note) {
  @Field({ rules: ['required', 'known_word', checkedBy(PalindromeRule)] })
  text!: string;

  @Field({ rules: ['required', 'integer'] })
  account_id!: number;
}

@ResourceModule({ resources: [WordResource], providers: [KnownWordRule, Dictionary] })
class WordsModule {}

describe('Rules of an application (issue 18, 8)', () => {
  let test: TestApplication<Account>;

  beforeAll(async () => {
    test = await createTestApplication<Account>({
      modules: [NotesModule, WordsModule],
      options: { authentication },
    });
    await test.dataSource
      .getRepository(Account)
      .save({ email: 'ann@example.com', password: 'unused' });
  });
  afterAll(() => test.close());

  const store = async (text: string) => {
    const ann = test.as('ann@example.com');
    const { status, body } = await ann.post<{ errors?: Record<string, string[]> }>('/words', {
      text,
      account_id: 1,
    });
    return [status, body.errors?.text];
  };

  it('check what callers send', async () => {
    expect(await store('level')).toEqual([201, undefined]);
    expect(await store('river')).toEqual([422, ['The text field must be a palindrome.']]);
    expect(await store('noon')).toEqual([422, ['The text field must be a known word.']]);
  });

  it('are described in the OpenAPI document', async () => {
    const { components } = (await test.app.inject('/docs/openapi.json')).json();
    expect(components.schemas['words.store'].properties.text).toMatchObject({
      type: 'string',
      description:
        'May be refused: The text field must be a known word. The text field must be a palindrome.',
    });
  });
});
