import { describeRule } from '../rules/describe-rule.js';
import type { RuleSpec } from '../rules/rule-types.js';
import type { CompiledResource } from './compiled-resource.js';
import { describeRelation } from './describe-relation.js';
import { describeRoutes } from './describe-routes.js';
import { formatTable } from './format-table.js';

type Row = readonly string[];

/** A table's title and headings, and the rows that a resource gives it. */
interface Section {
  readonly title: string;
  readonly headings: Row;
  readonly rows: (resource: CompiledResource, prefix: string) => readonly Row[];
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
    headings: ['of', 'name', 'column', 'match', 'rules', 'derived from the column'],
    rows: ({ key, fields }) =>
      [...fields.values()].map(({ name, column, matchable, derived, options }) => [
        key,
        name,
        `${column.name} (${column.databaseType})`,
        matchable ?? '',
        options.readOnly
          ? 'read-only'
          : namesOf([...(options.rules ?? []), ...(options.storingRules ?? [])]),
        namesOf(derived),
      ]),
  },
  {
    title: 'Routes',
    headings: ['method', 'path', 'operation'],
    rows: (resource, prefix) =>
      describeRoutes(resource, prefix).map(({ method, path, operation }) => [
        method,
        path,
        operation,
      ]),
  },
  {
    title: 'Relations',
    headings: ['of', 'key', 'kind', 'leads to', 'by'],
    rows: (resource) =>
      [...resource.relations.values()].map((relation) => [
        resource.key,
        ...describeRelation(relation, resource),
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

const namesOf = (rules: readonly RuleSpec[]): string => rules.map(describeRule).join(' ');

/** Tables of the resources, their fields, routes, relations and actions. */
export function describeResources(resources: readonly CompiledResource[], prefix: string): string {
  return sections
    .map(({ title, headings, rows }) => {
      const all = resources.flatMap((resource) => rows(resource, prefix));
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
  ].join(', ');
}
