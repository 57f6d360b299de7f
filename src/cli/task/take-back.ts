/** Takes back what was planned, once the person has seen it and said yes. */
import { ArtooError } from '../../contracts/errors.ts';
import type { ChangeStore } from '../../tools/changes/change-store.ts';
import { conflictLines, doingOf, planLines, type UndoPlan } from '../../view/asking/undo-lines.ts';
import { cut, pagesOf, roomOn } from '../../view/pages.ts';
import { fit } from '../../view/wrap.ts';
import { exits, type Terminal } from '../command.ts';
import { printJson } from '../terminal/print-json.ts';
import { createPrompter, type Prompter } from '../terminal/prompter.ts';
import { showPages } from '../terminal/show-pages.ts';
import { findTty, type Tty } from '../terminal/tty.ts';

type Errand = { readonly changes: ChangeStore; readonly isSure: boolean; readonly json: boolean; readonly signal: AbortSignal };

/** Shows what it would do, asks, does it, and says how to undo that. The exit code. */
export async function takeBack(plan: UndoPlan, { changes, isSure, json, signal }: Errand, terminal: Terminal): Promise<number> {
  const { print, note, width } = terminal;
  if (plan.conflicts.length > 0) return conflicting(plan, json, terminal);
  if (plan.steps.length === 0) return nothingToUndo(`${plan.id} is already undone.`, json, terminal);
  using tty = isSure ? undefined : findTty(terminal, false);
  if (!isSure && !tty) throw new ArtooError('usage', 'there is no terminal to ask at; --yes undoes it without asking');
  if (tty && !(await agrees(plan, tty, terminal, signal))) return declined(plan, json, terminal);
  const undone = await changes.undo(plan, signal);
  if (!undone.undone) return conflicting({ ...plan, conflicts: undone.conflicts }, json, terminal);
  if (json) printJson(asJson(plan, undone.id), terminal);
  else if (!tty) for (const line of fit(planLines(plan), width)) print(line);
  note(`Taken back. artoo undo ${undone.id} undoes that.`);
  return exits.ok;
}

/** Nothing but a plain yes is one. */
async function agrees(plan: UndoPlan, { input }: Tty, terminal: Terminal, signal: AbortSignal): Promise<boolean> {
  const { hold, interrupt, width, height } = terminal;
  const prompter = createPrompter({ input, output: process.stderr, signal, onInterrupt: () => interrupt?.(), ...(hold && { hold }) });
  const [screen, rows] = [{ width, height }, fit(planLines(plan), width)];
  const isWhole = rows.length <= roomOn(screen);
  const asking = (lines: readonly string[]) =>
    prompter.ask(['', ...lines], `Take it back? ${isWhole ? '[y/N] ' : '[y]es, [n]o, [s]how all: '}`);
  let answer = await asking(cut(rows, roomOn(screen)));
  while (!isWhole && /^s(how)?$/i.test(answer?.trim() ?? '')) answer = await afterPages(pagesOf(rows, screen), prompter, asking);
  return /^y(es)?$/i.test(answer?.trim() ?? '');
}

type Asking = (lines: readonly string[]) => Promise<string | undefined>;

async function afterPages(pages: readonly (readonly string[])[], prompter: Prompter, asking: Asking): Promise<string | undefined> {
  const last = await showPages(pages, prompter);
  return last && asking(last);
}

function conflicting(plan: UndoPlan, json: boolean, terminal: Terminal): number {
  if (json) printJson(asJson(plan, null), terminal);
  for (const line of fit(conflictLines(plan), terminal.width)) terminal.note(line);
  return exits.notDone;
}

function declined(plan: UndoPlan, json: boolean, terminal: Terminal): number {
  if (json) printJson(asJson(plan, null), terminal);
  terminal.note('Nothing was taken back.');
  return terminal.cancel.aborted ? exits.cancelled : exits.notDone;
}

/** There is nothing to do, which is fine. */
export function nothingToUndo(sentence: string, json: boolean, terminal: Terminal): number {
  if (json) printJson({ id: null, undone: false, undo: null, steps: [], conflicts: [] }, terminal);
  terminal.note(sentence);
  return exits.ok;
}

/** `undo` is the id by which the undo itself can be undone. */
const asJson = ({ id, steps, conflicts }: UndoPlan, done: string | null): object => ({
  id,
  undone: done !== null,
  undo: done,
  steps: steps.map((step) => ({ path: step.path, does: doingOf(step) })),
  conflicts,
});
