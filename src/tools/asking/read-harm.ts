/** The question about a file for which a rule requires approval before it is read, and what that approval is bound to. */
import { hash } from 'node:crypto';
import type { Harm } from '../tool.ts';

/** An approval is valid for the file to which the path led when the question was asked. */
export const readHash = (asked: string, real: string): string => hash('sha256', JSON.stringify(['read_file', asked, real]));

export const readHarm = (asked: string, real: string): Harm => ({
  action: asked === real ? `read ${asked}` : `read ${asked}, which is ${real}`,
  ...{ effects: [], more: 0, network: false },
  reason: 'a rule says to ask before it is read',
  hash: readHash(asked, real),
  rule: null, // a rule that asks overrides one that allows
});
