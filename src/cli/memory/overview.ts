/** `artoo memory`: what has been learnt, in sentences; with --verbose, the number of memories and the figures of the strongest tags. */
import type { Keeper, TagState, TagView } from '../../memory/keeper.ts';
import { overviewLines } from '../../view/memory/overview-lines.ts';
import { groupsOf, overviewStory } from '../../view/memory/overview-story.ts';
import type { CalledPart } from '../command-parts.ts';
import { report, tell } from '../terminal/report.ts';
import { useMemory } from './use-memory.ts';

const strongest = 10;
/** How many tags the story covers, the strongest first. */
const maxTags = 200;
/** The sentence about a tag is based on this many of its newest memories. */
const maxPerTag = 200;

export async function overviewMemory(called: CalledPart): Promise<number> {
  const { data, terminal, json, given } = called;
  const { found, groups } = await useMemory(called, async (keeper) => ({
    found: await keeper.overview({ strongest }),
    groups: json || given.verbose === true ? [] : await learnt(keeper),
  }));
  if (given.verbose === true) return report(called, found, () => overviewLines(found, { data, width: terminal.width }));
  return tell(called, found, (columns) => overviewStory(found, groups, { data, now: Date.now(), columns }));
}

async function learnt(keeper: Keeper): Promise<readonly (readonly TagView[])[]> {
  const { tags } = await keeper.tags({ space: null, limit: maxTags });
  return Promise.all(groupsOf(tags).map((group) => viewsOf(keeper, group)));
}

/** Tags with their newest memories. Curves are left out: no sentence needs them, and there may be thousands. */
export async function viewsOf(keeper: Keeper, tags: readonly TagState[]): Promise<readonly TagView[]> {
  const views: TagView[] = [];
  for (const { space, entity } of tags) views.push({ ...(await keeper.view({ space, entity, limit: maxPerTag })), curve: [] });
  return views;
}
