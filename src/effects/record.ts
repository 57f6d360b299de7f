/** Records the model steps of a run and its look around as a cassette, in the order in which they were answered, with secrets taken out as in the journal. */
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { errnoOf } from '../contracts/errno.ts';
import { ArtooError, asArtooError } from '../contracts/errors.ts';
import { Surroundings } from '../contracts/surroundings.ts';
import type { Usage } from '../contracts/usage.ts';
import type { Intent } from '../journal/entry.ts';
import { ModelAnswer, ModelRequest } from '../models/model.ts';
import { type CassetteLine, promptHash } from './cassette.ts';
import type { EffectOutcome, World } from './effects.ts';

export type Recorder = Disposable & { write(line: CassetteLine): void };

/** A new cassette file. One that is there already is never written over. */
export function createRecorder(path: string): Recorder {
  const fd = attempt(path, () => openSync(path, 'wx', 0o600));
  return {
    write: (line) => attempt(path, () => writeFileSync(fd, `${JSON.stringify(line)}\n`)),
    [Symbol.dispose]: () => closeSync(fd),
  };
}

function attempt<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (cause) {
    const exists = errnoOf(cause) === 'EEXIST';
    const why = exists ? 'it is there already' : cause instanceof Error ? cause.message : String(cause);
    throw new ArtooError('record_unwritable', `cannot record to ${path}: ${why}`, { cause });
  }
}

/** The same world, whose model steps and look are also written down. A line that cannot be written fails its step: half a cassette would be of no use. */
export function recording(world: World, { write }: Recorder): World {
  const recorded =
    <More extends readonly unknown[]>(act: (intent: Intent, ...more: More) => Promise<EffectOutcome>) =>
    async (intent: Intent, ...more: More): Promise<EffectOutcome> => {
      const outcome = await act(intent, ...more);
      if (!isRecorded(intent, outcome)) return outcome;
      try {
        write(lineOf(intent, outcome));
        return outcome;
      } catch (thrown) {
        const { code, message } = asArtooError(thrown, 'record_unwritable');
        return { ms: outcome.ms, result: { ok: false, code, detail: message, ...usageOf(outcome) } };
      }
    };
  return { ...world, perform: recorded(world.perform), recover: recorded(world.recover) };
}

/** What it used is used, whatever became of the line. */
function usageOf({ result }: EffectOutcome): { readonly usage?: Usage } {
  const usage = result.ok ? ModelAnswer.safeParse(result.value).data?.usage : result.usage; // a look has none
  return usage ? { usage } : {};
}

/** A look that failed is no line: played back, the world is looked at. */
const isRecorded = ({ effect }: Intent, outcome: EffectOutcome): boolean =>
  effect === 'model' ? !isOfThisRun(outcome) : effect === 'look' && outcome.result.ok;

/** What the person, the caps or the process did to a step is no answer of a model. */
const isOfThisRun = ({ result }: EffectOutcome): boolean =>
  !result.ok && ['cancelled', 'budget_spent', 'interrupted'].includes(result.code);

function lineOf({ key, effect, input }: Intent, { result }: EffectOutcome): CassetteLine {
  if (effect === 'look' && result.ok) return { key, look: Surroundings.parse(result.value) };
  const asked = { key, prompt_hash: promptHash(ModelRequest.parse(input)) };
  if (!result.ok) {
    const { code, detail, usage } = result;
    return { ...asked, failure: { code, detail }, ...(usage ? { usage } : {}) };
  }
  const { text, calls, usage, cut } = ModelAnswer.parse(result.value);
  return { ...asked, answer: text, ...(calls.length > 0 && { calls }), usage, ...(cut && { cut }) };
}
