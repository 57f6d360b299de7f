/** What only appears across many tasks: roles that no longer behave as before, judges that approve everything, rules that keep being wrong. Pure. */
import type { Finding } from '../findings/finding.ts';
import { hasDrifted, type Pair } from './drift.ts';
import { lengths, type RateHistory } from './rate-history.ts';
import { approvals, type RateName, rateText, rateWords } from './rates.ts';
import { isRubberStamping } from './rubber-stamping.ts';

/** The record so far. */
export type Past = {
  readonly rates: ReadonlyMap<string, RateHistory>;
  /** The tags of rules, with the tasks whose evidence contradicted them. */
  readonly contradicted: ReadonlyMap<string, ReadonlySet<string>>;
  /** The alerts that were raised and have not cleared. */
  readonly alerts: ReadonlySet<string>;
};

export type Alerts = { readonly raised: readonly Finding[]; readonly alerts: readonly string[] };

/** The newest stretches that are compared with earlier ones of the same length, and how each is worded. */
const spans = [
  { length: 'window', words: 'in five minutes' },
  { length: 'day', words: 'in a day' },
  { length: 'week', words: 'this week' },
] as const;

/** How many tasks must contradict a rule before it is reported. */
const contradictions = 2;

/** The alerts in effect at the end of a window, and which of them are new. */
export function alertsAt(endMs: number, past: Past): Alerts {
  const found = [...driftAlerts(endMs, past), ...stampAlerts(endMs, past), ...ruleAlerts(past)];
  return {
    raised: found.filter(({ key }) => !past.alerts.has(key)).map(({ finding }) => finding),
    alerts: [...new Set(found.map(({ key }) => key))],
  };
}

type Alert = { readonly key: string; readonly finding: Finding };

function driftAlerts(endMs: number, { rates }: Past): readonly Alert[] {
  return [...rates].flatMap(([name, history]) => {
    if (!isRate(name)) return [];
    for (const { length, words } of spans) {
      const from = endMs - lengths[length];
      const now = history.between(from, endMs);
      const past = history.before(from, length);
      if (!hasDrifted(now, past, length)) continue;
      const detail = `${rateText(name, ...now)} ${words}; before that, ${percent([past.hits, past.of])}`;
      return [{ key: `drift ${name}`, finding: { anomaly: 'role_drift', from: roleOf(name), to: 'User', type: name, detail } }];
    }
    return [];
  });
}

function stampAlerts(endMs: number, { rates }: Past): readonly Alert[] {
  return approvals.flatMap((name) => {
    const history = rates.get(name);
    const from = endMs - lengths.week; // judges are examined over a week
    const approved = history?.between(from, endMs);
    if (!approved || !isRubberStamping(approved)) return [];
    const before = history?.between(0, from) ?? none;
    const detail = `${rateText(name, ...approved)} this week${before[1] > 0 ? `; before that, ${percent(before)}` : ''}`;
    return [{ key: `stamp ${name}`, finding: { anomaly: 'rubber_stamping', from: roleOf(name), to: 'User', type: name, detail } }];
  });
}

const ruleAlerts = ({ contradicted }: Past): readonly Alert[] =>
  [...contradicted]
    .filter(([, tasks]) => tasks.size >= contradictions)
    .map(([tag, tasks]) => ({
      key: `rule ${tag}`,
      finding: {
        anomaly: 'rule_contradicted',
        from: 'R5',
        to: 'User',
        type: 'Megram',
        detail: `the rule about ${tag} was contradicted by ${tasks.size} tasks; artoo memory show ${tag.split(' › ')[0]} shows it`,
      },
    }));

const isRate = (name: string): name is RateName => Object.hasOwn(rateWords, name);
const roleOf = (name: RateName): string => name.slice(0, name.indexOf('.'));
const none: Pair = [0, 0];

/** A share in words. */
const percent = ([hits, of]: Pair): string => `${of === 0 ? 0 : Math.round((100 * hits) / of)} %`;
