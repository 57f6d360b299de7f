/** A gate for reading as tests need it: of one home, whatever the machine has, and with nobody else on it. */
import { createReadingGate, type GateOptions, type ReadingGate } from '../../src/tools/files/reading-gate.ts';

export const gateOf = (options: Partial<GateOptions> = {}): ReadingGate => {
  const { home = '/nowhere/home', data = '/nowhere/data' } = options;
  return createReadingGate({ home, data, homes: [home], ...options });
};
