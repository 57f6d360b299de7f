/** How a lesson names calls. What a call deleted or overwrote is not recommended by name: the next time, the same words may mean files that are needed. Pure. */
import type { ToolCall } from '../../contracts/execution.ts';
import { oneLine } from '../../contracts/text/shorten.ts';
import { inspectCommand } from '../../laws/commands/inspect-command.ts';
import { commandRunning } from '../../laws/commands/line/shell-line.ts';
import { movesIn } from '../judging/changes-in.ts';

const maxLength = 200;

type Named = Pick<ToolCall, 'tool' | 'target'> & Partial<Pick<ToolCall, 'programs'>>;

/** A call as a person would name it: a shell line is named without its tool. */
export const named = ({ tool, target, programs }: Named): string =>
  oneLine(programs !== undefined && target !== '' ? target : `${tool} ${target}`, maxLength);

/** How a call used a tool: if a line has several programs, only the part that runs this one. */
export function usedAs(tool: string, call: ToolCall): string {
  const part = commandRunning(programIn(tool, call), call.target);
  return call.programs === undefined || part === undefined ? named(call) : oneLine(part, maxLength);
}

/** How a call used a tool, as something to do again. */
export function usedAgain(tool: string, call: ToolCall): string {
  const text = usedAs(tool, call);
  return takes(text, call) ? programIn(tool, call) : text;
}

/** A call as something to do again: of a line that deletes or overwrites, only the parts that do neither. */
export function namedAgain(call: ToolCall): string {
  if (!takes(named(call), call)) return named(call);
  const parts = (call.programs ?? []).map((program) => usedAgain(`${call.tool}:${program}`, call));
  return oneLine(parts.length === 0 ? call.tool : [...new Set(parts)].join('; '), maxLength);
}

/** The program of a shell line for which a tool name stands; other tools stand for themselves. */
const programIn = (tool: string, call: ToolCall): string => (call.programs === undefined ? tool : tool.slice(call.tool.length + 1));

/** Whether these words of a call say what it deleted or overwrote. A file that was moved is not lost. */
function takes(text: string, { changed = [] }: ToolCall): boolean {
  const moved = movesIn(changed);
  const gone = changed.flatMap(({ path, change }) => (change === 'deleted' && !moved.has(path) ? [path] : []));
  const isOverwritten = changed.some(({ change }) => change === 'changed');
  if (gone.length === 0 && !isOverwritten) return false;
  const words = new Set(text.split(/[\s/"'`(),;=]+/));
  const { effects } = inspectCommand(text, anywhere);
  return (
    effects.some(({ change }) => (change === 'deleted' && gone.length > 0) || (change === 'changed' && isOverwritten)) ||
    gone.some((path) => words.has(path.slice(path.lastIndexOf('/') + 1)))
  );
}

/** Only what a line does is asked, not whether it may do that there. */
const anywhere = { cwd: '/', workspace: '/', home: '/' };
