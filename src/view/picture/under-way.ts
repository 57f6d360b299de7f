/** What is under way in a task: folds entries and live output into activities. */
import type { EffectKey } from '../../contracts/ids.ts';
import { placeOf } from '../../history/story/place.ts';
import type { Entry, Intent } from '../../journal/entry.ts';
import { CheckRequest } from '../../tools/observing/observation.ts';
import { ToolRequest } from '../../tools/tool.ts';
import { nearPaths } from '../near-paths.ts';
import { callNow } from '../words/call-words.ts';
import { type LiveOutput, lastLines, withPiece, wordsIn } from './live-output.ts';
import type { Activity, Doing, SubTaskName } from './state.ts';

export type UnderWay = {
  see(entry: Entry): void;
  hear(heard: LiveOutput): void;
  /** The running calls, in the order in which they began. */
  readonly activities: readonly Activity[];
};

type Running = Pick<Activity, 'doing' | 'subtask' | 'call' | 'isAgain'> & {
  since: number;
  output: string;
  text: string;
  asked: Activity['asked'];
};

const maxOutput = 20;

/** `nameOf`: the name of a sub-task of a round, by number, if known. */
export function createUnderWay(cwd: () => string, nameOf: (round: number, subtask: number) => SubTaskName | null): UnderWay {
  const running = new Map<EffectKey, Running>();
  /** What is being done at each place, and since when. */
  const phases = new Map<string, { readonly doing: Doing; readonly since: number }>();

  let isTurnedDown = false;

  function begin(intent: Intent): Running {
    const { round, subtask } = placeOf(intent.key);
    const doing = doingOf(intent);
    const place = `${round}.${subtask}`;
    const before = phases.get(place);
    const phase = before?.doing === doing ? before : { doing, since: Date.parse(intent.ts) };
    phases.set(place, phase);
    const call = nearPaths(callIn(intent), cwd());
    const since = call === '' ? phase.since : Date.parse(intent.ts);
    const asked = intent.effect === 'model' ? { since: Date.parse(intent.ts), wait: null } : null;
    return { doing, subtask: nameOf(round, subtask), since, call, isAgain: isTurnedDown && doing === 'plans', output: '', text: '', asked };
  }

  /** The task was stopped: what was under way will begin again. */
  function proceed(now: number): void {
    phases.clear();
    for (const each of running.values()) {
      each.since = now;
      if (each.asked) each.asked = { since: now, wait: null };
    }
  }

  return {
    see(entry) {
      if (entry.kind === 'decision' && (entry.name === 'plan' || entry.name === 'plan_rejected'))
        isTurnedDown = entry.name === 'plan_rejected';
      if (entry.kind === 'intent') running.set(entry.key, begin(entry));
      if (entry.kind === 'outcome') running.delete(entry.key);
      if (entry.kind === 'pause') proceed(Date.parse(entry.ts));
      if (entry.kind === 'halt' || (entry.kind === 'message' && entry.type === 'FinalResult')) running.clear();
    },
    hear(heard) {
      const call = running.get(heard.key as EffectKey); // an invalid key is not in the map
      if (!call) return;
      if (heard.kind === 'wait') call.asked = { since: heard.wait.until, wait: heard.wait };
      else if (heard.kind === 'output') call.output = heard.text;
      else {
        call.text = withPiece(call.text, heard.text);
        call.asked = null;
      }
    },
    get activities() {
      return Array.from(running.values(), (each) => ({ ...each, output: lastLines(each.output, maxOutput), text: wordsIn(each.text) }));
    },
  };
}

/** The call in an intent, in words; empty if the intent asks a model or only looks. */
function callIn({ effect, input }: Intent): string {
  if (effect === 'tool') {
    const request = ToolRequest.safeParse(input).data;
    return request ? callNow(request) : '';
  }
  const look = effect === 'check' ? CheckRequest.safeParse(input).data?.look : undefined;
  return look?.kind === 'command' ? `$ ${look.run}` : '';
}

/** What a role does, in words. */
function doingOf({ role, effect }: Pick<Intent, 'role' | 'effect'>): Doing {
  if (effect === 'check') return 'checks';
  switch (role) {
    case 'R1':
      return 'understands';
    case 'R2':
      return 'plans';
    case 'R3':
      return 'works';
    case 'R4a':
    case 'R4b':
      return 'judges';
    default:
      return 'decides';
  }
}
