/** Faults as a person reads them: which command, and what happened. */
import type { Fault } from './proof.ts';

export const faultTable = (faults: readonly Fault[]): string =>
  faults
    .map(({ command: { id, line, note }, what }) => [`${id}  ${JSON.stringify(line)}  (${note})`, ...what.slice(0, 5)].join('\n      '))
    .join('\n');
