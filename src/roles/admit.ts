/** The gate for drafts: right type, right route, right payload, or a refusal that names what was wrong. */
import { ArtooError } from '../contracts/errors.ts';
import { explain } from '../contracts/explain.ts';
import { type MessageType, payloads } from '../contracts/messages.ts';
import type { Party } from '../contracts/parties.ts';
import { isRouted, routes } from '../contracts/routes.ts';

/** A draft from anywhere: typed roles, a library user's code, a test that lies. */
export type AnyDraft = { readonly to?: unknown; readonly type?: unknown; readonly payload?: unknown };
export type Admitted = { readonly to: Party; readonly type: MessageType; readonly payload: unknown };

/** The draft with its payload parsed. Throws `type_unknown`, `route_refused` or `payload_refused`. */
export function admit(from: Party, { to, type, payload }: AnyDraft): Admitted {
  if (!isMessageType(type)) throw new ArtooError('type_unknown', `there is no message type ${name(type)}`);
  if (!isRouted(type, from, to as Party)) {
    // compared with parties only, so any value is safe here
    const allowed = routes[type].map((route) => route.join('→')).join(', ');
    throw new ArtooError('route_refused', `${type} may not go ${from}→${name(to)}, only ${allowed}`);
  }
  const parsed = payloads[type].safeParse(payload);
  if (!parsed.success) throw new ArtooError('payload_refused', `${type} from ${from}: ${explain(parsed.error)}`);
  return { to: to as Party, type, payload: parsed.data }; // `isRouted` found it among the parties
}

const isMessageType = (type: unknown): type is MessageType => typeof type === 'string' && Object.hasOwn(payloads, type);

/** Something unknown in an error message: a short text, whatever it is. */
export const name = (value: unknown): string => (typeof value === 'string' ? `"${value.slice(0, 60)}"` : typeof value);
