/** The question about a file that a rule says to ask about before it is read, and what that yes is bound to. */
import { hash } from 'node:crypto';
import type { Harm } from '../tool.ts';

/** A yes holds for the file that the path led to when the question was asked. */
export const readHash = (asked: string, real: string): string => hash('sha256', JSON.stringify(['read_file', asked, real]));

export const readHarm = (asked: string, real: string): Harm => ({
  action: asked === real ? `read ${asked}` : `read ${asked}, which is ${real}`,
  ...{ effects: [], more: 0, network: false },
  reason: 'a rule says to ask before it is read',
  hash: readHash(asked, real),
  rule: null, // a rule that says to ask overrides one that allows
});
