import type { AgentRequest } from '../../../definition/contracts/agents.js';
import type { AppUser } from '../../../base/types/register.js';
import type { Caller } from '../tool/caller.js';

/** Builds the request for custom members. While tools are listed, `progress` does nothing. */
export const agentRequest = (
  { user, origin, languages, context }: Caller,
  progress: AgentRequest['progress'] = () => undefined,
): AgentRequest => ({
  user: user as AppUser,
  origin,
  languages,
  signal: context.mcpReq.signal,
  progress,
  protocol: context,
});
