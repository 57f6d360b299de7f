/** `artoo memory remember "…"`: a fact that the person declares. */
import { isUtf8 } from 'node:buffer';
import { ArtooError } from '../../contracts/errors.ts';
import { newTaskId } from '../../contracts/ids.ts';
import { createRedactor, secretsIn } from '../../journal/redact.ts';
import { declaredFact } from '../../memory/fading/quantize.ts';
import { declaredText } from '../../memory/recall/calibration-text.ts';
import { readInput } from '../terminal/stdin.ts';
import { type MemoryCommand, report, useOrCreateMemory } from './memory-command.ts';

/** More is a document, not a fact. */
const maxCharacters = 2_000;

export async function remember(command: MemoryCommand): Promise<number> {
  const { terminal } = command;
  const said = checked(await textOf(command));
  const content = String(createRedactor(secretsIn(terminal.env))(said)); // text in, text out
  const now = new Date();
  const fact = declaredFact({ id: newTaskId(now), content, created_at: now.toISOString() });
  const stored = await useOrCreateMemory(command, async (keeper) => {
    await keeper.write({ megrams: [fact] });
    return (await keeper.find({ id: fact.id })).kept?.megram ?? fact; // if the clock lags, it has the memory's time
  });
  const code = report(command, { ...stored, redacted: content !== said }, () => [
    `Remembered as ${fact.id}. Every plan is given this fact until you run \`artoo memory forget ${fact.id}\`.`,
  ]);
  for (const remark of remarks(said, content)) terminal.note(remark);
  return code;
}

async function textOf({ words, signal, terminal: { input, note } }: MemoryCommand): Promise<string> {
  if (words.length !== 1 || words[0] !== '-') return words.join(' ');
  const { data } = input ? await readInput({ stream: input, isPatient: true, note, signal }) : { data: undefined };
  if (data && !isUtf8(data)) throw new ArtooError('usage', 'standard input is not text');
  return data?.toString() ?? '';
}

function checked(text: string): string {
  const fact = text.trim();
  if (fact === '') throw new ArtooError('usage', 'there is nothing to remember: artoo memory remember "…"');
  if (fact.length <= maxCharacters) return fact;
  const [max, length] = [maxCharacters.toLocaleString('en'), fact.length.toLocaleString('en')];
  throw new ArtooError('usage', `a fact has at most ${max} characters; this has ${length}`);
}

function remarks(said: string, content: string): readonly string[] {
  const shown = declaredText(content);
  const leftOut = 'What looks like a key was left out, since memories go into prompts and exports. Check that the rest may go there.';
  const cutOff = `It is long: plans are given only its beginning, up to "${shown.slice(-40)}".`;
  return [...(content === said ? [] : [leftOut]), ...(shown.endsWith('…') && !content.endsWith('…') ? [cutOff] : [])];
}
