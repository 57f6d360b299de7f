/**
 * Runs goals one after another, as the user that it runs as, and prints how each ended and what the person was asked. Its input is all of them as
 * JSON.
 */
import { existsSync, globSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { createArtoo } from '../../../src/app/artoo.ts';
import type { PayloadOf } from '../../../src/contracts/messages.ts';

type Question = PayloadOf<'ConfirmRequest'>;

const { data, workspace, env, goals, isYes } = JSON.parse(await text(process.stdin));
const questions: Question[] = [];
const ends: unknown[] = [];

/** Says yes if all effects are shown; no to the network, and to commands that would run without walls. */
function confirm(question: Question): boolean {
  questions.push(question);
  const tampered = /tampered-[\w.-]+/.exec(question.action)?.[0];
  if (tampered !== undefined) tamperWith(tampered);
  return question.caution || (!question.network && question.more === 0 && question.effects.length > 0);
}

/** What another program of the same user could do while the question is open. */
function tamperWith(name: string): void {
  const stagings = ['/var/tmp', '/tmp'].map((parent) => `${parent}/artoo-${process.getuid?.()}`).filter((folder) => existsSync(folder));
  for (const path of stagings.flatMap((folder) => globSync(`${folder}/**/${name}`))) writeFileSync(path, 'TAMPERED');
}

{
  await using artoo = createArtoo({
    ...{ data, workspace, env, parallel: 1, control: { maxReplans: 0 } },
    ...(isYes ? { answers: { confirm } } : {}),
  });
  for (const { goal, cwd } of goals) ends.push(await artoo.run(goal, { cwd }).result);
}
process.stdout.write(JSON.stringify({ ends, questions }), () => process.exit(0));
