import type { CallToolResult } from '@modelcontextprotocol/server';
import { describeError } from '../../../http/errors/describe-error.js';
import type { McpTool } from '../tool/tool.js';

/** How a model can repair a rejected call, by error code. */
const repairs: Readonly<Partial<Record<string, string>>> = {
  invalid_query:
    'Correct the arguments listed in "errors", using the allowed values given there, and call again.',
  validation_failed: 'Correct the arguments listed in "errors", and call again.',
  malformed_request: "Send the arguments as the tool's input schema describes them.",
  unauthorized: 'The user is not allowed to do this. Do not retry; inform the user.',
  not_found:
    'There is no such record, relation or action for this user. Find the right key with an index tool.',
  conflict:
    'Another record has this value, or still refers to this record. Read the record again before you retry.',
  uri_too_long: 'Use shorter arguments.',
  unavailable: 'Wait a moment, then call again.',
  statement_timeout: 'Request less data per call.',
  server_error: 'The service failed. Inform the user, and include the request_id.',
};

/**
 * Returns an error as a tool's result: the body of the HTTP response, and how to repair the call.
 * For an unexpected error, the body contains only the request id, which finds it in the log.
 *
 * For a tool with an output schema, the result is only text: clients before 2026 validate the
 * structured content of errors against that schema too, and would report that fault instead.
 *
 * @param requestId the id of the request in the log
 * @contract C11.3, C16.5
 */
export function refusalResult(
  error: unknown,
  requestId: string,
  { output }: McpTool,
): CallToolResult {
  const { status, body } = describeError(error);
  const shown = status === 500 ? { ...body, request_id: requestId } : body;
  const repair = repairs[body.code];
  return {
    isError: true,
    ...(!output && { structuredContent: { ...shown } }),
    content: [JSON.stringify(shown), ...(repair ? [repair] : [])].map((text) => ({
      type: 'text',
      text,
    })),
  };
}
