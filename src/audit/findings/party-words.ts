/** The names of roles in sentences for people. */
import type { Party } from '../../contracts/parties.ts';

const words: Readonly<Record<Party, string>> = {
  R1: 'the perceiver',
  R2: 'the planner',
  R3: 'the executor',
  R4a: 'the judge',
  R4b: 'the judge of whole tasks',
  R5: 'memory',
  R6: 'the auditor',
  R7: 'the solver',
  User: 'you',
  Host: 'the host',
};

/** An unknown name is kept: another version may have written the journal. */
export const inWords = (party: string): string => (Object.hasOwn(words, party) ? words[party as Party] : party); // `party` is one of the keys
