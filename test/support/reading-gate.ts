/** A gate for reading, as tests need it: for one home, independent of the machine, and without other users. */
import { createReadingGate, type GateOptions, type ReadingGate } from '../../src/tools/files/reading-gate.ts';

export const gateOf = (options: Partial<GateOptions> = {}): ReadingGate => {
  const { home = '/nowhere/home', data = '/nowhere/data' } = options;
  return createReadingGate({ home, data, homes: [home], ...options });
};
