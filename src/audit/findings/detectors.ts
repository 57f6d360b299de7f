/** What the auditor looks for in the entries of one task. */
import { bookkeeping } from './bookkeeping.ts';
import { boundaries } from './boundaries.ts';
import { convergence } from './convergence.ts';
import { effort } from './effort.ts';
import { evidence } from './evidence.ts';
import type { Detector } from './finding.ts';
import { laws } from './laws.ts';

export const detectors: readonly Detector[] = [boundaries, bookkeeping, convergence, laws, evidence, effort];
