/** What it means for a call that a server, or the way to it, failed. */
import { failed, type ToolErrorClass, type ToolResult } from '../tool.ts';

/** `who` failed, in words for the model. */
export function failedCall(who: string, error: unknown): ToolResult {
  const message = error instanceof Error ? error.message : String(error);
  return failed(classOf(error), `${who}: ${message.slice(0, 2_000)}`);
}

/** Whether a server over HTTP does not know the session any more, so that only a new one helps. */
export const isForgotten = (error: unknown): boolean => error instanceof Error && 'status' in error && error.status === 404;

const statusClasses: Readonly<Record<number, ToolErrorClass>> = {
  401: 'permission',
  403: 'permission',
  404: 'not_found',
  429: 'rate_limit',
};
const invalidParams = -32602;

/** By the codes of the protocol, of HTTP and of the network. */
function classOf(error: unknown): ToolErrorClass {
  if (!(error instanceof Error)) return 'failed';
  const { code, status, cause } = error as Partial<Record<'code' | 'status' | 'cause', unknown>>; // any object can be read by key
  if (error.name === 'TimeoutError' || code === 'REQUEST_TIMEOUT') return 'timeout';
  if (code === invalidParams) return 'invalid_input';
  if (typeof status === 'number') return statusClasses[status] ?? 'failed';
  if (code === 'ENOENT') return 'missing_program';
  const isOfNetwork = typeof code === 'string' && /^(?:E[A-Z]|UND_ERR_)/.test(code);
  return isOfNetwork ? 'network' : cause === undefined ? 'failed' : classOf(cause);
}
