/** How many experiences to the contrary it takes, one a day, until a memory stops repeating what was true n times before, and until it says the opposite. */
import type { Says } from './advice.ts';
import type { MemoryArm } from './arms.ts';
import { everyExperience } from './lessons.ts';

export type Unlearning = {
  readonly confirmations: number;
  /** What was true before. */
  readonly before: 'worked' | 'failed';
  /** Null if not within the limit. */
  readonly untilSilent: number | null;
  readonly untilReversed: number | null;
};

const most = 40;
const dayMs = 86_400_000;
const start = Date.parse('2026-01-01T00:00:00.000Z');
const [kind, tool, place] = [0, 0, 0];

/** With each number of confirmations. */
export const unlearning = async (arm: MemoryArm, confirmed: readonly number[]): Promise<readonly Unlearning[]> => {
  const rows: Unlearning[] = [];
  for (const before of ['worked', 'failed'] as const)
    for (const confirmations of confirmed) rows.push(await unlearn(arm, confirmations, before));
  return rows;
};

async function unlearn(arm: MemoryArm, confirmations: number, before: Unlearning['before']): Promise<Unlearning> {
  const memory = arm.start();
  let day = 0;
  const learn = async (worked: boolean): Promise<void> => {
    const at = new Date(start + day * dayMs);
    const tries = [{ tool, place, ok: true, met: [worked] }];
    await memory.learn(everyExperience({ task: day, kind, at, tries, recall: undefined }), at);
    day += 1;
  };
  const said = async (): Promise<Says | undefined> =>
    (await memory.ask(kind, new Date(start + day * dayMs - dayMs / 2))).advice.tools.get(tool)?.says;
  const [old, opposite] = before === 'worked' ? (['prefer', 'avoid'] as const) : (['avoid', 'prefer'] as const);
  for (let at = 0; at < confirmations; at += 1) await learn(before === 'worked');
  let [untilSilent, untilReversed]: [number | null, number | null] = [null, null];
  for (let contrary = 1; contrary <= most && untilReversed === null; contrary += 1) {
    await learn(before !== 'worked');
    const now = await said();
    if (now !== old) untilSilent ??= contrary;
    else untilSilent = null; // it says so again
    if (now === opposite) untilReversed = contrary;
  }
  return { confirmations, before, untilSilent, untilReversed };
}
