import { describeError, type ErrorBody } from '../../../http/errors/describe-error.js';
import type { SecurityScheme } from '../../../options/authentication-provider.js';
import type { Limits } from '../../../options/limits.js';
import type { Matchable } from '../../../pipeline/authorization/allow-list.js';
import { queryMembers } from '../../../pipeline/describing/query-members.js';
import { parseResourceQuery } from '../../../pipeline/request/index.js';
import type { CompiledResource, MatchType } from '../../../registry/resources/compiled-resource.js';

/** One of the things that a newcomer asks first. */
export interface FirstRequest {
  readonly title: string;
  /** With code between backquotes. */
  readonly text: string;
  /** For a shell; `null` if no resource has an example. */
  readonly command: string | null;
  /** The body of its response, where the page shows it. */
  readonly response?: object | null;
}

interface FirstRequestsFacts {
  readonly resources: readonly CompiledResource[];
  /** The URL below which the resources are. */
  readonly address: string;
  readonly limits: Limits;
  readonly issuesTokens: boolean;
  /** That of the deployment's provider; `undefined` without one. */
  readonly securityScheme: SecurityScheme | undefined;
}

/** Returns how to sign in, to load relations and to filter, and what an error looks like. */
export function firstRequests(facts: FirstRequestsFacts): readonly FirstRequest[] {
  const { resources, limits } = facts;
  const related = firstOf(resources, includeOf);
  const filtered = firstOf(resources, filterOf);
  const [first] = resources;
  const wrong = 'page=first';
  return [
    signIn(facts),
    {
      title: 'How to load relations',
      text:
        'Name them in `include`: several with commas, nested ones as `posts.comments`, columns as ' +
        '`posts[id|title]`. They are under `relationships` of each record.',
      command: related && get(facts, related),
    },
    {
      title: 'How to filter',
      text:
        'Compare a field with `filter[<field>][<operator>]`, find a text with `search`, and order by ' +
        '`sort`. The operation `filters` of each resource lists what it offers.',
      command: filtered && get(facts, filtered),
    },
    {
      title: 'What an error looks like',
      text:
        '`message` is for people; `code` is for programs and does not change. `errors` lists what is ' +
        'wrong, by field or parameter.',
      command: first ? get(facts, `${first.key}?${wrong}`) : null,
      response: first ? errorOf(wrong, limits) : null,
    },
  ];
}

function signIn({ address, issuesTokens, securityScheme }: FirstRequestsFacts): FirstRequest {
  const title = 'How to sign in';
  if (!issuesTokens)
    return {
      title,
      text:
        securityScheme?.description ??
        'The identity provider of this service issues the tokens. Send yours with every request.',
      command: 'TOKEN=your-token',
    };
  return {
    title,
    text:
      'A login returns an `access_token`. Send it with every request. The form at the top signs in ' +
      'for this page, until you close its tab.',
    command: [
      `TOKEN=$(curl -s '${address}/login' \\`,
      `  -H 'Content-Type: application/json' \\`,
      `  -d '{"email":"you@example.com","password":"your-password"}' \\`,
      `  | sed 's/.*"access_token":"\\([^"]*\\).*/\\1/')`,
    ].join('\n'),
  };
}

const get = ({ address, securityScheme }: FirstRequestsFacts, path: string): string =>
  `curl -sg '${address}/${path}' \\\n  ${credentialsOption(securityScheme)}`;

const bearer: SecurityScheme = { type: 'http', scheme: 'bearer' };

/** Returns the option of curl that sends `$TOKEN`. */
function credentialsOption(scheme: SecurityScheme = bearer): string {
  if (scheme.type === 'http') return `-H "Authorization: ${capitalized(scheme.scheme)} $TOKEN"`;
  if (scheme.type === 'openIdConnect') return '-H "Authorization: Bearer $TOKEN"';
  return scheme.in === 'header' ? `-H "${scheme.name}: $TOKEN"` : `-b "${scheme.name}=$TOKEN"`;
}

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Returns the path of a list with a relation; `null` for a resource without relations. */
function includeOf(resource: CompiledResource): string | null {
  const relation = queryMembers(resource).relations.find(({ form }) => form === 'relation');
  return relation ? `${resource.key}?include=${relation.key}` : null;
}

/** Comparisons by the type of a match, those that explain the most first. */
const comparisons: readonly (readonly [MatchType, string])[] = [
  ['number', '[gte]=10'],
  ['between', '[gte]=10'],
  ['datetime', '[gte]=2026-01-01'],
  ['text', '[like]=a'],
  ['boolean', '[eq]=true'],
];

/** Returns the path of a filtered list; `null` for a resource without such a match. */
function filterOf(resource: CompiledResource): string | null {
  const matches = [...queryMembers(resource).matches].filter(isPlain);
  return firstOf(comparisons, ([type, comparison]) => {
    const match = matches.find(([, each]) => each.type === type);
    return match ? `${resource.key}?filter[${match[0]}]${comparison}` : null;
  });
}

const isPlain = ([, { column }]: readonly [string, Matchable]): boolean =>
  !column.holdsKey && column.type !== 'uuid';

/** Returns the response to a query string that cannot be parsed. */
function errorOf(queryString: string, limits: Limits): ErrorBody | null {
  try {
    parseResourceQuery(queryString, 'index', limits);
    return null;
  } catch (error) {
    return describeError(error).body;
  }
}

function firstOf<Item>(items: readonly Item[], find: (item: Item) => string | null): string | null {
  for (const item of items) {
    const found = find(item);
    if (found !== null) return found;
  }
  return null;
}
