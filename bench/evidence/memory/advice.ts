/** What a memory says before a task, in a form that all arms share. */
export type Says = 'prefer' | 'avoid' | 'caution';

export type Advice = {
  /** For the kind's tools: what is said about each, and how strongly. */
  readonly tools: ReadonlyMap<number, { readonly says: Says; readonly strength: number; readonly isEnforced: boolean }>;
  /** That a tool was a dead end at a place. */
  readonly deadEnds: ReadonlySet<string>;
};

export const noAdvice: Advice = { tools: new Map(), deadEnds: new Set() };
export const deadEnd = (tool: number, place: number): string => `${tool}/${place}`;
