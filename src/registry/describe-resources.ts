import { describeRule } from '../rules/entries/describe-rule.js';
import type { RuleSpec } from '../rules/entries/rule-types.js';
import type { CompiledResource, ReadingOptions } from './resources/compiled-resource.js';
import { relationCells } from './relation-cells.js';
import { describeRoutes } from './describe-routes.js';

type Row = readonly string[];

/** A table's title and headings, and the rows that a resource gives it. */
interface Section {
  readonly title: string;
  readonly headings: Row;
  readonly rows: (resource: CompiledResource, prefix: string, hasBulk: boolean) => readonly Row[];
}

const sections: readonly Section[] = [
  {
    title: 'Resources',
    headings: ['key', 'class', 'table', 'record key', 'options', 'fields'],
    rows: (resource) => [
      [
        resource.key,
        resource.name,
        resource.table.name,
        `${resource.keyColumn.name} (${resource.keyColumn.type})`,
        optionsOf(resource),
        [...resource.fields.keys()].join(', '),
      ],
    ],
  },
  {
    title: 'Fields',
    headings: ['of', 'name', 'column', 'match', 'rules', 'derived from the column', 'read'],
    rows: ({ key, fields, computed }) => [
      ...[...fields.values()].map(({ name, column, matchable, derived, options }) => [
        key,
        name,
        `${column.name} (${column.databaseType})`,
        matchable ?? '',
        options.readOnly
          ? 'read-only'
          : namesOf([...(options.rules ?? []), ...(options.storingRules ?? [])]),
        namesOf(derived),
        describeReading(options),
      ]),
      ...[...computed.values()].map((attribute) => [
        key,
        attribute.key,
        `computed from ${attribute.needs.map(({ name }) => name).join(', ') || 'the key'}`,
        ...['', 'read-only', ''],
        describeReading(attribute.options),
      ]),
    ],
  },
  {
    title: 'Routes',
    headings: ['method', 'path', 'operation'],
    rows: (resource, prefix, hasBulk) =>
      describeRoutes(resource, prefix, hasBulk).map(({ method, path, operation }) => [
        method,
        path,
        operation,
      ]),
  },
  {
    title: 'Relations',
    headings: ['of', 'key', 'kind', 'leads to', 'by', 'read'],
    rows: (resource) =>
      [...resource.relations.values()].map((relation) => [
        resource.key,
        ...relationCells(relation, resource),
        describeReading(relation.options),
      ]),
  },
  {
    title: 'Actions',
    headings: ['of', 'uriKey', 'name', 'scope', 'destructive'],
    rows: ({ key, actions }) =>
      actions.map(({ uriKey, name, scope, options }) => [
        key,
        uriKey,
        name,
        scope,
        options.destructive ? 'yes' : 'no',
      ]),
  },
];

/** `canSee, only index tools`; empty for a member that every caller reads everywhere. */
const describeReading = ({ canSee, only }: ReadingOptions): string =>
  [...(canSee ? ['canSee'] : []), ...(only ? [`only ${only.join(' ')}`] : [])].join(', ');

const namesOf = (rules: readonly RuleSpec[]): string => rules.map(describeRule).join(' ');

/** Tables of the resources, their fields, routes, relations and actions. */
export function describeResources(
  resources: readonly CompiledResource[],
  prefix: string,
  hasBulk = true,
): string {
  return sections
    .map(({ title, headings, rows }) => {
      const all = resources.flatMap((resource) => rows(resource, prefix, hasBulk));
      return `${title} (${all.length})\n${formatTable(headings, all)}`;
    })
    .join('\n\n');
}

/** `profile, logged, tools`, as far as the resource opts in. */
function optionsOf({ options }: CompiledResource): string {
  const { tools = false } = options;
  const toolsOf =
    tools === true ? ['tools'] : tools && tools.length > 0 ? [`tools: ${tools.join(' ')}`] : [];
  return [
    ...(options.profile ? ['profile'] : []),
    ...(options.logged ? ['logged'] : []),
    ...toolsOf,
    ...(options.with?.length ? [`with: ${options.with.join(' ')}`] : []),
  ].join(', ');
}

/** Rows of texts in aligned columns under their headings, indented by two. */
function formatTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows];
  const widths = headings.map((_heading, column) =>
    Math.max(...lines.map((cells) => cells[column]!.length)),
  );
  const formatted = lines.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
  const rule = widths.map((width) => '-'.repeat(width)).join('  ');
  return [formatted[0]!, rule, ...formatted.slice(1)].map((line) => `  ${line}`).join('\n');
}
