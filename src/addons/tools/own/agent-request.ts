import type { AgentRequest } from '../../../definition/contracts/agents.js';
import type { AppUser } from '../../../base/types/register.js';
import type { Caller } from '../tool/caller.js';

/** Builds the request for custom members. While tools are listed, `progress` does nothing. */
export const agentRequest = (
  { user, origin, languages, serverContext }: Caller,
  progress: AgentRequest['progress'] = () => undefined,
): AgentRequest => ({
  user: user as AppUser,
  origin,
  languages,
  signal: serverContext.mcpReq.signal,
  progress,
  protocol: serverContext,
});
