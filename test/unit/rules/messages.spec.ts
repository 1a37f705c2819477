import { compileRules } from '../../../src/rules/check/compile-rules.js';
import { addRuleTexts } from '../../../src/rules/compile/installed-rules.js';
import { contextIn, errorsOf } from './rule-set.js';

const rules = { user_id: ['required'] };

describe('The message of a rule', () => {
  it("is the definition's own if it has one, in every language, with its placeholders", async () => {
    const set = compileRules({
      x: { rules: ['required', 'max:3'], messages: { max: ':attribute: :max at most. $&' } },
    });
    const { errors } = await set.check({ x: 'abcd' }, contextIn('de'));
    expect(errors).toEqual({ x: ['x: 3 at most. $&'] });
    expect((await set.check({}, contextIn('de'))).errors).toEqual({
      x: ['Das Feld x ist erforderlich.'],
    });
  });

  it("is the team's own in a language that it adds, and English for missing ones", async () => {
    addRuleTexts('eo', {
      required: 'Mankas :attribute.',
      max: { string: ':max signoj.', other: 'maksimume :max.' },
    });
    expect(await errorsOf(rules, {}, contextIn('eo'))).toEqual({ user_id: ['Mankas user_id.'] });
    expect(
      await errorsOf(
        { x: ['max:2'], y: ['max:2'], z: ['integer'] },
        { x: 'abc', y: 3, z: '' },
        contextIn('eo-x'),
      ),
    ).toEqual({
      x: ['2 signoj.'],
      y: ['maksimume 2.'],
      z: ['The z field must be an integer.'],
    });
  });

  it('replaces an existing message', async () => {
    addRuleTexts('de', { accepted: 'Bitte :attribute ankreuzen.' });
    expect(await errorsOf({ x: ['accepted'], y: ['required'] }, {}, contextIn('de'))).toEqual({
      x: ['Bitte x ankreuzen.'],
      y: ['Das Feld y ist erforderlich.'],
    });
  });

  it('never contains the value of the caller', async () => {
    const errors = await errorsOf({ x: ['email', 'in:a', 'integer'] }, { x: '<script>' });
    expect(JSON.stringify(errors)).not.toContain('script');
  });
});
