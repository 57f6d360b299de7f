/** `artoo memory show`: what is known in a space, at one tag, or one memory; with --verbose the figures. */
import { nearTags } from '../../app/memory/near-tags.ts';
import type { Tag } from '../../contracts/memory.ts';
import type { Keeper, StoredMemory, TagState } from '../../memory/keeper.ts';
import { memoryLines, tagText } from '../../view/memory/memory-text.ts';
import { maxListed, spaceLines, tagLines } from '../../view/memory/tag-lines.ts';
import { memoryStory, tagStory, wholeSpaceStory } from '../../view/memory/tag-story.ts';
import { exits } from '../command.ts';
import type { CalledPart } from '../command-parts.ts';
import { printJson } from '../terminal/print-json.ts';
import { report, tell } from '../terminal/report.ts';
import { viewsOf } from './overview.ts';
import { useMemory } from './use-memory.ts';

/** How many tags are read without --all. */
const maxTags = 200;
const maxKept = 1_000;
/** How many tags are searched for similar ones. */
const maxSearched = 10_000;

export async function showMemory(called: CalledPart): Promise<number> {
  const [space = '', entity] = called.words;
  return useMemory(called, (keeper) =>
    entity === undefined ? showAny(keeper, space, called) : showTag(keeper, { space, entity }, called),
  );
}

/** The space of a kind of task may be given by its bare name. */
async function showTag(keeper: Keeper, tag: Tag, called: CalledPart): Promise<number> {
  const { width } = called.terminal;
  const isAll = called.given.all === true;
  const viewIn = (space: string) => keeper.view({ ...tag, space, limit: isAll ? maxListed : maxKept });
  const exact = await viewIn(tag.space);
  const view = exact.entries.length > 0 ? exact : await viewIn(`intent:${tag.space}`);
  if (view.entries.length === 0) return reportMissing(keeper, tag, called);
  const now = Date.now();
  if (called.given.verbose === true) return report(called, view, () => tagLines(view, { now, width, isAll }));
  return tell(called, view, (columns) => tagStory(view, { now, columns, isAll }));
}

/** Shows a space, a kind of task by its bare name, or else a memory by its id. */
async function showAny(keeper: Keeper, wanted: string, called: CalledPart): Promise<number> {
  for (const space of [wanted, `intent:${wanted}`]) {
    const found = await keeper.tags({ space, limit: called.given.all === true ? maxListed : maxTags });
    if (found.tags.length > 0) return showSpace(keeper, { space, ...found }, called);
  }
  const { kept } = await keeper.find({ id: wanted });
  if (!kept) return reportMissing(keeper, { space: wanted }, called);
  if (called.given.verbose === true) return report(called, kept, () => wholeLines(kept, called.terminal.width));
  return tell(called, kept, (columns) => memoryStory(kept, { now: Date.now(), columns }));
}

type Space = { readonly space: string; readonly tags: readonly TagState[]; readonly more: number };

async function showSpace(keeper: Keeper, found: Space, called: CalledPart): Promise<number> {
  const { json, given, terminal } = called;
  const isAll = given.all === true;
  if (given.verbose === true) return report(called, found, () => spaceLines(found.tags, found.more, { width: terminal.width, isAll }));
  const views = json ? [] : await viewsOf(keeper, found.tags);
  return tell(called, found, (columns) => wholeSpaceStory(views, found.more, { now: Date.now(), columns, isAll }));
}

function wholeLines(kept: StoredMemory, width: number | undefined): readonly string[] {
  const lines = memoryLines(kept, { now: Date.now(), width, max: Number.POSITIVE_INFINITY });
  return kept.megram ? [tagText(kept.megram, width), ...lines] : lines;
}

/** Reports that nothing was found, suggests what may have been meant, and returns the exit code. */
export async function reportMissing(
  keeper: Keeper,
  wanted: Pick<Tag, 'space'> & Partial<Tag>,
  { json, terminal }: CalledPart,
): Promise<number> {
  const { tags } = await keeper.tags({ space: null, limit: maxSearched });
  const there = wanted.entity === undefined ? [] : tags.filter(({ space }) => space === wanted.space);
  const near = there.length > 0 ? nearIn(wanted.entity ?? '', there) : nearTags(wanted.space, tags);
  if (json) printJson({ ...wanted, found: false, near }, terminal);
  else {
    terminal.note(`artoo: nothing is remembered about ${tagText(wanted, terminal.width)}`);
    if (near.length > 0) terminal.note('Similar:');
    for (const tag of near) terminal.note(`  artoo memory show ${tagText(tag)}`);
    if (near.length === 0) terminal.note('`artoo memory` lists the strongest tags.');
  }
  return exits.usage;
}

/** The space exists, so similar entities in it are suggested or, if there are none, all its entities. */
function nearIn(entity: string, there: readonly Tag[]): ReturnType<typeof nearTags> {
  const alike = nearTags(entity, there).filter((tag) => tag.entity !== undefined);
  return alike.length > 0 ? alike : there.slice(0, 8).map(({ space, entity: other }) => ({ space, entity: other }));
}
