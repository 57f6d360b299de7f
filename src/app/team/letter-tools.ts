/** The letters of a team as tools: a built-in agent sends a letter by an ordinary tool call, which is in its journal. */
import { z } from 'zod';
import type { TeamRole } from '../../team/board/ids.ts';
import { kindsFor } from '../../team/letters/admit.ts';
import { anomaliesFor } from '../../team/letters/admit-anomaly.ts';
import { bodyOf, type LetterKind } from '../../team/letters/letter.ts';
import { letterUses } from '../../team/prompts/bootstrap.ts';
import type { Reply } from '../../team/runners/runner.ts';
import type { OwnTool } from '../../tools/complete-tool.ts';
import { failed, succeeded, type ToolResult } from '../../tools/tool.ts';

/** Sends a letter. The id is that of the call, so that a call repeated after a crash counts once. */
export type Send = (letter: {
  readonly id: string;
  readonly kind: LetterKind;
  readonly task?: string;
  readonly body: Readonly<Record<string, unknown>>;
}) => Promise<Reply>;

/** Letters that a planner sends about one of many tasks, which they have to name. */
const aboutTask: ReadonlySet<LetterKind> = new Set(['rescope', 'unblock', 'abandon']);
/** How long a letter may take: a submission waits for checks and tests. */
const longestMs = 1_300_000;

export const letterTools = (role: TeamRole, send: Send): readonly OwnTool[] => kindsFor(role).map((kind) => letterTool(role, kind, send));

function letterTool(role: TeamRole, kind: LetterKind, send: Send): OwnTool {
  return {
    name: kind,
    description: `Letter: ${letterUses[kind]}`,
    input: inputOf(role, kind),
    timeoutMs: longestMs,
    changes: () => true, // a letter that is refused now may be admitted after another letter
    repeatable: () => true,
    async run(given, { call }) {
      const { task, ...body } = z.looseObject({ task: z.unknown().optional() }).parse(given);
      const about = aboutTask.has(kind) && typeof task === 'string';
      const reply = await send({
        id: `${call.task_id}/${call.key}`,
        kind,
        ...(about ? { task, body } : { body: { ...body, ...(task === undefined ? {} : { task }) } }),
      });
      return told(reply);
    },
  };
}

/** The fields that an agent of this role fills in. */
function inputOf(role: TeamRole, kind: LetterKind): z.ZodObject {
  if (kind === 'anomaly') return bodyOf(kind).extend({ type: z.enum(anomaliesFor(role)) });
  return aboutTask.has(kind) ? bodyOf(kind).extend({ task: z.string() }) : bodyOf(kind);
}

function told(reply: Reply): ToolResult {
  if (reply.ok)
    return succeeded(
      reply.ends ? 'Admitted. Your turn is over: answer with one sentence about what you did, and call nothing more.' : 'Admitted.',
    );
  if (reply.code === 'stale') return failed('refused', `your turn is over, because your claim is: ${reply.why.join('; ')}`);
  return failed(
    'invalid_input',
    `not admitted: ${reply.why.join('; ')}. Correct it and send it again: an identical letter is not sent twice in a row`,
  );
}
