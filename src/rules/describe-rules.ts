import type { RuleEntry, Wording } from './rule-entry.js';

const introduction = `# Rules

Rules stand in the \`rules\` and \`storingRules\` of a field, in the \`rules\` of an action, in a relation's
\`validationCallback\`: \`['required', 'string', 'max:200']\`. The compiler refuses a name that is none; parameters are read
at boot, and what is wrong with one stands in the report.

## How values are checked

- A field is a dotted path, and \`*\` is each item of a list: \`address.city\`, \`lines.*.qty\`. Where \`lines\` has no rules of
  its own it must be a list; where \`address\` has none, it must be an object, and is as required as its members. Where they
  have rules, those say whether they may be absent, and their members are looked at only where they are there.
- The order in which rules are written never matters. First comes what is said of presence, and an absent field is asked
  nothing else; then types; then formats, sizes and the rest; then patterns; and only where all of them passed, what asks the
  database. Every fault of a field is told, unless it has \`bail\`.
- **Null** fails every rule that asks something of a value, unless the field is \`nullable\`. It never passes \`required\`.
- **Empty text** is text: \`email\` and \`min:1\` refuse it, \`string\` takes it, \`nullable\` does not turn it into null. Rules
  about presence take text of blanks alone, null and the empty list for nothing; zero, \`false\`, \`{}\` and a file are something.
- **Numbers** are JSON's. The text \`"5"\` is no integer; forms and tools turn texts into numbers before rules see them.
- What \`min\`, \`max\`, \`size\`, \`between\`, \`gt\`, \`gte\`, \`lt\`, \`lte\` measure is what the field holds by its other rules, or by its
  column: the number itself, characters (code points) of a text, items of a list, members of an object, kilobytes of a file.
  A number that is kept as text, as decimals are, is compared digit by digit.
- **Dates** are ISO 8601, with or without a time, in UTC unless they say their zone. Words mean UTC days. What is compared
  with a field that is not given, or null, passes.
- A rule that names a field names it from the top: \`required_with:lines.*.qty\`, beside \`lines.*.price\`, is about the same line.
- **Patterns** run in Unicode mode, unanchored, \`/^[a-z]+$/i\` with flags. All patterns of a check share 10 milliseconds;
  what is not done by then is refused.
- Bounds: 1,000 items a list whose items have rules, 100 different values that are looked up, 1,000 texts in an answer. The
  characters that cannot be stored, NUL and halves of surrogate pairs, are refused in any field.

What passes is handed on as the rules read it: dates as \`Date\`, e-mail addresses in lower case, what is accepted or declined as
\`true\` or \`false\`; anything else is as it was sent.

## Texts

Each refusal is told in English, German or French, by \`Accept-Language\`; \`addRuleTexts('it', {...})\` adds a language or changes
texts. A field's \`messages\` go before all of them: \`messages: { required: 'A user has a name.' }\`. In texts, \`:attribute\` is
the field as it was sent, and the names in the table below stand for the rule's parameter.

## Rules of your own

\`\`\`ts
declare module 'resource-api' {
  interface RuleCatalogue {
    isbn: Rule<string>;
  }
}

@Injectable()
@ValidationRule('isbn')
export class IsbnRule implements RuleCheck {
  readonly message = 'The :attribute field must be an ISBN.';
  readonly kind = 'string';
  readonly schema = { type: 'string' };
  constructor(private readonly books: Books) {}
  check(value: unknown) {
    return typeof value === 'string' && this.books.isIsbn(value);
  }
}
\`\`\`

It is a provider of any module, and the rule is \`'isbn'\`. A class that needs nothing injected can be named in place:
\`rules: ['required', checkedBy(IsbnRule)]\`. class-validator's decorators on a resource's property are checked beside its rules,
and a class with such decorators is the \`payload\` of an action.

## JSON Schema

Each rule says what it asks in JSON Schema 2020-12 as well, for tools and for the OpenAPI document. A schema accepts all that its
rules accept; a star below marks those that accept nothing else. They are shown with an example, such as \`max:10\`. \`format\` is an
annotation, as that draft has it. What a schema cannot say, as it hangs on other fields, on the clock or on the database, stands in
the field's \`description\`, in English and in the words of the refusal: \`May be refused: The email has already been taken.\` So do
the texts of class-validator's decorators that JSON Schema has no words for.
`;

/** The page `docs/reference/rules.md`, from the catalogue. */
export function describeRules(families: Readonly<Record<string, readonly RuleEntry[]>>): string {
  const sections = Object.entries(families).map(([title, entries]) =>
    describeFamily(title, entries),
  );
  return [introduction, '## The catalogue', '', ...sections].join('\n');
}

const describeFamily = (title: string, entries: readonly RuleEntry[]): string =>
  [
    `### ${title}`,
    '',
    '| Rule | Asks | Text | JSON Schema |',
    '| --- | --- | --- | --- |',
    ...entries.map(describeEntry),
    '',
  ].join('\n');

const describeEntry = (entry: RuleEntry): string => {
  const { name, parameter, description } = entry;
  const text = 'texts' in entry ? exampleOf(entry.texts.en) : '';
  return `| ${[`\`${name}${parameter.shape}\``, description, text, schemaOf(entry)].map(inCell).join(' | ')} |`;
};

/**
 * What the rule's example says: `max:10` gives `maxLength: 10`, and a star where the schema is
 * exact.
 */
function schemaOf(entry: RuleEntry): string {
  const kind = 'kind' in entry ? (entry.kind ?? null) : null;
  const part = entry.schema?.(entry.parameter.read(entry.parameter.example, []), kind);
  if (!part || Object.keys(part.schema).length === 0) return part?.exact ? '\\*' : '';
  return `\`${JSON.stringify(part.schema)}\`${part.exact ? ' \\*' : ''}`;
}

/** Of several wordings the one about texts. */
const exampleOf = (wording: Wording): string =>
  typeof wording === 'string' ? wording : (wording.string ?? wording.other);

const inCell = (text: string): string => text.replace(/\|/g, '\\|');
