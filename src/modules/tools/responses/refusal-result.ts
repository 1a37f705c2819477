import type { CallToolResult } from '@modelcontextprotocol/server';
import { describeError } from '../../../http/describe-error.js';
import type { Tool } from '../catalogue/tool.js';

/** What a model can do about a refusal, by its code. */
const repairs: Readonly<Partial<Record<string, string>>> = {
  invalid_query:
    'Correct the arguments that "errors" names, by what it says is allowed, and call again.',
  validation_failed: 'Correct the arguments that "errors" names, and call again.',
  malformed_request: "Send the arguments as the tool's input schema describes them.",
  unauthorized: 'This user may not do it. Do not try again; tell the user who asked.',
  not_found:
    'There is no such record, relation or action for this user. Look for the right key with an index tool.',
  conflict:
    'Something else holds that value, or still refers to the record. Read the record again before another try.',
  uri_too_long: 'Use shorter arguments.',
  unavailable: 'Wait a moment, and call again.',
  statement_timeout: 'Ask for less at a time.',
  server_error: 'The fault is in the service. Tell the user, with the request_id.',
};

/**
 * A refusal as a tool's result: what HTTP answers, and how to repair the call. Of an accident
 * nothing is told but the id that finds it in the log.
 *
 * Of a tool with an output schema it is text alone: clients before 2026 hold the structured content
 * of errors against that schema too, and would report their own fault instead of the refusal.
 *
 * @param requestId names the request in the log
 * @contract C11.3, C16.5
 */
export function refusalResult(error: unknown, requestId: string, { output }: Tool): CallToolResult {
  const { status, body } = describeError(error);
  const sentBody = status === 500 ? { ...body, request_id: requestId } : body;
  const repair = repairs[body.code];
  return {
    isError: true,
    ...(!output && { structuredContent: { ...sentBody } }),
    content: [JSON.stringify(sentBody), ...(repair ? [repair] : [])].map((text) => ({
      type: 'text',
      text,
    })),
  };
}
