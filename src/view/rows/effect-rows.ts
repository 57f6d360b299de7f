/** Phrases for effects: the request to a model, a tool or the world, and its outcome. */

import { LookRequest, Surroundings } from '../../contracts/surroundings.ts';
import { headAndTail } from '../../contracts/text/shorten.ts';
import { Usage } from '../../contracts/usage.ts';
import { targetIn } from '../../history/story/call-target.ts';
import type { Intent, Outcome } from '../../journal/entry.ts';
import { ModelAnswer, ModelRequest } from '../../models/model.ts';
import { CheckRequest, Observation } from '../../tools/observing/observation.ts';
import { ToolRequest, ToolResult } from '../../tools/tool.ts';
import { counted } from '../pages.ts';
import { lasting } from '../spans.ts';
import { adding, fine, minor, type Phrase, phrase } from './row.ts';

type Call = Pick<Intent, 'seq' | 'effect' | 'role'> & { readonly name: string; isLost: boolean };

export type Calls = {
  begin(intent: Intent): readonly Phrase[];
  end(outcome: Outcome): readonly Phrase[];
  /** The process ended here: calls under way are lost. */
  interrupt(): void;
  /** Whether a tool call with that key has begun. */
  wasCalled(key: string): boolean;
};

/** Tracks calls under way, and the keys of all tool calls. Requests to models and their answers are large, so they are parsed only for `details`. */
export function createCalls(details: boolean): Calls {
  const underWay = new Map<string, Call>();
  const called = new Set<string>();
  return {
    begin(intent) {
      const { seq, key, effect, role } = intent;
      const phrases = effect === 'tool' || details ? requestPhrases(intent) : [phrase(asking[effect], '', fine)];
      const name = effect === 'tool' ? (phrases[0]?.what ?? '') : effect === 'model' ? 'model says' : 'sees';
      underWay.set(key, { seq, effect, role, name, isLost: false });
      if (effect === 'tool') called.add(key);
      return phrases;
    },
    end(outcome) {
      const call = underWay.get(outcome.key);
      underWay.delete(outcome.key);
      if (!call) return [];
      return [...(call.effect === 'tool' || details ? outcomePhrases(call, outcome) : []), ...lossPhrases(call, outcome)];
    },
    interrupt() {
      for (const call of underWay.values()) call.isLost = true;
    },
    wasCalled: (key) => called.has(key),
  };
}

const asking = { model: 'asks a model', check: 'looks', look: 'looks' } as const;

function requestPhrases({ effect, input }: Intent): readonly Phrase[] {
  switch (effect) {
    case 'tool': {
      const request = ToolRequest.safeParse(input).data;
      return [request ? phrase(request.tool, targetIn(request.input), minor) : phrase('tool call', '(unreadable)', minor)];
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

/** The row that repeats the last turn that was sent to a model. */
export const lastTurn = 'last turn';

const unreadable = 'an answer that cannot be read';

/** Shows a failed tool call while the task runs; later rows show the result of a successful one. */
function outcomePhrases({ seq, effect, role, name }: Call, { ms, result }: Outcome): readonly Phrase[] {
  const ended = (detail: string, tone: Phrase['tone'] = 'good'): readonly Phrase[] => [
    phrase(name, detail, { who: role, weight: effect === 'tool' && tone === 'bad' ? 'minor' : 'fine', tone, answers: seq }),
  ];
  const took = ms >= 100 ? lasting(ms) : '';
  if (!result.ok) return ended(joined(['failed', took], result.detail), 'bad');
  if (effect === 'model') return ended(modelText(ModelAnswer.safeParse(result.value).data));
  if (effect === 'check') return ended(seenText(Observation.safeParse(result.value).data));
  if (effect === 'look') return ended(aroundText(Surroundings.safeParse(result.value).data));
  const called = ToolResult.safeParse(result.value).data;
  if (!called) return ended(unreadable, 'bad');
  const { ok, error, exit_code = 0, output, harm } = called;
  if (harm) return ended(`needs a yes: ${harm.reason}`, 'fair');
  if (ok) return ended(joined([took], output || (took === '' ? 'done' : '')));
  const facts = ['failed', took, exit_code === 0 ? '' : `exit code ${exit_code}`];
  return ended(joined(facts, `${error?.message ?? ''}\n${output}`), 'bad');
}

/** Short facts, followed by a text. */
const joined = (facts: readonly string[], text: string): string =>
  [facts.filter((fact) => fact !== '').join(', '), text.trim()].filter((part) => part !== '').join(': ');

/** A model call of a killed process is charged at its maximum. */
function lossPhrases({ effect, role, isLost }: Call, { result }: Outcome): readonly Phrase[] {
  const { value } = result.ok ? result : { value: { usage: result.usage } };
  const usage = isLost && effect === 'model' && typeof value === 'object' && value !== null && 'usage' in value ? value.usage : undefined;
  return Usage.safeParse(usage).data?.estimated
    ? [phrase('lost', 'a model call, because its process ended; its cost is counted at the maximum', { who: role, tone: 'fair' })]
    : [];
}

function modelText(answer: ModelAnswer | undefined): string {
  if (!answer) return unreadable;
  const calls = answer.calls.map(({ tool, input }) => `${tool} ${targetIn(input)}`.trimEnd());
  const isJson = /^\s*(?:```\w*\s*)?[{[]/.test(answer.text); // later rows express it in words
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
