/** Turns a failure of an MCP server, or of the connection to it, into the result of a call. */
import { failed, type ToolErrorClass, type ToolResult } from '../tool.ts';
import { httpFailureOf } from './http-failure.ts';

/** `who`: the server that failed, in words for the model and the person. */
export const failedCall = (who: string, error: unknown): ToolResult => failed(classOf(error), `${who}: ${failureWords(error)}`);

/** The failure in words, at most 2,000 characters. */
export function failureWords(error: unknown): string {
  return (httpFailureOf(error)?.words ?? messageOf(error)).slice(0, 2_000);
}

/** For a failed handshake, the message of its cause, which is more exact. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isWrapped =
    error.cause instanceof Error && ('code' in error ? error.code === 'ERA_NEGOTIATION_FAILED' : error instanceof TypeError); // the SDK and `fetch` wrap errors like this
  return isWrapped ? messageOf(error.cause) : error.message;
}

/** Whether a server over HTTP no longer recognises the session, so that a new one is needed. */
export const isForgotten = (error: unknown): boolean => error instanceof Error && 'status' in error && error.status === 404;

const invalidParams = -32602;

/** The class of an error, according to the codes of the protocol, of HTTP and of the network. */
function classOf(error: unknown): ToolErrorClass {
  if (!(error instanceof Error)) return 'failed';
  const { code, status } = error as Partial<Record<'code' | 'status', unknown>>; // any object can be read by key
  if (error.name === 'TimeoutError' || code === 'REQUEST_TIMEOUT') return 'timeout';
  if (code === invalidParams) return 'invalid_input';
  if (status === 401) return 'permission';
  if (code === 'ENOENT') return 'missing_program';
  return httpFailureOf(error)?.class ?? (error.cause === undefined ? 'failed' : classOf(error.cause));
}
