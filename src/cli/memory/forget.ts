/** `artoo memory forget`: one memory, or all of a tag, no longer counts; with --purge its words are erased, too. */

import { ArtooError } from '../../contracts/errors.ts';
import type { Keeper, StoredMemory } from '../../memory/keeper.ts';
import { memoryFolder } from '../../memory/memory-folder.ts';
import { inboxLeftovers } from '../../memory/transfer/inbox.ts';
import { forgetLines, forgottenLines, restLines } from '../../view/memory/forget-lines.ts';
import { counted, cut, roomOn } from '../../view/pages.ts';
import { exits, type Terminal } from '../command.ts';
import { printJson } from '../terminal/print-json.ts';
import { createPrompter } from '../terminal/prompter.ts';
import { findTty } from '../terminal/tty.ts';
import { type MemoryCommand, useMemory } from './memory-command.ts';
import { tellNear } from './show.ts';

/** How many memories of a tag are looked at before they go. */
const maxLookedAt = 10_000;

export async function forgetMemory(command: MemoryCommand): Promise<number> {
  const [first = '', entity] = command.words;
  return useMemory(command, (keeper) =>
    entity === undefined ? forgetOne(keeper, first, command) : forgetTag(keeper, { space: first, entity }, command),
  );
}

async function forgetOne(keeper: Keeper, id: string, command: MemoryCommand): Promise<number> {
  const { given, json, terminal } = command;
  const purge = given.purge === true;
  const { kept } = await keeper.find({ id });
  const { ids, erased } = await keeper.forget({ id, purge }); // also one that cannot be read
  if (ids.length > 0) return tellForgotten(kept ? [kept] : [], ids, command);
  if (!kept) return noMemory(keeper, id, json, terminal);
  if (!kept.forgotten) return tellForgotten([kept], [id], command); // whoever held the store did it, and went away before the answer
  return erased ? tellErased(json, terminal) : alreadyForgotten(id, json, terminal);
}

/** Nothing new, and yet something. */
function tellErased(json: boolean, terminal: Terminal): number {
  if (json) printJson({ ids: [], purged: true }, terminal);
  else terminal.print('Nothing more is forgotten. What was purged before is erased from the disk now.');
  return exits.ok;
}

async function noMemory(keeper: Keeper, id: string, json: boolean, terminal: Terminal): Promise<number> {
  const { tags, more } = await keeper.tags({ space: id, limit: 1 });
  if (tags.length > 0)
    throw new ArtooError('usage', `this is a space, with ${counted(tags.length + more, 'tag')}; a tag is forgotten by space and entity`);
  return tellNear(keeper, { space: id }, json, terminal);
}

function alreadyForgotten(id: string, json: boolean, terminal: Terminal): number {
  if (json) printJson({ ids: [], purged: false }, terminal);
  terminal.note(`${id} is forgotten already.`);
  return exits.ok;
}

async function forgetTag(
  keeper: Keeper,
  tag: { readonly space: string; readonly entity: string },
  command: MemoryCommand,
): Promise<number> {
  const { given, json, terminal } = command;
  const { entries, more } = await keeper.view({ ...tag, limit: maxLookedAt });
  const purge = given.purge === true;
  const count = entries.length + more;
  if (given.yes !== true && count > 1) {
    using tty = findTty(terminal, false);
    if (!tty) throw new ArtooError('usage', 'nobody is there to be asked; with --yes a whole tag is forgotten without a question');
    if (!(await agrees(entries, count, tty.input, command))) return declined(json, terminal);
  }
  const { ids, erased } = await keeper.forget({ tag, purge });
  const gone = ids.length > 0 ? ids : await forgottenOf(keeper, entries);
  if (gone.length > 0) return tellForgotten(entries, gone, command);
  return erased ? tellErased(json, terminal) : tellNear(keeper, tag, json, terminal);
}

/** Of memories that counted before: whoever held the store may have gone away before its answer, and the next one found nothing more to do. */
async function forgottenOf(keeper: Keeper, entries: readonly StoredMemory[]): Promise<readonly string[]> {
  const found = await Promise.all(entries.map(({ id }) => keeper.find({ id })));
  return found.flatMap(({ kept }) => (kept?.forgotten ? [kept.id] : []));
}

/** Nothing but a plain yes is one. */
async function agrees(
  entries: readonly StoredMemory[],
  count: number,
  input: Parameters<typeof createPrompter>[0]['input'],
  { given, signal, terminal }: MemoryCommand,
): Promise<boolean> {
  const { hold, interrupt, width, height } = terminal;
  const prompter = createPrompter({ input, output: process.stderr, signal, onInterrupt: () => interrupt?.(), ...(hold && { hold }) });
  const rows = cut(forgetLines(entries, { now: Date.now(), width }), roomOn({ width, height }));
  const many = counted(count, 'memory', 'memories');
  const answer = await prompter.ask(['', ...rows], `Forget ${many}${given.purge ? ', and erase the words' : ''}? [y/N] `);
  return /^y(es)?$/i.test(answer?.trim() ?? '');
}

function declined(json: boolean, terminal: Terminal): number {
  if (json) printJson({ ids: [], purged: false }, terminal);
  terminal.note('Nothing was forgotten.');
  return terminal.cancel.aborted ? exits.cancelled : exits.notDone;
}

/** What was shown before a question is not shown again. */
async function tellForgotten(entries: readonly StoredMemory[], ids: readonly string[], command: MemoryCommand): Promise<number> {
  const { given, json, data, terminal } = command;
  const { print, note, width } = terminal;
  const purge = given.purge === true;
  const gone = entries.filter(({ id }) => ids.includes(id));
  if (json) printJson({ ids, purged: purge }, terminal);
  else {
    for (const line of cut(forgetLines(gone, { now: Date.now(), width }), maxShown)) print(line);
    for (const line of forgottenLines(ids.length, purge)) print(line);
  }
  if (purge) for (const line of restLines(gone, await inboxLeftovers(memoryFolder(data)), width)) note(line);
  return exits.ok;
}

const maxShown = 30;
