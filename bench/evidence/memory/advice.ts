/** What a memory says before a task, in a form that all arms share. */
export type Says = 'prefer' | 'avoid' | 'caution';

export type Advice = {
  /** Of the kind's tools: what is said of each, and how strongly. */
  readonly tools: ReadonlyMap<number, { readonly says: Says; readonly strength: number; readonly isEnforced: boolean }>;
  /** Of a tool at a place: that it was a dead end. */
  readonly deadEnds: ReadonlySet<string>;
};

export const noAdvice: Advice = { tools: new Map(), deadEnds: new Set() };
export const deadEnd = (tool: number, place: number): string => `${tool}/${place}`;
