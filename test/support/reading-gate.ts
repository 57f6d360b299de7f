/** A gate for reading as tests need it: of one home, whatever the machine has, and with no other users. */
import { createReadingGate, type GateOptions, type ReadingGate } from '../../src/tools/files/reading-gate.ts';

export const gateOf = (options: Partial<GateOptions> = {}): ReadingGate => {
  const { home = '/nowhere/home', data = '/nowhere/data' } = options;
  return createReadingGate({ home, data, homes: [home], ...options });
};
