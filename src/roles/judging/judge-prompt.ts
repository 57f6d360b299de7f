/** How a prompt shows a judge criteria, calls, changes and written files. Pure. */
import type { Criterion } from '../../contracts/criteria.ts';
import type { ToolCall } from '../../contracts/execution.ts';
import { oneLine } from '../../contracts/text/shorten.ts';
import { delimited } from '../prompting/delimited.ts';
import { headAndTail } from '../prompting/head-and-tail.ts';
import type { Unsupported } from './answer/stated-facts.ts';
import { type Changed, movesIn } from './changes-in.ts';
import { isCache } from './evidence/own-files.ts';

/**
 * The rules for verdicts in every judge's prompt. Code enforces them: a missing verdict is a fail, and evidence is looked up and weighed (docs/proof.md).
 */
export const howToJudge = `- One verdict for each criterion, by its number. Judge each on its own, and be sceptical: what is not shown does not count.
- evidence, for a pass: a list of word-for-word quotes from outputs of calls, from files or from the person's data, or ids of calls. Code looks them up. They must contain the names and numbers that the criterion is about, and be newer than the last change of what they show. An empty output shows absence only if the call searched in the right place, and a failed call counts only through a quote of what it shows. That a file is gone is also shown by its row in <changed>, quoted whole: "deleted a.log".
- What a program read or computed counts. For a (verifiable) criterion never cite what the executor says, a text that a command was merely given to print, or a file that it wrote for itself. A (plausible) criterion is about the text: quote the text.
- derived: for a figure in the answer that appears nowhere but follows from what was shown: { "fact": "42 %", "from": ["21", "50"], "how": "21/50*100" }. Code computes it again. For one that stands in a table of numbers: its row, word for word, as "from".
- "unverifiable" if nothing could show it either way.
- failure_class: "environmental" if the surroundings were the obstacle (missing file, permission, network, timeout), "logical" if the approach was wrong, null for a pass.`;

/** A criterion for a judge, with what code found about it. */
export type Asked = { readonly criterion: Criterion; readonly note?: string };

/** A written file with its current content. */
export type Written = { readonly path: string; readonly text: string };

/** What a judge sees besides the output. */
export type Exhibits = {
  readonly cwd: string;
  readonly asked: readonly Asked[];
  readonly calls: readonly ToolCall[];
  readonly changes: readonly Changed[];
  readonly written: readonly Written[];
  /** The space for all calls together, in characters; depends on the context of the judge's model. */
  readonly room?: number;
  /** Facts in the output for which code found no source. */
  readonly facts: Unsupported;
};

export const exhibits = ({ cwd, asked, calls, changes, written, facts, room = maxCallsLength }: Exhibits): readonly string[] => [
  `Criteria:\n${numbered(asked)}`,
  ...factsShown(facts),
  ...callsShown(calls, Math.min(room, maxCallsLength)),
  changesShown(changes, cwd, calls),
  ...written.map(({ path, text }) => `${below(cwd, path)} as it is now:\n${delimited('file', text)}`),
];

const numbered = (asked: readonly Asked[]): string =>
  asked.map(({ criterion: { criterion, mode }, note }, at) => `${at}. (${mode}) ${criterion}${note ? ` [${note}]` : ''}`).join('\n');

const maxFacts = 20;

export const factsNamed = (facts: readonly string[]): string =>
  facts
    .slice(0, maxFacts)
    .map((fact) => JSON.stringify(oneLine(fact, 100)))
    .join(', ');

const factsShown = ({ unseen, outdated }: Unsupported): readonly string[] => [
  ...(unseen.length === 0
    ? []
    : [
        `Code found no source for these facts in the output: ${factsNamed(unseen)}. Put each one that follows from what was shown under derived.`,
      ]),
  ...(outdated.length === 0
    ? []
    : [`These facts in the output are shown only by calls from before a later change: ${factsNamed(outdated)}.`]),
];

/** Default space for all calls together, and the space for each older call that no longer fits, in characters. */
const maxCallsLength = 120_000;
const maxOlderLength = 1_000;
const maxCalls = 60;
/** Outputs shorter than this are shown again rather than referred to, in characters. */
const maxRepeatedLength = 300;

/** Of calls with the same output, only the newest shows it. */
function callsShown(calls: readonly ToolCall[], room: number): readonly string[] {
  let left = room;
  const newestFirst = calls.slice(-maxCalls).toReversed();
  const newest = new Map<string, string>();
  const shown = newestFirst.map((call) => {
    const { call_id, output_head_tail } = call;
    const again = newest.get(output_head_tail);
    newest.set(output_head_tail, again ?? call_id);
    const isRepeated = again !== undefined && output_head_tail.length > maxRepeatedLength;
    const whole = callText(isRepeated ? { ...call, output_head_tail: `(the same as ${again})` } : call);
    const text = whole.length <= left ? whole : headAndTail(whole, maxOlderLength);
    left -= Math.min(left, text.length);
    return { isCut: text !== whole, text: delimited('call', text) };
  });
  return [...(shown.some(({ isCut }) => isCut) ? [onlyHere] : []), ...shown.toReversed().map(({ text }) => text)];
}

const onlyHere = 'Not all calls fit here in full. The executor got what is left out, and code searches all of it for quotes.';

function callText({ call_id, tool, input, ok, exit_code, output_head_tail, error_class }: ToolCall): string {
  const ended = error_class === 'refused' ? 'refused' : ok ? 'worked' : 'failed';
  const code = exit_code === undefined ? '' : `, exit code ${exit_code}`;
  return `${call_id} ${tool} ${JSON.stringify(input)}\n${ended}${code}:\n${output_head_tail || '(no output)'}`;
}

const maxChanges = 100;

/** Files that git writes during ordinary commands; hooks and configuration are not among them. */
const ofTools = /\/\.git\/(?!hooks\/|info\/|config)/;

function changesShown(changes: readonly Changed[], cwd: string, calls: readonly ToolCall[]): string {
  const what = `Changed on disk since the task began${calls.some(({ assured }) => assured) ? ', as far as is known' : ''}:`;
  if (changes.length === 0) return `${what} nothing.`;
  const told = changes.filter(({ path }) => !ofTools.test(path) && !isCache(path));
  const rows = changeRows(told.slice(0, maxChanges), cwd);
  const more = [
    ...(told.length > maxChanges ? [`and ${told.length - maxChanges} more`] : []),
    ...(told.length < changes.length ? [`and ${changes.length - told.length} that git and other tools keep for themselves`] : []),
  ];
  return `${what}\n${delimited('changed', [...rows, ...more].join('\n'))}`;
}

/** One row for each change; a file that was moved is one change. */
function changeRows(changes: readonly Changed[], cwd: string): readonly string[] {
  const moved = movesIn(changes);
  return changes
    .filter(({ path }) => !moved.has(path))
    .map(({ path, change, moved_from }) =>
      moved_from === undefined ? `${change} ${below(cwd, path)}` : `moved ${below(cwd, moved_from)} to ${below(cwd, path)}`,
    );
}

const below = (cwd: string, path: string): string => (path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path);
