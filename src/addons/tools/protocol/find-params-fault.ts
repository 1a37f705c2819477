import { ProtocolErrorCode } from '@modelcontextprotocol/server';

type Members = Readonly<Record<string, unknown>>;

/** The parameters that a method expects. */
interface ExpectedMembers {
  readonly description: string;
  readonly fits: (params: Members) => boolean;
}

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isString = (value: unknown): value is string => typeof value === 'string';

const levels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

/** Methods for which the MCP library would report malformed parameters as its own schema errors. */
const methods: ReadonlyMap<unknown, ExpectedMembers> = new Map([
  [
    'initialize',
    {
      description:
        '{"protocolVersion": string, "capabilities": object, "clientInfo": {"name": string, "version": string}}',
      fits: ({ protocolVersion, capabilities, clientInfo }) =>
        isString(protocolVersion) &&
        isMembers(capabilities) &&
        isMembers(clientInfo) &&
        isString(clientInfo.name) &&
        isString(clientInfo.version),
    },
  ],
  [
    'tools/call',
    {
      description: '{"name": string, "arguments": object}',
      fits: ({ name, arguments: args }) =>
        isString(name) && (args === undefined || isMembers(args)),
    },
  ],
  ['resources/read', { description: '{"uri": string}', fits: ({ uri }) => isString(uri) }],
  [
    'prompts/get',
    {
      description: '{"name": string, "arguments": object of strings}',
      fits: ({ name, arguments: args = {} }) =>
        isString(name) && isMembers(args) && Object.values(args).every(isString),
    },
  ],
  [
    'logging/setLevel',
    {
      description: `{"level": one of ${levels.join(', ')}}`,
      fits: ({ level }) => isString(level) && levels.includes(level),
    },
  ],
]);

/**
 * Returns the JSON-RPC error for a request with malformed parameters; `undefined` if they are
 * valid.
 */
export function findParamsFault(body: unknown): object | undefined {
  if (!isMembers(body) || body.jsonrpc !== '2.0' || body.id === undefined) return undefined;
  const expected = methods.get(body.method);
  const { id, method, params = {} } = body;
  if (!expected || (isMembers(params) && expected.fits(params))) return undefined;
  const message = `The params of ${String(method)} must be ${expected.description}.`;
  return { jsonrpc: '2.0', id, error: { code: ProtocolErrorCode.InvalidParams, message } };
}
