/** What the world answered, in a row each: it is told with the next thing that was decided from it. Pure. */

import { Surroundings } from '../../contracts/surroundings.ts';
import { targetIn } from '../../history/story/call-target.ts';
import type { Entry, Intent, Outcome } from '../../journal/entry.ts';
import { ModelAnswer } from '../../models/model.ts';
import { Observation } from '../../tools/observing/observe.ts';
import { ToolRequest, ToolResult } from '../../tools/tool.ts';
import { counted } from '../pages.ts';
import type { WalkRow } from '../replay/walk.ts';

const maxShown = 4;
const longest = 300;

export type Hearing = {
  add(entry: Entry): void;
  /** What was heard since it was taken last. */
  take(): readonly WalkRow[];
};

/** A fold. It keeps what is under way, and short copies of what came of it. */
export function createHearing(): Hearing {
  const underWay = new Map<string, Asked>();
  let rows: WalkRow[] = [];
  let more = 0;
  return {
    add(entry) {
      if (entry.kind === 'intent') underWay.set(entry.key, askedIn(entry));
      if (entry.kind !== 'outcome') return;
      const asked = underWay.get(entry.key);
      underWay.delete(entry.key);
      if (!asked) return;
      if (rows.length < maxShown) rows.push(['', 'heard', copied(`${asked.name}: ${answerText(asked, entry)}`)]);
      else more += 1;
    },
    take() {
      const taken: readonly WalkRow[] = more > 0 ? [...rows, ['', 'heard', `and ${counted(more, 'more answer')}`]] : rows;
      rows = [];
      more = 0;
      return taken;
    },
  };
}

/** A slice would keep all of what it was cut from in memory. */
const copied = (text: string): string => Buffer.from(text.slice(0, longest * 4), 'utf8').toString('utf8');

type Asked = Pick<Intent, 'effect'> & { readonly name: string };

const askedIn = ({ effect, role, input }: Intent): Asked => {
  const tool = effect === 'tool' ? ToolRequest.safeParse(input).data?.tool : undefined;
  return { effect, name: tool ?? (effect === 'model' ? `${role}'s model` : 'the world') };
};

function answerText({ effect }: Asked, { result }: Outcome): string {
  if (!result.ok) return `${result.code}: ${result.detail}`;
  if (effect === 'model') return modelText(ModelAnswer.safeParse(result.value).data);
  if (effect === 'check') return seenText(Observation.safeParse(result.value).data);
  if (effect === 'look') return aroundText(Surroundings.safeParse(result.value).data);
  const called = ToolResult.safeParse(result.value).data;
  if (!called) return 'an answer that cannot be read';
  const { ok, error, output, harm } = called;
  return harm ? `needs a yes: ${harm.reason}` : ok ? output || 'done' : `failed: ${error?.message ?? ''} ${output}`;
}

function modelText(answer: ModelAnswer | undefined): string {
  if (!answer) return 'an answer that cannot be read';
  const calls = answer.calls.map(({ tool, input }) => `${tool} ${targetIn(input)}`.trimEnd());
  const text = /^\s*(?:```\w*\s*)?[{[]/.test(answer.text)
    ? `${counted(answer.text.length, 'character')} of JSON`
    : answer.text.slice(0, longest); // what it says is told by what follows
  return [text, ...(calls.length === 0 ? [] : [`wants ${calls.join(', ')}`])].filter((each) => each !== '').join(' – ');
}

function aroundText(seen: Surroundings | undefined): string {
  if (!seen) return 'an answer that cannot be read';
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
      return seen ? seen.why : 'an answer that cannot be read';
  }
}
