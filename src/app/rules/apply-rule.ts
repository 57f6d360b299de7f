/** Puts a rule into effect as soon as the person gives it with an approval. */
import type { Environment } from '../../config/config-layers.ts';
import { homeIn } from '../../config/folders.ts';
import { type Answers, answering, type Confirmed, noPerson, type Person } from '../../engine/person.ts';
import { readRule } from '../../laws/rules/read-rule.ts';
import type { Permissions } from '../../tools/asking/permissions.ts';

type Base = { readonly cwd: string; readonly home: string; readonly task_id: string };

/** The rule counts only for this task if its scope says so. A rule that cannot be read allows nothing; the approval still counts once. */
export function applyRule({ allowed, rule: text, scope }: Confirmed, permissions: Permissions, { task_id, ...base }: Base): void {
  const rule = allowed && text !== undefined ? readRule(text, base) : undefined;
  if (rule && !('wrong' in rule)) permissions.add(rule, scope === 'task' ? task_id : undefined);
}

/** A person who answers through these functions, and whose rules take effect at once. Without functions there is no person. */
export function personWith(answers: Answers, permissions: Permissions, env: Environment): Person {
  if (Object.values(answers).every((answer) => answer === undefined)) return noPerson;
  return applyingRules(answering(answers), permissions, env);
}

/** Like `person`, but a rule that comes with an approval takes effect as soon as the approval is accepted for this question about this action. */
export function applyingRules(person: Person, permissions: Permissions, env: Environment): Person {
  return (message, reply) =>
    person(message, (draft) => {
      reply(draft);
      if (message.type !== 'ConfirmRequest' || draft.type !== 'ConfirmReply') return;
      if (draft.reply_to === message.id && draft.payload.hash === message.payload.hash)
        applyRule(draft.payload, permissions, { cwd: message.payload.cwd, home: homeIn(env), task_id: message.task_id });
    });
}
