/** The calibration protocol (SPEC §6): memory is asked before every plan, and code decides what its answer means. */
import type { TaskSpec } from '../../contracts/intent.ts';
import type { MemoryRecall } from '../../contracts/memory.ts';
import { calibrate } from '../../memory/recall/calibrate.ts';
import { memoryQuery } from '../../memory/recall/memory-query.ts';
import type { Context, Draft } from '../role.ts';
import { type AppliedCalibration, applyCalibration, type Round } from './apply-calibration.ts';

type Asking = Omit<Round, 'spec'> & {
  readonly spec: TaskSpec;
  readonly round: number;
  /** The project's key in memory, if the surroundings were looked at. */
  readonly identity?: string | undefined;
};

/** Memory's advice for a round, recorded if there is any. */
export async function* askMemory(asking: Asking, { ask }: Pick<Context, 'ask'>): AsyncGenerator<Draft, AppliedCalibration> {
  const { spec, round, offered, identity } = asking;
  const query = memoryQuery(spec, offered, identity);
  const recall = await ask({ to: 'R5', type: 'MemoryQuery', payload: query });
  const applied = applyCalibration(calibrate(recall, { tools: offered, project: query.learnt_in }), asking);
  const { entries, mustNots, cautions } = applied.calibration;
  if (!isEmpty(recall)) {
    const result = { entries, must_nots: mustNots, cautions, missing: recall.missing };
    yield { decision: 'calibration', inputs: { round, tools: offered }, result };
  }
  return applied;
}

const isEmpty = ({ rules, potentials, recent, notes = [], missing }: MemoryRecall): boolean =>
  rules.length + potentials.length + recent.length + notes.length === 0 && missing === null;
