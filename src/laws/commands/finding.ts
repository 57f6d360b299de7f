/** What was found about one part of a command line, and which of several parts decides. */
import type { Effect } from '../effect.ts';

/** From what needs nobody to what needs a person: it only reads; at most it creates, or acts in the workspace; nobody can tell; it harms. */
export type Verdict = 'harmless' | 'creates' | 'unknown' | 'harms';

export type Finding = { readonly verdict: Verdict; readonly effects: readonly Effect[]; readonly reason: string };

const ranks = { harmless: 0, creates: 1, unknown: 2, harms: 3 } as const satisfies Record<Verdict, number>;

/** A part about which nothing can be told, and why. */
export const unknown = (reason: string, effects: readonly Effect[] = []): Finding => ({ verdict: 'unknown', effects, reason });

/** A part that harms, and how. */
export const harms = (reason: string, effects: readonly Effect[] = []): Finding => ({ verdict: 'harms', effects, reason });

/** A part that does nothing but read. */
export const reads: Finding = { verdict: 'harmless', effects: [], reason: 'it only reads' };

/** The first of the worst. */
export function worst(findings: readonly Finding[]): Finding | undefined {
  let decides: Finding | undefined;
  for (const finding of findings) {
    if (decides === undefined || ranks[finding.verdict] > ranks[decides.verdict]) decides = finding;
  }
  return decides;
}
