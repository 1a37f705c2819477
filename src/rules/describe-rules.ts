import type { RuleEntry, Wording } from './rule-entry.js';

const introduction = `# Rules

Declare rules in the \`rules\` and \`storingRules\` of a field, in the \`rules\` of an action, or in the \`validationCallback\` of
a relation: \`['required', 'string', 'max:200']\`. Unknown names do not compile. Parameters are checked at boot, and the report
lists the invalid ones.

## How values are checked

- A field is a dotted path, and \`*\` is each item of a list: \`address.city\`, \`lines.*.qty\`. If \`lines\` has no rules, it must
  be a list. If \`address\` has no rules, it must be an object, and it is required if one of its members is. If they have
  rules, these decide whether they may be absent, and their members are only checked if they are present.
- The order of the rules does not matter. Presence is checked first, and an absent field is not checked further; then types;
  then formats, sizes and so on; then patterns; and, if all of them passed, the rules that use the database. All faults of a
  field are reported, unless it has \`bail\`.
- **Null** fails every rule about the value, unless the field is \`nullable\`. It never passes \`required\`.
- **The empty string** is a string: \`email\` and \`min:1\` refuse it, \`string\` accepts it, and \`nullable\` does not turn it into
  null. For rules about presence, blank strings, null and empty lists are not given; zero, \`false\`, \`{}\` and files are.
- **Numbers** are JSON numbers. The string \`"5"\` is not an integer; forms and tools convert strings to numbers before the check.
- \`min\`, \`max\`, \`size\`, \`between\`, \`gt\`, \`gte\`, \`lt\` and \`lte\` measure the kind of value that the field has by its other
  rules or its column: the number itself, the characters (code points) of a string, the items of a list, the members of an
  object, or the kilobytes of a file. Numbers that are stored as strings, such as decimals, are compared digit by digit.
- **Dates** are ISO 8601, with or without a time, in UTC unless they have a zone. \`today\`, \`tomorrow\` and \`yesterday\` are UTC
  days. A comparison with a field that is absent or null passes.
- A rule names another field by its full path: \`required_with:lines.*.qty\` on \`lines.*.price\` is about the same line.
- **Patterns** run in Unicode mode and are not anchored; \`/^[a-z]+$/i\` has flags. All patterns of a check share 10
  milliseconds; a value is refused if its pattern does not finish in time.
- Limits: 1,000 items per list whose items have rules, 100 different lookups, 1,000 messages per response. NUL characters and
  lone surrogates cannot be stored and are refused in every field.

Valid values are passed on as the rules convert them: dates as \`Date\`, email addresses in lower case, accepted and declined
values as \`true\` and \`false\`. All other values stay as they were sent.

## Messages

Messages are in English, German or French, by \`Accept-Language\`. \`addRuleTexts('it', {...})\` adds a language or replaces
messages. A field's \`messages\` take precedence: \`messages: { required: 'A user has a name.' }\`. In messages, \`:attribute\` is
the field as it was sent, and the names in the table below are placeholders for the rule's parameter.

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
accept; a star below marks those that accept no other values. The tables show the schema of an example, such as \`max:10\`.
\`format\` is an annotation, as in that draft. The field's \`description\` contains the messages of rules that a schema cannot
express, because they depend on other fields, on the time or on the database, in English: \`May be refused: The email has
already been taken.\` The messages of class-validator decorators without an equivalent in JSON Schema are there too.
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
  const message = 'texts' in entry ? exampleOf(entry.texts.en) : '';
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
