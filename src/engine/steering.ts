/** What the person says while a task runs, as messages to every role that it concerns. */
import { routes } from '../contracts/routes.ts';
import type { MessageDraft } from '../roles/role.ts';

export const steering = (text: string): readonly MessageDraft[] => routes.Steer.map(([, to]) => ({ to, type: 'Steer', payload: { text } }));
