/** The turns of agents, according to the team's journal. Pure. */
import type { TeamLine } from '../journal.ts';
import type { TurnUsage } from '../runners/turn-usage.ts';

/** What a turn used, as far as its runner recorded it. */
export type TurnCost = {
  readonly usd: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Absent if the runner does not count model calls. */
  readonly modelCalls?: number;
  /** Models whose price is not known. */
  readonly unpriced: readonly string[];
};

export type TurnReport = {
  /** The name of the turn's own journal: `artoo log <run>` shows it. */
  readonly run: string;
  readonly agent: string;
  /** Null for a planner. */
  readonly task: string | null;
  readonly runner: string;
  readonly began: string;
  /** Absent while the turn is running, or if it was cut off. */
  readonly ended?: string;
  readonly end?: string;
  readonly detail?: string;
  readonly cost?: TurnCost;
};

/** The turns in a journal, oldest first. `costOf` looks up what a turn used. */
export function turnsIn(lines: readonly TeamLine[], costOf: (run: string) => TurnCost | undefined): readonly TurnReport[] {
  const ends = new Map(lines.flatMap((line) => (line.kind === 'outcome' ? [[line.of, line] as const] : [])));
  return lines.flatMap((line): readonly TurnReport[] => {
    if (line.kind !== 'intent' || line.what !== 'turn') return [];
    const { run, by: agent, task, runner, at: began } = line;
    const outcome = ends.get(line.id);
    const cost = costOf(run) ?? (outcome?.used && costIn(outcome.used, runner));
    const [, end, detail] = /^(\w+): (.*)$/s.exec(outcome?.detail ?? '') ?? [];
    return [
      {
        ...{ run, agent, task, runner, began },
        ...(outcome && { ended: outcome.at }),
        ...(end !== undefined && { end, detail: detail ?? '' }),
        ...(cost && { cost }),
      },
    ];
  });
}

/** The cost that a runner reported for its turn. If it gave no price, its models, or else the runner itself, count as unpriced. */
function costIn({ usd, inputTokens, outputTokens, modelCalls, models }: TurnUsage, runner: string): TurnCost {
  const calls = modelCalls === undefined ? {} : { modelCalls };
  return { usd: usd ?? 0, inputTokens, outputTokens, ...calls, unpriced: usd === undefined ? (models ?? [runner]) : [] };
}

/** The turns of the sprint that began at this time, including the one whose plan opened it, which began earlier. */
export const turnsSince = (turns: readonly TurnReport[], started: string | undefined): readonly TurnReport[] =>
  started === undefined ? turns : turns.filter(({ began, ended }) => Date.parse(ended ?? began) >= Date.parse(started));

export type CostSum = TurnCost & {
  readonly turns: number;
  /** Turns about which nothing is known: their journals are gone, or their runner keeps none. */
  readonly unknownTurns: number;
};

export function sumOf(turns: readonly TurnReport[]): CostSum {
  const known = turns.flatMap(({ cost }) => cost ?? []);
  const sum = (of: (cost: TurnCost) => number): number => known.reduce((total, cost) => total + of(cost), 0);
  return {
    usd: sum(({ usd }) => usd),
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    modelCalls: sum(({ modelCalls = 0 }) => modelCalls),
    unpriced: [...new Set(known.flatMap(({ unpriced }) => unpriced))].sort(),
    turns: turns.length,
    unknownTurns: turns.length - known.length,
  };
}
