/** `artoo memory show`: the tags of a space, one tag, or one memory. */
import { nearTags } from '../../app/memory/near-tags.ts';
import type { Tag } from '../../contracts/memory.ts';
import type { Keeper, StoredMemory } from '../../memory/keeper.ts';
import { memoryLines, tagText } from '../../view/memory/memory-text.ts';
import { maxListed, spaceLines, tagLines } from '../../view/memory/tag-lines.ts';
import { exits } from '../command.ts';
import { printJson } from '../terminal/print-json.ts';
import { type MemoryCommand, report, useMemory } from './memory-command.ts';

/** How many are read without --all. */
const maxTags = 200;
const maxKept = 1_000;
/** How many tags are searched for similar ones. */
const maxSearched = 10_000;

export async function showMemory(command: MemoryCommand): Promise<number> {
  const [space = '', entity] = command.words;
  return useMemory(command, (keeper) =>
    entity === undefined ? showAny(keeper, space, command) : showTag(keeper, { space, entity }, command),
  );
}

async function showTag(keeper: Keeper, tag: Tag, command: MemoryCommand): Promise<number> {
  const { width } = command.terminal;
  const isAll = command.given.all === true;
  const view = await keeper.view({ ...tag, limit: isAll ? maxListed : maxKept });
  if (view.entries.length === 0) return reportMissing(keeper, tag, command);
  return report(command, view, () => tagLines(view, { now: Date.now(), width, isAll }));
}

/** A space, or else a memory by its id. */
async function showAny(keeper: Keeper, wanted: string, command: MemoryCommand): Promise<number> {
  const { width } = command.terminal;
  const isAll = command.given.all === true;
  const { tags, more } = await keeper.tags({ space: wanted, limit: isAll ? maxListed : maxTags });
  if (tags.length > 0) return report(command, { space: wanted, tags, more }, () => spaceLines(tags, more, { width, isAll }));
  const { kept } = await keeper.find({ id: wanted });
  return kept ? report(command, kept, () => wholeLines(kept, width)) : reportMissing(keeper, { space: wanted }, command);
}

function wholeLines(kept: StoredMemory, width: number | undefined): readonly string[] {
  const lines = memoryLines(kept, { now: Date.now(), width, max: Number.POSITIVE_INFINITY });
  return kept.megram ? [tagText(kept.megram, width), ...lines] : lines;
}

/** Reports that nothing is there, with what may have been meant, and returns the exit code. */
export async function reportMissing(
  keeper: Keeper,
  wanted: Pick<Tag, 'space'> & Partial<Tag>,
  { json, terminal }: MemoryCommand,
): Promise<number> {
  const { tags } = await keeper.tags({ space: null, limit: maxSearched });
  const there = wanted.entity === undefined ? [] : tags.filter(({ space }) => space === wanted.space);
  const near = there.length > 0 ? nearIn(wanted.entity ?? '', there) : nearTags(wanted.space, tags);
  if (json) printJson({ ...wanted, found: false, near }, terminal);
  else {
    terminal.note(`artoo: nothing is remembered at ${tagText(wanted, terminal.width)}`);
    if (near.length > 0) terminal.note('Similar:');
    for (const tag of near) terminal.note(`  artoo memory show ${tagText(tag)}`);
    if (near.length === 0) terminal.note('`artoo memory` lists the strongest tags.');
  }
  return exits.usage;
}

/** The space exists: its similar entities, or else all of them. */
function nearIn(entity: string, there: readonly Tag[]): ReturnType<typeof nearTags> {
  const alike = nearTags(entity, there).filter((tag) => tag.entity !== undefined);
  return alike.length > 0 ? alike : there.slice(0, 8).map(({ space, entity: other }) => ({ space, entity: other }));
}
