import type { ToolOperation } from '../../definition/contracts/options.js';
import type { ResourceDraft } from '../draft/draft.js';
import {
  actionToolName,
  MAX_TOOL_NAME_LENGTH,
  toolName,
  toolNamePattern,
} from '../resources/tool-names.js';
import { suggestName } from '../draft/suggest-name.js';
import { eachResource, faultAt } from './each-resource.js';

const operations: readonly ToolOperation[] = [
  ...([
    'profile',
    'index',
    'show',
    'store',
    'update',
    'delete',
    'attach',
    'detach',
    'sync',
  ] as const),
];

const known: readonly string[] = [...operations, 'actions'];

/**
 * The name of each tool is one that clients take: not too long, and of no other letters.
 * @contract C11.1
 */
export const verifyToolNames = eachResource(function* (draft) {
  const { tools } = draft.options;
  if (Array.isArray(tools))
    for (const name of tools as readonly string[])
      if (!known.includes(name))
        yield faultAt(draft, '', `there are no tools for "${name}"`, suggestName(name, known));
  const offered = operations.filter((operation) => isOffered(draft, operation));
  const names = offered.map((operation) => toolName(draft.key, operation)).sort(byLength);
  if (names[0] !== undefined) yield* lengthFaults(draft, '', draft.key, names[0]);
  if ((offered.length > 0 || isOffered(draft, 'actions')) && !toolNamePattern.test(draft.key))
    yield faultAt(
      draft,
      '',
      `clients refuse a tool's name with the letters of "${draft.key}"`,
      'a uriKey of a-z, 0-9, "-" and "_"',
    );
  if (!isOffered(draft, 'actions')) return;
  for (const { action, uriKey } of draft.actions)
    yield* lengthFaults(draft, action.name, uriKey, actionToolName(draft.key, uriKey));
});

/** @param part what the author can choose of the name: a uriKey */
function* lengthFaults(draft: ResourceDraft, member: string, part: string, name: string) {
  if (name.length <= MAX_TOOL_NAME_LENGTH) return;
  yield faultAt(
    draft,
    member,
    `the tool's name "${name}" has ${name.length} characters`,
    `a uriKey of at most ${MAX_TOOL_NAME_LENGTH - name.length + part.length} characters`,
  );
}

const byLength = (one: string, other: string): number => other.length - one.length;

function isOffered({ options: { tools } }: ResourceDraft, operation: ToolOperation): boolean {
  return tools === true || (Array.isArray(tools) && tools.includes(operation));
}
