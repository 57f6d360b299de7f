/** The calls of a task as lines: each is shown when it has ended; calls that only look are grouped. */
import type { Json } from '../../contracts/shapes/json.ts';
import { clip } from '../../contracts/text/shorten.ts';
import { ToolResult } from '../../tools/tool.ts';
import { nearPath, nearPaths } from '../near-paths.ts';
import { counted, listable } from '../pages.ts';
import { lasting } from '../spans.ts';
import { type Line, span } from '../style/line.ts';
import { isLooking, runsInBackground, verbDone } from '../words/call-words.ts';
import { below, type LedLine, labelled, said, signed } from './layout.ts';
import { lastLines } from './live-output.ts';
import type { ShownReasons } from './shown-reasons.ts';
import { signs } from './signs.ts';

/** A call that has ended. */
type EndedCall = {
  readonly label: string;
  readonly tool: string;
  readonly target: string;
  readonly ms: number;
  readonly result: { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly detail: string };
};

export type Work = {
  /** The lines of a call that has ended. The lines of calls that only look are kept back until something else begins. */
  end(call: EndedCall): readonly LedLine[];
  /** Returns the lines that were kept back, if what begins may take long: a call of another tool, or anything but a call. */
  begin(tool: string | undefined): readonly LedLine[];
  flush(): readonly LedLine[];
};

const maxOutput = 3;
const maxFailedOutput = 8;
const maxLooked = 6;

export function createWork(cwd: () => string, told: ShownReasons): Work {
  let looked: { readonly label: string; readonly tool: string; readonly targets: string[] } | undefined;

  function flush(): readonly LedLine[] {
    if (!looked) return [];
    const { label, tool, targets } = looked;
    looked = undefined;
    const all = [...new Set(targets)];
    const shown = all.slice(0, listable(all.length, maxLooked));
    const more = all.length > shown.length ? ` and ${all.length - shown.length} more` : '';
    return [labelled(label, ...deed(tool), said(`${shown.join(', ')}${more}`, 'code'))];
  }

  function look({ label, tool }: EndedCall, target: string): readonly LedLine[] {
    if (looked?.label === label && looked.tool === tool) {
      looked.targets.push(target);
      return [];
    }
    const before = flush();
    looked = { label, tool, targets: [target] };
    return before;
  }

  return {
    flush,
    begin: (tool) => (tool !== undefined && tool === looked?.tool ? [] : flush()),
    end(call) {
      const { label, tool, ms, result } = call;
      const target = (tool === 'shell' ? nearPaths : nearPath)(call.target, cwd());
      const called = result.ok ? ToolResult.safeParse(result.value).data : undefined;
      if (called?.harm) return []; // the person's own answer shows this
      if (called?.ok && isLooking(tool)) return look(call, target);
      const command = tool === 'shell' ? [span('$ ', 'muted'), said(target, 'code')] : [...deed(tool), said(target, 'code')];
      if (called?.background) return [...flush(), labelled(label, ...command, ...aside([runsInBackground(called.background)]))];
      const took = ms >= 1_000 ? [lasting(ms)] : [];
      if (called?.ok) {
        const output = tool === 'shell' ? outputLines(called.output, maxOutput) : [];
        return [...flush(), labelled(label, ...command, ...aside(took)), ...output];
      }
      const why = nearPaths(called?.error?.message ?? (result.ok ? 'its result cannot be read' : result.detail), cwd());
      const output = tool === 'shell' && called ? outputLines(nearPaths(called.output, cwd()), maxFailedOutput) : [];
      const reason = told.once(`${target}: ${why}`) === '' ? [] : [below(said(why, 'bad'))];
      if (reason.length === 0 && output.length === 0) return flush();
      return [...flush(), signed(label, signs.fail, ...command, ...aside(took)), ...reason, ...output];
    },
  };
}

/** What a tool did; tools that are not built in are named. */
const deed = (tool: string): Line => [said(verbDone(tool), 'plain', 60), span(' ')];

const aside = (facts: readonly string[]) => (facts.length === 0 ? [] : [span(`  ${facts.join(', ')}`, 'muted')]);

/** The end of what a command printed, and the number of lines before it. */
function outputLines(output: string, max: number): readonly LedLine[] {
  const all = lastLines(output.slice(-maxRead), Number.POSITIVE_INFINITY);
  const shown = all.slice(all.length - listable(all.length, max));
  const before = all.length - shown.length;
  const more = before === 0 ? [] : [below(span(`… ${counted(before, 'more line')} above`, 'muted'))];
  return [...more, ...shown.map((line) => below(span(clip(line, maxOutputLine), 'muted')))];
}

const maxRead = 100_000;
const maxOutputLine = 200;
