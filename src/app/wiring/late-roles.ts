/**
 * Roles whose code is loaded by the first message to any of them, unless it is loaded already. The turn for that message waits, and meanwhile no
 * other message is delivered.
 */
import type { Late } from '../../contracts/late.ts';
import { lazily } from '../../contracts/lazily.ts';
import type { Message, MessageType } from '../../contracts/messages.ts';
import type { RoleId } from '../../contracts/parties.ts';
import { routes } from '../../contracts/routes.ts';
import type { Context, Draft, Role, RoleFactory } from '../../roles/role.ts';
import type { rolesWith } from './work.ts';

type Roles = ReturnType<typeof rolesWith>;

const ids = ['R2', 'R3', 'R4a', 'R4b', 'R7'] as const satisfies readonly (keyof Roles)[];

/** In the order of their numbers. */
export const lateRoles = (roles: Late<Roles>): readonly RoleFactory[] =>
  ids.map((id) => (settings) => roles.now()?.[id](settings) ?? lateRole(id, async () => (await roles.load())[id](settings)));

type Handler = (message: Message, context: Context) => AsyncIterable<Draft>;

function lateRole(id: RoleId, make: () => Promise<Role>): Role {
  const role = lazily(make); // one instance for all messages of the task, because it holds state
  const on = messagesTo(id).map((type): [MessageType, Handler] => [
    type,
    async function* (message, context) {
      const handler = (await role()).on[type] as Handler | undefined; // `on` has a handler of this type of message at this key
      if (handler) yield* handler(message, context);
    },
  ]);
  return { id, on: Object.fromEntries(on) };
}

const messagesTo = (id: RoleId): readonly MessageType[] =>
  (Object.keys(routes) as MessageType[]).filter((type) => routes[type].some(([, to]) => to === id)); // the keys of the table
