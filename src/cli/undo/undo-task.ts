/** Performs an undo, once the person has seen what it would do and said yes. */
import { ArtooError } from '../../contracts/errors.ts';
import { shortId } from '../../contracts/text/short-ids.ts';
import type { ChangeStore } from '../../tools/changes/change-store.ts';
import { conflictLines, doingOf, planLines, type UndoPlan } from '../../view/asking/undo-lines.ts';
import { cut, pagesOf, roomOn } from '../../view/pages.ts';
import { fit } from '../../view/wrap.ts';
import { exits, type Terminal } from '../command.ts';
import { askYesNo } from '../terminal/asking/ask-yes-no.ts';
import { printJson } from '../terminal/print-json.ts';
import { createPrompter } from '../terminal/prompter.ts';
import { findTty, type Tty } from '../terminal/tty.ts';

type UndoOptions = {
  readonly data: string;
  readonly changes: ChangeStore;
  readonly isSure: boolean;
  readonly json: boolean;
  readonly signal: AbortSignal;
  readonly about?: string;
};

/** Shows what the undo would do, asks, does it, and shows how to revert it. Returns the exit code. */
export async function undoTask(
  plan: UndoPlan,
  { data, changes, isSure, json, signal, about }: UndoOptions,
  terminal: Terminal,
): Promise<number> {
  const { print, note, width } = terminal;
  if (plan.conflicts.length > 0) return notUndone(plan, conflictLines(plan, terminal.cwd), json, terminal);
  if (plan.steps.length === 0) return nothingToUndo(`${shortId(plan.id)} is already undone.`, json, terminal);
  using tty = isSure ? undefined : findTty(terminal, false);
  if (!isSure && !tty)
    throw new ArtooError('usage', 'artoo undo asks first, and there is no terminal here; --yes undoes it without asking');
  if (tty && !(await agrees(plan, about, tty, terminal, signal))) {
    const code = notUndone(plan, ['Nothing was undone.'], json, terminal);
    return terminal.cancel.aborted ? exits.cancelled : code;
  }
  const undone = await changes.undo(plan, signal);
  if (!undone.undone) {
    const conflicting = { ...plan, conflicts: undone.conflicts };
    return notUndone(conflicting, conflictLines(conflicting, terminal.cwd), json, terminal);
  }
  const { rememberUndo } = await import('../../app/memory/remember-undo.ts');
  await rememberUndo(plan.id, { data, changes, clock: () => new Date(), onNotice: (text) => note(`artoo: ${text}`) });
  if (json) printJson(asJson(plan, undone.id), terminal);
  else if (!tty) for (const line of fit(planLines(plan, terminal.cwd), width)) print(line);
  note(`Undone. To redo it: artoo undo ${shortId(undone.id)}`);
  return exits.ok;
}

async function agrees(
  plan: UndoPlan,
  about: string | undefined,
  { input }: Tty,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<boolean> {
  const { width, height } = terminal;
  const prompter = createPrompter(input, terminal, signal);
  const [screen, rows] = [{ width, height }, fit(planLines(plan, terminal.cwd, about), width)];
  const pages = rows.length > roomOn(screen) ? pagesOf(rows, screen) : undefined;
  const lines = ['', ...cut(rows, roomOn(screen))];
  return (await askYesNo(prompter, { lines, question: 'Undo it?', unchanged: 'Nothing has been undone yet.', width, pages })) === true;
}

function notUndone(plan: UndoPlan, lines: readonly string[], json: boolean, terminal: Terminal): number {
  if (json) printJson(asJson(plan, null), terminal);
  for (const line of fit(lines, terminal.width)) terminal.note(line);
  return exits.notDone;
}

/** If there is nothing to undo, that is a success. */
export function nothingToUndo(sentence: string, json: boolean, terminal: Terminal): number {
  if (json) printJson({ id: null, undone: false, undo: null, steps: [], conflicts: [] }, terminal);
  for (const line of fit([sentence], terminal.width)) terminal.note(line);
  return exits.ok;
}

/** `undo`: the id that undoes the undo. */
const asJson = ({ id, steps, conflicts }: UndoPlan, done: string | null): object => ({
  id,
  undone: done !== null,
  undo: done,
  steps: steps.map((step) => ({ path: step.path, does: doingOf(step) })),
  conflicts,
});
