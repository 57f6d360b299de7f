/** `artoo memory remember "…"`: a fact that the person declares. */
import { isUtf8 } from 'node:buffer';
import { rememberFact } from '../../app/memory/remember-fact.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { declaredText } from '../../memory/recall/calibration-text.ts';
import type { CalledPart } from '../command-parts.ts';
import { report } from '../terminal/report.ts';
import { readInput } from '../terminal/stdin.ts';
import { memoryFor } from './use-memory.ts';

export async function remember(called: CalledPart): Promise<number> {
  const { terminal } = called;
  const { stored, said } = await rememberFact(await textOf(called), terminal.env, await memoryFor(called));
  const { id, content } = stored;
  const code = report(called, { ...stored, redacted: content !== said }, () => [
    `Remembered as ${id}. Every plan takes this fact into account until you run \`artoo memory forget ${id}\`.`,
  ]);
  for (const remark of remarks(said, content)) terminal.note(remark);
  return code;
}

async function textOf({ words, signal, terminal: { input, note } }: CalledPart): Promise<string> {
  if (words.length !== 1 || words[0] !== '-') return words.join(' ');
  const { data } = input ? await readInput({ stream: input, isPatient: true, note, signal }) : { data: undefined };
  if (data && !isUtf8(data)) throw new ArtooError('usage', 'standard input is not text');
  return data?.toString() ?? '';
}

function remarks(said: string, content: string): readonly string[] {
  const shown = declaredText(content);
  const leftOut =
    'A part that looks like a key was left out, because memories go into prompts and exports. Check that the rest may go there.';
  const cutOff = `It is long: only its beginning is used for planning, up to "${shown.slice(-40)}".`;
  return [...(content === said ? [] : [leftOut]), ...(shown.endsWith('…') && !content.endsWith('…') ? [cutOff] : [])];
}
