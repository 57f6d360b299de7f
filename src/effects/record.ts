/** Records the model steps of a run and its look around as a cassette, in the order of their answers, with secrets removed as in the journal. */
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

/** Creates a cassette file. Never overwrites an existing one. */
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
    const why = exists ? 'it already exists' : cause instanceof Error ? cause.message : String(cause);
    throw new ArtooError('record_unwritable', `cannot record to ${path}: ${why}`, { cause });
  }
}

/** The same world, with its model steps and look recorded. If a line cannot be written, its step fails: an incomplete cassette would be useless. */
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

/** A step costs the same even if its line could not be written. */
function usageOf({ result }: EffectOutcome): { readonly usage?: Usage } {
  const usage = result.ok ? ModelAnswer.safeParse(result.value).data?.usage : result.usage; // a look uses nothing
  return usage ? { usage } : {};
}

/** A failed look is not recorded: playback looks at the real world instead. */
const isRecorded = ({ effect }: Intent, outcome: EffectOutcome): boolean =>
  effect === 'model' ? !isOfThisRun(outcome) : effect === 'look' && outcome.result.ok;

/** Whether the person, the caps or the process stopped the step: if so, the outcome is not the model's answer. */
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
