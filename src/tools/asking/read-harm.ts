/** The question about a file that needs approval before it is read, because of a rule, and what that approval is bound to. */
import { hash } from 'node:crypto';
import type { Harm } from '../tool.ts';

/** An approval holds for the file that the path led to when the question was asked. */
export const readHash = (asked: string, real: string): string => hash('sha256', JSON.stringify(['read_file', asked, real]));

export const readHarm = (asked: string, real: string): Harm => ({
  action: asked === real ? `read ${asked}` : `read ${asked}, which is ${real}`,
  ...{ effects: [], more: 0, network: false },
  reason: 'a rule says to ask before it is read',
  hash: readHash(asked, real),
  rule: null, // a rule that says to ask overrides one that allows
});
