/** `artoo memory forget`: one memory, or all memories of a tag, no longer count; --purge also erases their words. */
import { folderOf } from '../../app/memory/with-memory.ts';
import { ArtooError } from '../../contracts/errors.ts';
import type { Tag } from '../../contracts/memory.ts';
import type { Keeper, StoredMemory } from '../../memory/keeper.ts';
import { inboxLeftovers } from '../../memory/transfer/inbox.ts';
import { forgetLines, forgottenText, restLines } from '../../view/memory/forget-lines.ts';
import { counted, cut, roomOn } from '../../view/pages.ts';
import { exits } from '../command.ts';
import type { CalledPart } from '../command-parts.ts';
import { printJson } from '../terminal/print-json.ts';
import { createPrompter } from '../terminal/prompter.ts';
import { report } from '../terminal/report.ts';
import { findTty } from '../terminal/tty.ts';
import { reportMissing } from './show.ts';
import { memoryFor, useMemory } from './use-memory.ts';

/** How many memories of a tag are listed before they are forgotten. */
const maxListed = 10_000;

export async function forgetMemory(called: CalledPart): Promise<number> {
  const [first = '', entity] = called.words;
  return useMemory(called, (keeper) =>
    entity === undefined ? forgetOne(keeper, first, called) : forgetTag(keeper, { space: first, entity }, called),
  );
}

async function forgetOne(keeper: Keeper, id: string, called: CalledPart): Promise<number> {
  const purge = called.given.purge === true;
  const { kept } = await keeper.find({ id });
  const { ids, erased } = await keeper.forget({ id, purge }); // works for an unreadable memory, too
  if (ids.length > 0) return reportForgotten(kept ? [kept] : [], ids, called);
  if (!kept) return noMemory(keeper, id, called);
  if (!kept.forgotten) return reportForgotten([kept], [id], called); // the holder forgot it, but exited before it could answer
  return erased ? reportErased(called) : reportNothing(`${id} was already forgotten.`, called);
}

/** Nothing was forgotten, but an earlier purge has been completed. */
const reportErased = (called: CalledPart): number =>
  report(called, { ids: [], purged: true }, () => [
    'There was nothing more to forget. What was purged earlier is now erased from the disk.',
  ]);

async function noMemory(keeper: Keeper, id: string, called: CalledPart): Promise<number> {
  const { tags, more } = await keeper.tags({ space: id, limit: 1 });
  if (tags.length === 0) return reportMissing(keeper, { space: id }, called);
  const many = counted(tags.length + more, 'tag');
  throw new ArtooError('usage', `this is a space with ${many}; name a tag: artoo memory forget <space> <entity>`);
}

function reportNothing(why: string, { json, terminal }: CalledPart): number {
  if (json) printJson({ ids: [], purged: false }, terminal);
  terminal.note(why);
  return exits.ok;
}

async function forgetTag(keeper: Keeper, tag: Tag, called: CalledPart): Promise<number> {
  const { given, terminal } = called;
  const { entries, more } = await keeper.view({ ...tag, limit: maxListed });
  const purge = given.purge === true;
  const count = entries.length + more;
  if (given.yes !== true && count > 1) {
    using tty = findTty(terminal, false);
    const noTerminal = 'forgetting a whole tag asks first, and there is no terminal here; --yes forgets it without asking';
    if (!tty) throw new ArtooError('usage', noTerminal);
    if (!(await agrees(entries, count, tty.input, called))) {
      reportNothing('Nothing was forgotten.', called);
      return terminal.cancel.aborted ? exits.cancelled : exits.notDone;
    }
  }
  const { ids, erased } = await keeper.forget({ tag, purge });
  const gone = ids.length > 0 ? ids : await forgottenOf(keeper, entries);
  if (gone.length > 0) return reportForgotten(entries, gone, called);
  return erased ? reportErased(called) : reportMissing(keeper, tag, called);
}

/** Which of these memories have already been forgotten. Needed because a holder may exit before it answers; the next holder then finds nothing to forget. */
async function forgottenOf(keeper: Keeper, entries: readonly StoredMemory[]): Promise<readonly string[]> {
  const found = await Promise.all(entries.map(({ id }) => keeper.find({ id })));
  return found.flatMap(({ kept }) => (kept?.forgotten ? [kept.id] : []));
}

/** Anything but a plain yes means no. */
async function agrees(
  entries: readonly StoredMemory[],
  count: number,
  input: Parameters<typeof createPrompter>[0],
  { given, signal, terminal }: CalledPart,
): Promise<boolean> {
  const { width, height } = terminal;
  const prompter = createPrompter(input, terminal, signal);
  const rows = cut(forgetLines(entries, { now: Date.now(), width }), roomOn({ width, height }));
  const many = counted(count, 'memory', 'memories');
  const answer = await prompter.ask(['', ...rows], `Forget ${many}${given.purge ? ', and erase the words' : ''}? [y/N] `);
  return /^y(es)?$/i.test(answer?.trim() ?? '');
}

async function reportForgotten(entries: readonly StoredMemory[], ids: readonly string[], called: CalledPart): Promise<number> {
  const { given, terminal } = called;
  const { note, width } = terminal;
  const purge = given.purge === true;
  const gone = entries.filter(({ id }) => ids.includes(id));
  const linesOf = () => cut(forgetLines(gone, { now: Date.now(), width }), maxShown);
  const code = report(called, { ids, purged: purge }, () => [...linesOf(), forgottenText(ids.length, purge)]);
  if (purge) for (const line of restLines(gone, await inboxLeftovers(folderOf(await memoryFor(called))), width)) note(line);
  return code;
}

const maxShown = 30;
