/**
 * The circuit breaker: finds patterns of anomalies which mean that the problem is larger than one task, and stops the team; the person decides what
 * follows. Pure.
 */
import { type AnomalyType, type Board, taskOf } from '../board/board.ts';
import { folded, isSame, isSimilar } from './similar.ts';

type Anomaly = NonNullable<Board['anomalies']>[number];
type Severity = 'ARCHITECTURE_FLAW' | 'SCOPE_FLAW' | 'SPEC_FLAW' | 'EXTERNAL_DEPENDENCY';
type PatternName = (typeof patterns)[number]['pattern'];
/** A pattern that was found, with the anomalies that make it up, oldest first. */
export type Tripped = { readonly pattern: PatternName; readonly severity: Severity; readonly anomalies: readonly Anomaly[] };

type Pattern = {
  readonly severity: Severity;
  readonly least: number;
  readonly types: readonly AnomalyType[];
  /** The key by which anomalies of this kind are grouped: equal keys count together. Undefined: the anomaly does not count. */
  readonly by: (anomaly: Anomaly, board: Board) => string | undefined;
  readonly alike: (a: string, b: string) => boolean;
};

/** The value under a name in the details of an anomaly. */
const said = ({ details }: Anomaly, ...names: readonly string[]): string | undefined => {
  const value = names.map((name) => details?.[name]).find((each) => (each ?? '') !== '');
  return value === undefined || value === null ? undefined : typeof value === 'string' ? value : JSON.stringify(value);
};

const hasDebt = (debt: string | undefined): boolean => debt !== undefined && !/^\s*(?:false|no|none|n\/a|-)?[\s.]*$/i.test(debt);
const always = (): boolean => true;

export const patterns = [
  {
    pattern: 'retry_cluster',
    severity: 'ARCHITECTURE_FLAW',
    least: 3,
    types: ['retry_loop'],
    by: (anomaly) => said(anomaly, 'error_pattern'),
    alike: isSimilar,
  },
  {
    pattern: 'debt_accumulation',
    severity: 'SCOPE_FLAW',
    least: 3,
    types: ['trade_off'],
    by: (anomaly) => (hasDebt(said(anomaly, 'debt_created')) ? 'debt' : undefined),
    alike: always,
  },
  {
    pattern: 'assumption_cascade',
    severity: 'SPEC_FLAW',
    least: 2,
    types: ['assumption_violated'],
    by: (anomaly) => said(anomaly, 'assumption'),
    alike: isSame,
  },
  {
    pattern: 'spec_gap_cluster',
    severity: 'SPEC_FLAW',
    least: 2,
    types: ['spec_ambiguity', 'spec_gap'],
    by: (anomaly, board) => said(anomaly, 'spec_ref') ?? taskOf(board, anomaly.task ?? anomaly.task_id ?? '')?.spec_ref ?? undefined,
    alike: isSame,
  },
  {
    pattern: 'workaround_pattern',
    severity: 'ARCHITECTURE_FLAW',
    least: 2,
    types: ['workaround', 'trade_off'],
    by: (anomaly) => said(anomaly, 'root_cause', 'what'),
    alike: isSimilar,
  },
  {
    pattern: 'external_service_outage',
    severity: 'EXTERNAL_DEPENDENCY',
    least: 2,
    types: ['external_blocker'],
    by: (anomaly) => said(anomaly, 'blocker_service'),
    alike: isSame,
  },
] as const satisfies readonly (Pattern & { readonly pattern: string })[];

/** The limit on anomalies that are compared in a window, because every pair is compared; older ones are left out. */
const maxCompared = 100;

/** Every pattern present now: within the sprint, and since it was last resolved. */
export const trippedBy = (board: Board): readonly Tripped[] =>
  patterns.flatMap(({ pattern, severity, ...row }) => {
    const anomalies = largestGroup(board, windowOf(board, pattern), row);
    return anomalies.length >= row.least ? [{ pattern, severity, anomalies }] : [];
  });

/**
 * The anomalies that count for a pattern. One without a time counts as long as the pattern has never been resolved, because nothing shows that the
 * anomaly is old.
 */
function windowOf({ anomalies, sprint, circuit_breaker }: Board, pattern: string): readonly Anomaly[] {
  const started = timeOf(sprint.timeline?.started) ?? Number.NEGATIVE_INFINITY;
  const resolved = (circuit_breaker?.history ?? []).flatMap((each) => (each.pattern === pattern ? (timeOf(each.resolved_at) ?? []) : []));
  const since = Math.max(...resolved, Number.NEGATIVE_INFINITY);
  return (anomalies ?? []).filter(({ timestamp }) => {
    const at = timeOf(timestamp);
    return at === undefined ? resolved.length === 0 : at >= started && at > since;
  });
}

const timeOf = (text: string | null | undefined): number | undefined => (text ? Date.parse(text) : undefined);

/** The largest set of anomalies that are all similar to one of them. */
function largestGroup(
  board: Board,
  anomalies: readonly Anomaly[],
  { types, by, alike }: Omit<Pattern, 'severity' | 'least'>,
): readonly Anomaly[] {
  const said = anomalies
    .filter(({ type }) => types.includes(type))
    .flatMap((anomaly) => {
      const what = by(anomaly, board);
      return what === undefined ? [] : [{ anomaly, what }];
    })
    .slice(-maxCompared)
    .map(({ anomaly, what }) => ({ anomaly, what: folded(what) }));
  const groups = said.map(({ what }) => said.filter((other) => alike(what, other.what)).map(({ anomaly }) => anomaly));
  return groups.reduce<readonly Anomaly[]>((best, group) => (group.length > best.length ? group : best), []);
}
