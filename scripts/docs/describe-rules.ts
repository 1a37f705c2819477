import type { RuleEntry, Wording } from '../../src/rules/entries/rule-entry.js';
import { english } from '../../src/rules/languages/languages.js';

const introduction = `# Rules

Generated from the catalogue of rules (\`npm run docs\`).

Declare rules in the \`rules\` and \`storingRules\` of a field, in the \`rules\` of an action, or in the \`validationCallback\` of
a relation: \`['required', 'string', 'max:200']\`. Unknown names do not compile. The service checks parameters at boot and
reports the invalid ones.

## How values are checked

- The name of a field is a dotted path, in which \`*\` is each item of a list: \`address.city\`, \`lines.*.qty\`. If
  \`lines\` has no rules, it must be a list. If \`address\` has no rules, it must be an object, and it is required if one of its
  members is required. If a list or an object has rules, they decide whether it may be absent, and its members are checked
  only if it is present.
- The order of the rules does not matter. Presence is checked first, and an absent field is not checked further. Then come
  types; then formats, sizes and so on; then patterns. Rules that use the database run only if all of these pass. All faults
  of a field are reported, unless it has \`bail\`.
- **Null** fails every rule about the value, unless the field is \`nullable\`. It never passes \`required\`.
- **The empty string** is a string: \`email\` and \`min:1\` reject it, \`string\` accepts it, and \`nullable\` does not turn it into
  null. A field is not "given" if it is absent, null, a blank string or an empty list. Zero, \`false\`, \`{}\` and files are
  given. For the conditions of \`present_with\`, \`present_with_all\`, \`missing_with\` and \`missing_with_all\`, a field is given
  if it is present, even if it is empty.
- **Numbers** are JSON numbers. The string \`"5"\` is not an integer; forms and tools convert strings to numbers before the check.
- \`min\`, \`max\`, \`size\`, \`between\`, \`gt\`, \`gte\`, \`lt\` and \`lte\` compare the value of a number, the characters (code points)
  of a string, the items of a list, the members of an object, or the kilobytes of a file. The field's other rules or its
  column determine which of these it is. Numbers that are stored as strings, such as decimals, are compared digit by digit.
- **Dates** are ISO 8601, with or without a time, in UTC unless they have a zone. \`today\`, \`tomorrow\` and \`yesterday\` are UTC
  days. A comparison with a field that is absent or null passes.
- A rule refers to another field by its full path. \`required_with:lines.*.qty\` on \`lines.*.price\` refers to the same line.
- **Patterns** run in Unicode mode and are not anchored. To set flags, write \`/^[a-z]+$/i\`. All patterns of a check share 10
  milliseconds; a value is rejected if its pattern does not finish in time.
- Limits: 1,000 items per list whose items have rules, 100 different lookups, 1,000 messages per response. NUL characters and
  lone surrogates cannot be stored and are rejected in every field.

Valid values are passed on as the rules convert them: dates as \`Date\`, email addresses in lower case, accepted and declined
values as \`true\` and \`false\`. All other values stay as they were sent.

## Messages

\`Accept-Language\` selects the language of messages: English, German or French. \`addRuleTexts('it', {...})\` adds a language or
replaces messages. A field's \`messages\` take precedence: \`messages: { required: 'A user has a name.' }\`. In messages,
\`:attribute\` is the field as it was sent. The other placeholders, such as \`:values\`, contain the rule's parameter.

## Custom rules

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

Add the class to the providers of any module; the rule is then \`'isbn'\`. A class without dependencies can be used directly:
\`rules: ['required', checkedBy(IsbnRule)]\`. class-validator decorators on a property of a resource are checked together with
its rules, and a class with such decorators can be the \`payload\` of an action.

## JSON Schema

Each rule also has a JSON Schema (2020-12) for tools and for the OpenAPI document. A schema accepts all values that its rules
accept. In the tables, a star marks a schema that does not accept any other values. The tables show the schema of an example,
such as \`max:10\`. \`format\` is only an annotation, as JSON Schema 2020-12 defines it.

A schema cannot express rules that depend on other fields, on the time or on the database. The field's \`description\` contains
their messages in English: \`May be refused: The email has already been taken.\` It also contains the messages of class-validator
decorators without an equivalent in JSON Schema.
`;

/** Returns the page `docs/reference/rules.md`. */
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
    '| Rule | Description | Message | JSON Schema |',
    '| --- | --- | --- | --- |',
    ...entries.map(describeEntry),
    '',
  ].join('\n');

const describeEntry = (entry: RuleEntry): string => {
  const { name, parameter, description } = entry;
  const wording = english[name];
  const message = wording === undefined ? '' : exampleOf(wording);
  return `| ${[`\`${name}${parameter.shape}\``, description, message, schemaOf(entry)].map(inCell).join(' | ')} |`;
};

/**
 * Returns the schema of the rule's example: `maxLength: 10` for `max:10`, with a star if the schema
 * is exact.
 */
function schemaOf(entry: RuleEntry): string {
  const kind = 'kind' in entry ? (entry.kind ?? null) : null;
  const part = entry.schema?.(entry.parameter.read(entry.parameter.example, []), kind);
  if (!part || Object.keys(part.schema).length === 0) return part?.exact ? '\\*' : '';
  return `\`${JSON.stringify(part.schema)}\`${part.exact ? ' \\*' : ''}`;
}

/** Returns the wording about strings if there are several. */
const exampleOf = (wording: Wording): string =>
  typeof wording === 'string' ? wording : (wording.string ?? wording.other);

const inCell = (markdown: string): string => markdown.replace(/\|/g, '\\|');
