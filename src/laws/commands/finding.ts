/** What was found out about one part of a command line, and which part's finding counts for the whole line. */
import type { Effect } from '../effect.ts';

/** From mild to severe: only reads; at most creates something or acts in the workspace; has unknown effects; does harm. */
export type Verdict = 'harmless' | 'creates' | 'unknown' | 'harms';

/** What one part does, and why it matters. */
export type Finding = { readonly verdict: Verdict; readonly effects: readonly Effect[]; readonly reason: string };

const ranks = { harmless: 0, creates: 1, unknown: 2, harms: 3 } as const satisfies Record<Verdict, number>;

/** A part whose effects are unknown, and why. */
export const unknown = (reason: string, effects: readonly Effect[] = []): Finding => ({ verdict: 'unknown', effects, reason });

/** A part that does harm, and how. */
export const harms = (reason: string, effects: readonly Effect[] = []): Finding => ({ verdict: 'harms', effects, reason });

/** A part that only reads. */
export const reads: Finding = { verdict: 'harmless', effects: [], reason: 'it only reads' };

/** The first of the most severe findings. */
export function worst(findings: readonly Finding[]): Finding | undefined {
  return findings.toSorted((one, other) => ranks[other.verdict] - ranks[one.verdict])[0];
}
