import { ProtocolErrorCode } from '@modelcontextprotocol/server';

type Members = Readonly<Record<string, unknown>>;

/** What a method wants to be sent, and whether it was. */
interface ExpectedMembers {
  readonly says: string;
  readonly fits: (params: Members) => boolean;
}

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isString = (value: unknown): value is string => typeof value === 'string';

const levels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

/**
 * Methods whose malformed parameters the protocol's library would tell of in the words of its own
 * checks.
 */
const methods: ReadonlyMap<unknown, ExpectedMembers> = new Map([
  [
    'initialize',
    {
      says: '{"protocolVersion": text, "capabilities": object, "clientInfo": {"name": text, "version": text}}',
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
      says: '{"name": text, "arguments": object}',
      fits: ({ name, arguments: args }) =>
        isString(name) && (args === undefined || isMembers(args)),
    },
  ],
  ['resources/read', { says: '{"uri": text}', fits: ({ uri }) => isString(uri) }],
  [
    'prompts/get',
    {
      says: '{"name": text, "arguments": object of texts}',
      fits: ({ name, arguments: args = {} }) =>
        isString(name) && isMembers(args) && Object.values(args).every(isString),
    },
  ],
  [
    'logging/setLevel',
    {
      says: `{"level": one of ${levels.join(', ')}}`,
      fits: ({ level }) => isString(level) && levels.includes(level),
    },
  ],
]);

/**
 * The protocol's refusal of a request whose parameters are not what its method wants; `undefined`:
 * they are.
 */
export function findParamsFault(body: unknown): object | undefined {
  if (!isMembers(body) || body.jsonrpc !== '2.0' || body.id === undefined) return undefined;
  const wanted = methods.get(body.method);
  const { id, method, params = {} } = body;
  if (!wanted || (isMembers(params) && wanted.fits(params))) return undefined;
  const message = `The params of ${String(method)} must be ${wanted.says}.`;
  return { jsonrpc: '2.0', id, error: { code: ProtocolErrorCode.InvalidParams, message } };
}
