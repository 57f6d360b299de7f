/** A fact that the person declares: every plan is given it from now on. */
import type { Environment } from '../../config/config-layers.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { newTaskId } from '../../contracts/ids.ts';
import type { Megram } from '../../contracts/memory.ts';
import { createRedactor, secretsIn } from '../../journal/redact.ts';
import { declaredFact } from '../../memory/fading/quantize.ts';
import { type WithMemoryOptions, withMemory } from './with-memory.ts';

/** The longest fact, in characters: a longer text is a document. */
const maxCharacters = 2_000;

export type Remembered = {
  /** The fact as it is stored. If this machine's clock is behind the memory's, it gets the memory's time. */
  readonly stored: Megram;
  /** The given text, without white space around it, and without anything that looks like a key. */
  readonly said: string;
};

/** Throws `usage` for a text that is not a fact, and the errors of the memory. Creates the memory if there is none. */
export async function rememberFact(text: string, env: Environment, memory: Omit<WithMemoryOptions, 'create'>): Promise<Remembered> {
  const said = checked(text);
  const content = String(createRedactor(secretsIn(env))(said)); // redacting a text yields a text
  const now = memory.clock();
  const fact = declaredFact({ id: newTaskId(now), content, created_at: now.toISOString() });
  const stored = await withMemory({ ...memory, create: true }, async (keeper) => {
    await keeper.write({ megrams: [fact] });
    return (await keeper.find({ id: fact.id })).kept?.megram ?? fact;
  });
  return { stored, said };
}

function checked(text: string): string {
  const fact = text.trim();
  if (fact === '') throw new ArtooError('usage', 'there is nothing to remember: artoo memory remember "…"');
  if (fact.length <= maxCharacters) return fact;
  const [max, length] = [maxCharacters.toLocaleString('en'), fact.length.toLocaleString('en')];
  throw new ArtooError('usage', `a fact has at most ${max} characters; this has ${length}`);
}
