/** What a program is told besides the prompt of its turn: how to send letters. Pure. */
import { z } from 'zod';
import type { TeamRole } from '../board/ids.ts';
import { kindsFor } from '../letters/admit.ts';
import { bodyOf, type LetterKind } from '../letters/letter.ts';

/** Letters from a planner about one of many tasks, which they therefore name. */
const aboutTask: ReadonlySet<LetterKind> = new Set(['rescope', 'unblock', 'abandon']);

export const lettersByCommand = (role: TeamRole): string =>
  [
    '=== LETTERS ===',
    'You send a letter with a command. It waits for the answer, prints it as JSON, and ends with 0 where the letter was admitted, with 1 where it was refused (correct it and send it again), with 42 where your claim is lost (end at once):',
    `"$ARTOO" team tell <kind> '<json>'`,
    `"$ARTOO" team tell <kind> - <<'LETTER'\n<json>\nLETTER`,
    'Give the command at least twenty minutes: after submit the tests are run before it answers. Do not write to .liza or to git yourself; you cannot. Your work is committed for you.',
    `What the JSON of each kind is, as JSON Schema:\n${kindsFor(role)
      .map((kind) => `${kind}: ${schemaOf(kind)}`)
      .join('\n')}`,
    'When the letter that ends your turn has been admitted, end with exit code 0. When nine tenths of your context are used up, send handoff, or another letter that says how far you got, and end with 42: you begin again with a fresh context. When a file .liza/PAUSE or .liza/CHECKPOINT appears, end within a minute.',
  ].join('\n\n');

function schemaOf(kind: LetterKind): string {
  const shape = aboutTask.has(kind) ? bodyOf(kind).extend({ task: z.string() }) : bodyOf(kind);
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io: 'input' });
  return JSON.stringify(schema);
}
