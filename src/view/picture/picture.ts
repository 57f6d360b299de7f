/** The picture of a task: folds its entries into lines that are printed once, and into what is under way. No clock, no terminal. */
import type { SubTaskId } from '../../contracts/ids.ts';
import { subTaskPlace } from '../../history/story/place.ts';
import { createSent, type Sent } from '../../history/story/sent.ts';
import type { Entry } from '../../journal/entry.ts';
import type { About } from '../asking/harm-lines.ts';
import { createEntryRows } from '../rows/entry-rows.ts';
import { type Blocks, createBlocks } from './blocks.ts';
import type { LedLine } from './layout.ts';
import type { LiveOutput } from './live-output.ts';
import { rowLine } from './row-line.ts';
import { addSpent, nothingSpent } from './spent.ts';
import type { PictureState } from './state.ts';
import { createUnderWay } from './under-way.ts';

export type PictureOptions = {
  /** The folder of the task, for a picture that does not see the first entry: paths are shown relative to it. */
  readonly cwd?: string;
  /** Whether lines name roles, figures, criteria as data and lessons. */
  readonly verbose?: boolean;
};

export type Picture = {
  /** The lines that an entry finishes, each printed once; `fitted` wraps them. */
  see(entry: Entry): readonly LedLine[];
  /** Adds live output to what is under way. */
  hear(heard: LiveOutput): void;
  readonly state: PictureState;
  /** What has been shown, so that the end of the task need not repeat it. */
  readonly told: Blocks['told'];
  /** The last finding about a criterion since it was planned, if any. */
  readonly found: Blocks['found'];
  /** The goal, and the name of a sub-task. */
  aboutOf(subtask?: SubTaskId): About;
  /** What left the machine. */
  readonly sent: Sent['all'];
};

export function createPicture({ cwd = '', verbose = false }: PictureOptions = {}): Picture {
  const blocks = createBlocks(cwd);
  const rowsOf = verbose ? createEntryRows({ cwd }) : undefined;
  const underWay = createUnderWay(() => blocks.cwd, blocks.nameOf);
  const sent = createSent();
  let spent = nothingSpent;
  let started: number | null = null;
  let isOver = false;
  let goal = '';

  return {
    see(entry) {
      started ??= Date.parse(entry.ts);
      if (entry.kind === 'pause') started += entry.ms;
      spent = addSpent(spent, entry);
      isOver ||= entry.kind === 'halt' || (entry.kind === 'message' && entry.type === 'FinalResult');
      const lines = blocks.see(entry);
      underWay.see(entry);
      sent.add(entry);
      if (entry.kind === 'message' && entry.type === 'UserInput') goal = entry.payload.text;
      return rowsOf ? rowsOf(entry).flatMap(rowLine) : lines;
    },
    hear: (heard) => underWay.hear(heard),
    get state() {
      const { aims, dropped, isAsking } = blocks;
      return { started, activities: underWay.activities, aims, dropped, spent, isAsking, isOver };
    },
    aboutOf(id) {
      if (id === undefined) return { goal };
      const { round, subtask } = subTaskPlace(id);
      return { goal, step: blocks.nameOf(round, subtask) ?? undefined };
    },
    told: blocks.told,
    found: blocks.found,
    sent: sent.all,
  };
}
