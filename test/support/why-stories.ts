/** A task whose memory was asked once and returned nothing: the base of tests about it. */
import type { SaidRound } from '../../src/history/story/memory-story.ts';
import type { WhyStory } from '../../src/view/memory/why-lines.ts';

export const round: SaidRound = {
  ...{ round: 1, seq: 6, came: 'said', missing: null, space: 'intent:find_large_files' },
  ...{ entries: [], must_nots: [], cautions: [], overruled: [] },
};

export const story: WhyStory = {
  ...{ task_id: 't', goal: 'find\nit', memory: true, isOver: true },
  ...{ rounds: [round], taught: [], missing: null },
};
