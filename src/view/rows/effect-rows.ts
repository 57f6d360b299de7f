/** Phrases for calls: what was asked of a model, a tool or the world, and what came of it. */
import { headAndTail } from '../../contracts/shorten.ts';
import { LookRequest, Surroundings } from '../../contracts/surroundings.ts';
import { Usage } from '../../contracts/usage.ts';
import { targetIn } from '../../history/story/call-target.ts';
import type { Intent, Outcome } from '../../journal/entry.ts';
import { ModelAnswer, ModelRequest } from '../../models/model.ts';
import { CheckRequest, Observation } from '../../tools/observing/observe.ts';
import { ToolRequest, ToolResult } from '../../tools/tool.ts';
import { counted } from '../pages.ts';
import { lasting } from '../spans.ts';
import { adding, fine, minor, type Phrase, phrase } from './row.ts';

type Call = Pick<Intent, 'seq' | 'effect' | 'role'> & { readonly name: string; isLost: boolean };

export type Calls = {
  begin(intent: Intent): readonly Phrase[];
  end(outcome: Outcome): readonly Phrase[];
  /** The process ended here: what is under way is lost. */
  interrupt(): void;
  /** Whether a tool call of that key began. */
  wasCalled(key: string): boolean;
};

/** Keeps the calls that are under way, and the keys of all tool calls. Requests and answers of models are large: they are read only for `details`. */
export function createCalls(details: boolean): Calls {
  const underWay = new Map<string, Call>();
  const called = new Set<string>();
  return {
    begin(intent) {
      const { seq, key, effect, role, input } = intent;
      const name =
        effect === 'tool' ? (ToolRequest.safeParse(input).data?.tool ?? 'tool call') : effect === 'model' ? 'model says' : 'sees';
      underWay.set(key, { seq, effect, role, name, isLost: false });
      if (effect === 'tool') called.add(key);
      return effect === 'tool' || details ? beginning(intent, name) : [phrase(asking[effect], '', fine)];
    },
    end(outcome) {
      const call = underWay.get(outcome.key);
      underWay.delete(outcome.key);
      if (!call) return [];
      return [...(call.effect === 'tool' || details ? ending(call, outcome) : []), ...lossOf(call, outcome)];
    },
    interrupt() {
      for (const call of underWay.values()) call.isLost = true;
    },
    wasCalled: (key) => called.has(key),
  };
}

const asking = { model: 'asks a model', check: 'looks', look: 'looks' } as const;

/** What is asked for. */
function beginning({ effect, input }: Intent, name: string): readonly Phrase[] {
  switch (effect) {
    case 'tool': {
      const request = ToolRequest.safeParse(input).data;
      return [phrase(name, request ? targetIn(request.input) : '(unreadable)', minor)];
    }
    case 'model': {
      const request = ModelRequest.safeParse(input).data;
      return request ? modelPhrases(request) : [phrase(asking.model, '(unreadable)', fine)];
    }
    case 'check': {
      const { kind, ...parts } = CheckRequest.safeParse(input).data?.look ?? { kind: '(unreadable)' };
      const what = Object.values(parts).map((part) => (typeof part === 'string' ? part : JSON.stringify(part)));
      return [phrase(asking.check, [kind.replaceAll('_', ' '), ...what].join(' '), fine)];
    }
    case 'look':
      return [phrase(asking.look, `around ${LookRequest.safeParse(input).data?.cwd ?? ''}`.trimEnd(), fine)];
  }
}

function modelPhrases({ turns, tools }: ModelRequest): readonly Phrase[] {
  const offered = tools.length === 0 ? 'no tools' : `tools ${tools.map(({ name }) => name).join(', ')}`;
  const last = turns.at(-1);
  return [
    phrase(asking.model, `with ${counted(turns.length, 'turn')} so far, and ${offered}`, fine),
    ...(last ? [adding(lastTurn, `${last.role === 'tool' ? `${last.tool}: ` : ''}${headAndTail(last.text, 300)}`, fine)] : []),
  ];
}

/** Names the row that repeats what a model was given last. */
export const lastTurn = 'last turn';

const unreadable = 'an answer that cannot be read';

/** What came of it. A tool call that failed is shown at once; what went well shows in what follows. */
function ending({ seq, effect, role, name }: Call, { ms, result }: Outcome): readonly Phrase[] {
  const came = (detail: string, tone: Phrase['tone'] = 'good'): readonly Phrase[] => [
    phrase(name, detail, { who: role, weight: effect === 'tool' && tone === 'bad' ? 'minor' : 'fine', tone, answers: seq }),
  ];
  const took = ms >= 100 ? lasting(ms) : '';
  if (!result.ok) return came(joined(['failed', took, result.code], result.detail), 'bad');
  if (effect === 'model') return came(modelText(ModelAnswer.safeParse(result.value).data));
  if (effect === 'check') return came(seenText(Observation.safeParse(result.value).data));
  if (effect === 'look') return came(aroundText(Surroundings.safeParse(result.value).data));
  const called = ToolResult.safeParse(result.value).data;
  if (!called) return came(unreadable, 'bad');
  const { ok, error, exit_code = 0, output, harm } = called;
  if (harm) return came(`needs a yes: ${harm.reason}`, 'fair');
  if (ok) return came(joined([took], output || (took === '' ? 'done' : '')));
  return came(
    joined(['failed', took, exit_code === 0 ? '' : `exit code ${exit_code}`, error?.class ?? ''], `${error?.message ?? ''}\n${output}`),
    'bad',
  );
}

/** Short facts, then a text. */
const joined = (facts: readonly string[], text: string): string =>
  [facts.filter((fact) => fact !== '').join(', '), text.trim()].filter((part) => part !== '').join(': ');

/** A call that an earlier process made, and that counts as the most it can have used. */
function lossOf({ effect, role, isLost }: Call, { result }: Outcome): readonly Phrase[] {
  const { value } = result.ok ? result : { value: { usage: result.usage } };
  const usage = isLost && effect === 'model' && typeof value === 'object' && value !== null && 'usage' in value ? value.usage : undefined;
  return Usage.safeParse(usage).data?.estimated
    ? [phrase('lost', 'a model call, with its process; it counts as the most it can have cost', { who: role, tone: 'fair' })]
    : [];
}

function modelText(answer: ModelAnswer | undefined): string {
  if (!answer) return unreadable;
  const calls = answer.calls.map(({ tool, input }) => `${tool} ${targetIn(input)}`.trimEnd());
  const isJson = /^\s*(?:```\w*\s*)?[{[]/.test(answer.text); // what follows says it in words
  const text = isJson ? `${counted(answer.text.length, 'character')} of JSON` : answer.text.slice(0, 300);
  return [text, ...(calls.length === 0 ? [] : [`wants ${calls.join(', ')}`])].filter((each) => each !== '').join(' – ');
}

function aroundText(seen: Surroundings | undefined): string {
  if (!seen) return unreadable;
  const { listing, repository, project, instructions, left_out } = seen;
  const parts = [
    ...(listing ? [counted(listing.entries.length + listing.more_folders + listing.more_files, 'entry', 'entries')] : []),
    ...(repository ? [`git branch ${repository.branch ?? 'unknown'}`] : []),
    ...(project && project.manifests.length > 0 ? [project.manifests.join(', ')] : []),
    ...instructions.map(({ path }) => path),
    ...(left_out.length > 0 ? [`${left_out.length} left out`] : []),
  ];
  return parts.join(', ') || 'nothing';
}

function seenText(seen: Observation | undefined): string {
  switch (seen?.of) {
    case 'file':
      return `${seen.path}: ${seen.type ?? 'not there'}`;
    case 'text':
      return seen.excerpt ?? `not in ${seen.path}`;
    case 'json':
      return seen.found ? JSON.stringify(seen.value) : seen.why;
    case 'contents':
      return seen.files.map((file) => ('text' in file ? file.path : `${file.path}: ${file.why}`)).join(', ');
    case 'command':
      return `exit code ${seen.exit_code}: ${seen.output}`;
    default:
      return seen ? seen.why : unreadable;
  }
}
