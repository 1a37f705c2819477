import { eachResource, faultAt } from './each-resource.js';

/** Clients of the tool protocol refuse longer names. */
const LONGEST_TOOL_NAME = 64;

/** The name of each action's tool is not too long. @contract C11.1 */
export const verifyToolNames = eachResource(function* (draft) {
  const { tools } = draft.options;
  if (tools !== true && !(Array.isArray(tools) && tools.includes('actions'))) return;
  for (const { action, uriKey } of draft.actions) {
    const name = `${draft.key}-${uriKey}-action-tool`;
    if (name.length > LONGEST_TOOL_NAME)
      yield faultAt(
        draft,
        action.name,
        `the tool's name "${name}" has ${name.length} characters`,
        `a uriKey of at most ${LONGEST_TOOL_NAME - name.length + uriKey.length} characters`,
      );
  }
});
