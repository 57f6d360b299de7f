/** What `npm run evidence` measured: the committed file from which the page and its figures are made. */
import { readFileSync, writeFileSync } from 'node:fs';
import { type ControlResults, controlResults } from './control/control.ts';
import { type MemoryResults, memoryResults } from './memory/memory.ts';
import { judges, type VerificationResults, verificationResults } from './verification/verification.ts';

export type Results = { readonly control: ControlResults; readonly memory: MemoryResults; readonly verification: VerificationResults };
export type PartName = keyof Results;

/** Each part in full, and as small as a test needs it. */
export const parts = {
  control: { whole: () => controlResults({ goals: 400, draws: 60 }), tiny: () => controlResults({ goals: 2, draws: 1 }) },
  memory: {
    whole: () => memoryResults({ worlds: 8, tasks: 1_000, confirmations: [1, 3, 5, 10, 20, 40] }),
    tiny: () => memoryResults({ worlds: 2, tasks: 12, confirmations: [1, 3] }),
  },
  verification: {
    whole: () => verificationResults({ every: 2, judges }),
    tiny: () => verificationResults({ every: 120, judges: judges.slice(1, 2) }),
  },
} as const satisfies { readonly [Part in PartName]: { readonly whole: () => unknown; readonly tiny: () => unknown } };

export const partNames = Object.keys(parts) as PartName[]; // the keys of the table, by its type

/** Four digits of each number; what cannot be measured is null. */
export const inJson = (results: unknown): string =>
  JSON.stringify(results, (_, value) =>
    typeof value === 'number' ? (Number.isFinite(value) ? Number(value.toPrecision(4)) : null) : value,
  );

const file = new URL('results.json', import.meta.url);

export const readResults = (): Results => JSON.parse(readFileSync(file, 'utf8')) as Results; // written by writeResults, from values of this type

/** In the order of the table, whichever part ended first. */
export function writeResults(results: Results): void {
  const inOrder = Object.fromEntries(partNames.map((name) => [name, results[name]]));
  writeFileSync(file, `${JSON.stringify(JSON.parse(inJson(inOrder)), null, 1)}\n`);
}
