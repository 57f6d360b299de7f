/** What the auditor found over all tasks, and whether its record is unaltered. */
import { type ReactNode, useState } from 'react';
import { anomalyTable } from '../../../audit/findings/anomalies.ts';
import { type RateName, rateText, rateWords } from '../../../audit/windows/rates.ts';
import type { AuditEvent } from '../../../contracts/audit.ts';
import { counted } from '../../../view/pages.ts';
import { ago } from '../../../view/spans.ts';
import { useDrive } from '../data/drive-context.ts';
import { useCall } from '../data/use-call.ts';
import { Mark } from '../parts/mark.tsx';
import { Empty, Taken, Waiting } from '../parts/states.tsx';
import { errorInOneSentence } from '../state/error-text.ts';
import { addressOf } from '../state/route.ts';

const dayMs = 24 * 3_600_000;
const periods = [
  ['Last 7 days', 7 * dayMs],
  ['Last 30 days', 30 * dayMs],
  ['All', Number.POSITIVE_INFINITY],
] as const;

export function AuditView(): ReactNode {
  const drive = useDrive();
  const [chosen, setChosen] = useState(0);
  const [, ms] = periods[chosen] ?? periods[0];
  const [called, again] = useCall(`audit ${chosen}`, () => drive.audit.report(Number.isFinite(ms) ? { since: Date.now() - ms } : {}));
  return (
    <article className="audit">
      <h1>Audit</h1>
      <p className="is-muted">The auditor only reads the journals, and can change nothing. This is what it found.</p>
      <div className="choices" role="group" aria-label="Period">
        {periods.map(([name], at) => (
          <button key={name} type="button" className="quiet" aria-pressed={at === chosen} onClick={() => setChosen(at)}>
            {name}
          </button>
        ))}
      </div>
      <Record />
      <Taken called={called} what="the findings" again={again}>
        {({ report }) => {
          const found = [...report.boundary_violations, ...report.drift_alerts, ...report.anomalies].toSorted((a, b) =>
            b.ts.localeCompare(a.ts),
          );
          return (
            <>
              <p className="figures">
                {counted(report.tasks_observed, 'task')}, {found.length === 0 ? 'nothing found' : counted(found.length, 'finding')}
              </p>
              {found.length === 0 && (
                <Empty title={report.tasks_observed === 0 ? 'No tasks in this period' : 'Nothing found'}>
                  <p>{report.tasks_observed === 0 ? 'Choose a longer one.' : 'Every task kept to its rules.'}</p>
                </Empty>
              )}
              <ul className="findings">
                {found.slice(0, maxShown).map((event) => (
                  <Finding key={event.event_id} event={event} />
                ))}
              </ul>
              {found.length > maxShown && (
                <p className="is-muted">and {counted(found.length - maxShown, 'more', 'more')}: artoo audit --verbose</p>
              )}
              <Rates rates={report.rates} />
            </>
          );
        }}
      </Taken>
    </article>
  );
}

const maxShown = 200;

function Record(): ReactNode {
  const drive = useDrive();
  const [called] = useCall('verify', () => drive.audit.verify());
  if (called.state === 'failed') return <p className="is-bad">{errorInOneSentence(called.error)}</p>;
  if (!called.value) return <Waiting what="the record" lines={1} />;
  const { lines, faults } = called.value;
  return (
    <p>
      <Mark of={faults.length === 0 ? 'pass' : 'fail'} word={faults.length === 0 ? 'intact' : 'altered'} />{' '}
      {faults.length === 0 ? `The record is unaltered (${counted(lines, 'line')}).` : `The record was altered: ${faults[0]?.detail ?? ''}`}
    </p>
  );
}

function Finding({ event }: { readonly event: AuditEvent }): ReactNode {
  const { anomaly, detail, task_id, seqs, ts } = event;
  const [seq] = seqs;
  return (
    <li>
      <strong>{anomalyTable[anomaly].title}</strong>
      <p>{detail}</p>
      <p className="is-muted">
        {ago(Date.now() - Date.parse(ts))}
        {task_id !== null && (
          <>
            {' · '}
            <a href={addressOf({ view: 'task', task: task_id, part: 'journal', ...(seq === undefined ? {} : { seq }) })}>
              {seq === undefined ? 'its task' : `entry ${seq} of its task`}
            </a>
          </>
        )}
      </p>
    </li>
  );
}

function Rates({ rates }: { readonly rates: Readonly<Record<string, { readonly hits: number; readonly of: number }>> }): ReactNode {
  const told = Object.entries(rates).flatMap(([name, rate]) =>
    // the condition guarantees a name
    Object.hasOwn(rateWords, name) && rate.of > 0 ? [[name as RateName, rate] as const] : [],
  );
  if (told.length === 0) return null;
  return (
    <section aria-labelledby="rates-title">
      <h2 id="rates-title">How often</h2>
      <ul className="plain rates">
        {told.map(([name, { hits, of }]) => (
          <li key={name}>
            <meter min={0} max={of} value={hits} aria-label={rateText(name, hits, of)} />
            {rateText(name, hits, of)}
          </li>
        ))}
      </ul>
    </section>
  );
}
