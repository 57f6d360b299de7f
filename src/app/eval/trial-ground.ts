/** The folder of one trial, and commands in it: the set-up and the hidden tests run contained, and write nowhere else. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Rule } from '../../laws/rules/read-rule.ts';
import type { Containment } from '../../tools/containment/containment.ts';
import type { Observe } from '../../tools/observing/observe.ts';
import type { Environment } from '../../tools/running/environment.ts';
import type { ProcessResult } from '../../tools/running/process.ts';
import { assembleTools } from '../wiring/assemble-tools.ts';
import { observerWith } from '../wiring/work.ts';

export type TrialGround = Disposable & {
  readonly home: string;
  /** Where the task works. */
  readonly work: string;
  readonly containment: Containment;
  /** The environment of the task: the person's, but with the home of the trial. */
  readonly env: Environment;
  readonly observe: Observe;
  readonly closed: readonly Rule[];
  /** Runs a command line whose writes below the home are real. Undefined where no walls can be built for that. */
  readonly run: ((line: string, options: LineOptions) => Promise<ProcessResult>) | undefined;
};

type LineOptions = {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly env?: Readonly<Record<string, string>>;
  /** A copy of the home, which stands in for it. */
  readonly copy?: string;
};

export type GroundOptions = {
  readonly folder: string;
  readonly env: Environment;
  /** Rules that close what a trial must not see: the suite and the results. */
  readonly closed: readonly Rule[];
};

export async function openGround({ folder, env: outer, closed }: GroundOptions): Promise<TrialGround> {
  const home = join(folder, 'home');
  const work = join(home, 'work');
  mkdirSync(work, { recursive: true, mode: 0o700 });
  const env = { ...outer, HOME: home, ARTOO_DATA_DIR: undefined, ARTOO_WORKSPACE: undefined };
  const tools = assembleTools({ data: join(folder, 'ground'), env, rules: { allow: [], ask: [], deny: closed } });
  const containment = await tools.containment();
  const { fence } = containment;
  return {
    ...{ home, work, containment, env, closed },
    observe: observerWith(tools, { workspace: work }),
    run:
      fence &&
      ((command, { copy, ...options }) =>
        fence({
          ...{ command, cwd: work, places: [], onStarted: () => {}, ...options },
          writable: copy === undefined ? [home, work] : [],
          moved:
            copy === undefined
              ? []
              : [
                  { from: copy, to: home },
                  { from: join(copy, 'work'), to: work },
                ],
        })),
    [Symbol.dispose]: tools.close,
  };
}
