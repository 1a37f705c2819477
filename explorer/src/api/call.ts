import type { RevertOptions, RunOptions } from 'resource-api/client';
import { createApi, type Api } from './client.js';
import { facts } from './facts.js';

type Method =
  | 'index'
  | 'export'
  | 'show'
  | 'store'
  | 'update'
  | 'patch'
  | 'delete'
  | 'bulkStore'
  | 'bulkUpdate'
  | 'bulkDelete'
  | 'run'
  | 'runOn'
  | 'revert';
type RelationMethod = 'index' | 'attach' | 'detach' | 'sync' | 'patch';

/**
 * The description of one request: a method of the typed client with its arguments. The application
 * sends requests from it ({@link execute}), and shows them from it ({@link explain}), so that what
 * it shows is what it sends.
 */
export type Call =
  | { readonly resource: string; readonly method: Method; readonly args: readonly unknown[] }
  | {
      readonly resource: string;
      /** The parent, and the name of its list of related records. */
      readonly relation: { readonly id: string; readonly name: string };
      readonly method: RelationMethod;
      readonly args: readonly unknown[];
    };

/** The number of arguments before the options of a request. */
const beforeOptions: Readonly<Record<Method, number>> = {
  index: 1,
  export: 2,
  show: 2,
  store: 2,
  update: 3,
  patch: 3,
  delete: 1,
  bulkStore: 2,
  bulkUpdate: 2,
  bulkDelete: 1,
  run: 3,
  runOn: 4,
  revert: 1,
};
const beforeRelationOptions: Readonly<Record<RelationMethod, number>> = {
  index: 1,
  attach: 2,
  detach: 1,
  sync: 2,
  patch: 2,
};

/** The options of any request. */
export type CallOptions = RevertOptions & RunOptions;

type AnyMethod = (...args: readonly unknown[]) => Promise<unknown>;

/**
 * Sends a request.
 *
 * @throws ApiError
 */
export function execute<Result>(api: Api, call: Call, options: CallOptions = {}): Promise<Result> {
  if (call.method === 'revert')
    return api.$revert(call.args[0] as string, options) as Promise<unknown> as Promise<Result>;
  const client = api.$resource(call.resource);
  const isRelation = 'relation' in call;
  const owner: object = isRelation ? client.relation(call.relation.id, call.relation.name) : client;
  const before = isRelation ? beforeRelationOptions[call.method] : beforeOptions[call.method];
  const args = Array.from({ length: before }, (_, at) => call.args[at]);
  const method = (owner as unknown as Readonly<Record<string, AnyMethod>>)[call.method]!;
  return method.call(owner, ...args, options) as Promise<Result>;
}

/** A request as it is sent. */
interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A form if it contains a file. */
  readonly body: string | FormData | null;
}

/** How a call is sent. */
interface RequestTerms {
  readonly options?: RevertOptions;
  /** The key of the account that the person views the service as. Only reads have one. */
  readonly viewAs?: string | null;
}

/** Returns the HTTP request of a call, without sending it: the client writes it. */
async function recordRequest(
  call: Call,
  { options = {}, viewAs = null }: RequestTerms,
): Promise<HttpRequest> {
  let recorded: HttpRequest | undefined;
  const record: typeof fetch = (url, { method = 'GET', headers, body } = {}) => {
    recorded = {
      method,
      url: new URL(String(url), location.origin).href,
      headers: Object.fromEntries(new Headers(headers)),
      body: typeof body === 'string' || body instanceof FormData ? body : null,
    };
    return Promise.resolve(new Response('{"data":[]}'));
  };
  const api = createApi({ token: null, language: '', fetch: record, viewAs });
  await execute(api, call, { idempotencyKey: 'KEY', ...options });
  return recorded!;
}

/** How to send a request without this application. */
export interface Explanation {
  readonly curl: string;
  readonly client: string;
  /** The call of a tool by an agent; `null` if no tool does the same. */
  readonly tool: string | null;
}

/** Describes a call for people who want to send it themselves. */
export async function explain(
  call: Call,
  { options = {}, viewAs = null }: RequestTerms = {},
): Promise<Explanation> {
  // Writes are shown as the account would send them, since nobody can write as another account.
  const viewed = reads.has(call.method) ? viewAs : null;
  const request = await recordRequest(call, { options, viewAs: viewed });
  const tool = viewed === null && !hasFiles(call) ? toolOf(call, options) : null;
  const headers = viewed === null ? {} : { headers: { 'View-As': viewed } };
  return {
    curl: curlOf(request),
    client: codeOf(call, { ...options, ...headers }),
    tool: tool && JSON.stringify(tool, null, 2),
  };
}

const reads: ReadonlySet<Call['method']> = new Set(['index', 'show', 'export']);

const hasFiles = ({ args }: Call): boolean =>
  args.some(
    (arg) =>
      typeof arg === 'object' &&
      arg !== null &&
      Object.values(arg).some((value) => value instanceof File),
  );

/** What curl accepts without the header, and the client sends for every page. */
const anyJson = 'application/json';

/** The client adds them, but a person need not write them. */
const implied = new Set([
  ...['accept-language', 'authorization', 'idempotency-key'],
  // Requests with a token do not need it.
  'x-csrf-protection',
]);

function curlOf({ method, url, headers, body }: HttpRequest): string {
  const { name, prefix } = facts.header;
  const kept = Object.entries(headers).filter(
    ([header, value]) => !implied.has(header) && !(header === 'accept' && value === anyJson),
  );
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(readable(url))}`,
    `-H "${name}: ${prefix}$TOKEN"`,
    ...kept.map(([header, value]) => `-H ${quoted(`${header}: ${value}`)}`),
    ...(body instanceof FormData ? partsOf(body) : body === null ? [] : [`--data ${quoted(body)}`]),
  ].join(' \\\n  ');
}

/** Files are read from the folder in which curl runs. */
const partsOf = (form: FormData): readonly string[] =>
  [...form].map(([name, value]) =>
    value instanceof File
      ? `-F ${quoted(`${name}=@${value.name}`)}`
      : `--form-string ${quoted(`${name}=${value}`)}`,
  );

/** Brackets, commas and other characters that need no escape in a query string. */
const plain: Readonly<Record<string, string>> = { '%5B': '[', '%5D': ']', '%2C': ',', '%3A': ':' };

const readable = (url: string): string =>
  url.replaceAll(/%(?:5B|5D|2C|3A)/gi, (escape) => plain[escape.toUpperCase()]!);

/** Brackets are patterns for curl unless `-g` is set, so they remain escaped. */
const quoted = (text: string): string =>
  `'${text
    .replaceAll('[', /^https?:/.test(text) ? '%5B' : '[')
    .replaceAll(']', /^https?:/.test(text) ? '%5D' : ']')
    .replaceAll("'", String.raw`'\''`)}'`;

function codeOf(call: Call, options: RevertOptions): string {
  const owner = /^[a-z_$][\w$]*$/i.test(call.resource)
    ? `api.${call.resource}`
    : `api.$resource(${printed(call.resource)})`;
  const target =
    'relation' in call
      ? `${owner}.relation(${printed(call.relation.id)}, ${printed(call.relation.name)})`
      : owner;
  const hasOptions = Object.keys(options).length > 0;
  const before =
    'relation' in call ? beforeRelationOptions[call.method] : beforeOptions[call.method];
  const given = hasOptions
    ? [...Array.from({ length: before }, (_, at) => call.args[at]), options]
    : withoutTail(call.args);
  const method = call.method === 'revert' ? 'api.$revert' : `${target}.${call.method}`;
  return `await ${method}(${given.map((arg) => printed(arg)).join(', ')});`;
}

/** Leaves out trailing arguments that are empty. */
function withoutTail(args: readonly unknown[]): readonly unknown[] {
  const last = args.findLastIndex((arg) => arg !== undefined && !isEmpty(arg));
  return args.slice(0, last + 1);
}

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((member) => member === undefined);

/** Prints a value as TypeScript. */
function printed(value: unknown, indent = ''): string {
  if (value === undefined) return 'undefined';
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (value instanceof File) return `new File([content], ${JSON.stringify(value.name)})`;
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const items = Array.isArray(value)
    ? value.map((item) => printed(item, inner))
    : Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(([name, member]) => `${memberName(name)}: ${printed(member, inner)}`);
  if (items.length === 0) return open + close;
  const line = `${open} ${items.join(', ')} ${close}`;
  if (line.length <= 72 && !line.includes('\n'))
    return Array.isArray(value) ? `[${items.join(', ')}]` : line;
  return `${open}\n${items.map((item) => `${inner}${item},`).join('\n')}\n${indent}${close}`;
}

const memberName = (name: string): string =>
  /^[a-z_$][\w$]*$/i.test(name) ? name : JSON.stringify(name);

interface ToolCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** Returns the tool that does the same. @contract C11.1 */
function toolOf(call: Call, options: RevertOptions): ToolCall | null {
  if (call.method === 'revert') return revertTool(call, options);
  const named = toolArguments(call);
  if (!named) return null;
  const [name, args] = named;
  const terms = {
    ...(options.dryRun && { preview: true }),
    ...(options.maxAffected !== undefined && { max_affected: options.maxAffected }),
  };
  return { name: `${call.resource}-${name}-tool`, arguments: { ...args, ...terms } };
}

/** The tool that reverts belongs to no resource. @contract C16.2 */
function revertTool({ args: [change] }: Call, { dryRun, lenient }: RevertOptions): ToolCall {
  const selected = typeof change === 'object' ? change : { id: change };
  return {
    name: 'undo',
    arguments: { ...selected, ...(lenient && { lenient }), ...(dryRun && { preview: true }) },
  };
}

type Named = readonly [name: string, args: Readonly<Record<string, unknown>>];

function toolArguments(call: Call): Named | null {
  const [first, second, third, fourth] = call.args as readonly [unknown, object, object, object];
  if ('relation' in call) {
    const { id, name } = call.relation;
    if (!['attach', 'detach', 'sync'].includes(call.method)) return null;
    return [call.method, { id, relation: name, [name]: first, ...second }];
  }
  switch (call.method) {
    case 'index':
      return ['index', queryArguments(first as object)];
    case 'show':
      return ['show', { id: first, ...queryArguments(second) }];
    case 'store':
      return ['store', { ...(first as object), ...queryArguments(second) }];
    case 'update':
    case 'patch':
      return ['update', { id: first, ...second, ...queryArguments(third) }];
    case 'delete':
      return ['delete', { id: first }];
    case 'run':
      return [`${String(first)}-action`, { ...second, ...nested(queryArguments(third)) }];
    case 'runOn':
      return [`${String(second)}-action`, { id: first, ...third, ...queryArguments(fourth) }];
    default:
      return null;
  }
}

const nested = (query: Readonly<Record<string, unknown>>) =>
  Object.keys(query).length === 0 ? {} : { query };

/** Tools take lists of names as one string, and declared filters as a list. */
function queryArguments(query: object = {}): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]: [string, unknown]) => [name, argumentOf(name, value)]),
  );
}

function argumentOf(name: string, value: unknown): unknown {
  if (name === 'include') return includePaths(value as Include).join(',');
  if (name === 'filters')
    return Object.entries(value as object).map(([key, each]) => ({ key, value: each as unknown }));
  return Array.isArray(value) && (name === 'fields' || name === 'sort') ? value.join(',') : value;
}

interface Included {
  readonly fields?: readonly string[];
  readonly include?: Include;
}
type Include = readonly string[] | Readonly<Record<string, true | Included>>;

/** `user[name|email]`, `comments.author` */
function includePaths(include: Include, parent = ''): readonly string[] {
  const entries: readonly (readonly [string, true | Included])[] = Array.isArray(include)
    ? (include as readonly string[]).map((name) => [name, true] as const)
    : Object.entries(include);
  return entries.flatMap(([name, read]) => {
    const { fields, include: below } = read === true ? ({} as Included) : read;
    const columns = fields ? `[${fields.join('|')}]` : '';
    return [
      `${parent}${name}${columns}`,
      ...(below ? includePaths(below, `${parent}${name}.`) : []),
    ];
  });
}
