/** Where a draft is refused: if its type is unknown, its route is not in the table, or its payload does not fit the schema. */

import { type Decision, parseDecision } from '../contracts/decisions.ts';
import { ArtooError, asArtooError } from '../contracts/errors.ts';
import type { MessageId } from '../contracts/ids.ts';
import { type MessageType, messageTypes, type PayloadOf, payloads } from '../contracts/messages.ts';
import type { Party, RoleId } from '../contracts/parties.ts';
import { isRouted, routes } from '../contracts/routes.ts';
import { canonicalTest, type IsCanonical } from '../contracts/shapes/canonical.ts';
import { explain } from '../contracts/text/explain.ts';
import type { Body } from './log.ts';

/** A draft from any source, not checked yet: a role, a library user's code, a test. */
export type AnyDraft = Readonly<Partial<Record<'to' | 'type' | 'payload' | 'reply_to' | 'decision' | 'inputs' | 'result', unknown>>>;
export type Admitted = {
  readonly [T in MessageType]: { readonly to: Party; readonly type: T; readonly payload: PayloadOf<T>; readonly reply_to?: MessageId };
}[MessageType];

/** Checks drafts. It remembers the last payload, because a payload for two roles is drafted twice in a row. */
export type RouteGate = {
  /** Throws `type_unknown`, `route_refused` or `payload_refused`. */
  admit(from: Party, draft: AnyDraft): Admitted;
  /** Call this before a draft from another sender. */
  forget(): void;
};

export function createRouteGate(): RouteGate {
  let drafted: unknown;
  let typed: MessageType | undefined;
  let admitted: unknown;
  return {
    admit(from, { to, type, payload }) {
      if (!isMessageType(type)) throw new ArtooError('type_unknown', `there is no message type ${name(type)}`);
      const receiver = admitRoute(type, from, to);
      if (type !== typed || payload !== drafted) {
        admitted = admitPayload(type, from, payload);
        typed = type;
        drafted = payload;
      }
      return { to: receiver, type, payload: admitted } as Admitted; // the payload fits the schema of its type
    },
    forget() {
      typed = undefined;
      drafted = undefined;
    },
  };
}

/** Checks a role's decision. Throws `payload_refused`. */
export function admitDecision(role: RoleId, { decision: name, inputs, result }: AnyDraft): Decision {
  const parsed = parseDecision({ role, name, inputs, result });
  if (!parsed.ok) throw new ArtooError('payload_refused', `a decision of ${role}: ${parsed.error}`);
  return parsed.value;
}

/** The entry for a draft that was refused. */
export function refusal(from: Party, draft: AnyDraft, thrown: unknown): Body {
  const { code, message } = asArtooError(thrown, 'payload_refused');
  return { kind: 'refusal', from, to: plain(draft?.to), type: plain(draft?.type), code, detail: message };
}

const plain = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 60) : typeof value);

function admitRoute(type: MessageType, from: Party, to: unknown): Party {
  const receiver = to as Party; // only compared with parties, so any value is safe here
  if (isRouted(type, from, receiver)) return receiver;
  const allowed = routes[type].map((route) => route.join('→')).join(', ');
  throw new ArtooError('route_refused', `${type} may not go ${from}→${name(to)}, only ${allowed}`);
}

function admitPayload(type: MessageType, from: Party, payload: unknown): unknown {
  if (isCanonical[type](payload)) return payload;
  const parsed = payloads[type].safeParse(payload);
  if (parsed.success) return parsed.data;
  throw new ArtooError('payload_refused', `${type} from ${from}: ${explain(parsed.error)}`);
}

const isCanonical = Object.fromEntries(messageTypes.map((type) => [type, canonicalTest(payloads[type])])) as Record<
  MessageType,
  IsCanonical
>; // one entry for each type of message

const isMessageType = (type: unknown): type is MessageType => typeof type === 'string' && Object.hasOwn(payloads, type);

/** An unknown value as a short text for an error message. */
export const name = (value: unknown): string => (typeof value === 'string' ? `"${value.slice(0, 60)}"` : typeof value);
