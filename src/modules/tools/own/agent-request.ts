import type { AgentRequest } from '../../../definition/agents.js';
import type { AppUser } from '../../../types/register.js';
import type { Caller } from '../catalogue/caller.js';

/** What a team's own members learn of a call; while things are listed, there is no call yet. */
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
