/** What the protocol conveys about a call besides its arguments: whether the client can ask the person, and what they filled in. Pure. */
import { CLIENT_CAPABILITIES_META_KEY, type ClientCapabilities, inputResponse, type ServerContext } from '@modelcontextprotocol/server';
import { ArtooError } from '../contracts/errors.ts';
import type { Asked, Call } from './tool-calls.ts';

/** What is sealed with a question: its subject, and the call in which it was asked. */
export type Sealed = Asked & { readonly call: string };

/**
 * In the newer era of the protocol, every request declares what its client can do; in the older era, the handshake does. A client that can show only
 * addresses cannot show a form.
 */
export function canAskIn({ mcpReq }: ServerContext, atHandshake: ClientCapabilities | undefined): boolean {
  const envelope: { readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } | undefined = mcpReq.envelope; // parsed by the module
  const { elicitation } = (envelope ? envelope[CLIENT_CAPABILITIES_META_KEY] : atHandshake) ?? {};
  return elicitation !== undefined && ('form' in elicitation || !('url' in elicitation));
}

/** Throws `usage` for an answer without a question, or to a question from another call. The seal itself has already been checked. */
export function backIn({ mcpReq }: ServerContext, call: string): Call['back'] {
  const sealed = mcpReq.requestState<Sealed>();
  if (sealed === undefined && mcpReq.inputResponses === undefined) return undefined;
  if (sealed?.call !== call) throw new ArtooError('usage', 'this does not answer any question of this call');
  const { task, about } = sealed;
  const response = inputResponse(mcpReq.inputResponses, 'person');
  if (response.kind !== 'elicit') return { asked: { task, about } };
  return { asked: { task, about }, filling: { action: response.action, content: response.content } };
}
