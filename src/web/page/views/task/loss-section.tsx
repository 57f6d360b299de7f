/** The loss of each round, and in words: what was missing, what was tried, and why the next plan is different. */
import { type ReactNode, useState } from 'react';
import { EntryLink } from '../../parts/entry-link.tsx';
import { LossChart } from '../../parts/loss-chart.tsx';
import { Mark } from '../../parts/mark.tsx';
import type { LossRound } from '../../state/loss-rounds.ts';

export function LossSection({ rounds }: { readonly rounds: readonly LossRound[] }): ReactNode {
  const [picked, setPicked] = useState<number>();
  const chosen = rounds.find(({ round }) => round === picked) ?? rounds.findLast(({ missing }) => missing.length > 0) ?? rounds.at(-1);
  if (!chosen) return null;
  return (
    <section className="loss" aria-labelledby="loss-title">
      <h2 id="loss-title">How far from the goal</h2>
      <p className="is-muted">
        Measured after each round: what is missing, and how plausible and costly the approach was. Lower is better.
      </p>
      <LossChart rounds={rounds} chosen={chosen.round} choose={setPicked} />
      <div className="round-told" aria-live="polite">
        <RoundTold told={chosen} />
      </div>
    </section>
  );
}

function RoundTold({ told }: { readonly told: LossRound }): ReactNode {
  const { round, seq, missing, tried, next, because, D, P, Omega, L, change } = told;
  return (
    <dl>
      <div>
        <dt>
          Round {round} <EntryLink seq={seq} />
        </dt>
        <dd>{tried}</dd>
      </div>
      <div>
        <dt>Missing</dt>
        <dd>
          {missing.length === 0 ? (
            <>
              <Mark of="pass" /> nothing
            </>
          ) : (
            <ul className="plain">
              {missing.map((each) => (
                <li key={each}>
                  <Mark of="fail" /> {each}
                </li>
              ))}
            </ul>
          )}
        </dd>
      </div>
      <div>
        <dt>Then</dt>
        <dd>
          {next}
          {because !== '' && <p className="is-muted">{because}</p>}
        </dd>
      </div>
      <div>
        <dt>Measured</dt>
        <dd>
          <ul className="meters">
            <Meter name="missing" sign="D" value={D} />
            <Meter name="implausible" sign="P" value={P} />
            <Meter name="spent" sign="Ω" value={Omega} />
          </ul>
          <p className="is-muted figures">
            loss L {L.toFixed(2)}
            {change === null ? '' : `, ∇L ${change >= 0 ? '+' : '−'}${Math.abs(change).toFixed(2)} since the previous round`}
          </p>
        </dd>
      </div>
    </dl>
  );
}

const Meter = ({ name, sign, value }: { readonly name: string; readonly sign: string; readonly value: number }): ReactNode => (
  <li>
    <span>
      {name} <span className="is-muted">{sign}</span>
    </span>
    <meter min={0} max={1} value={value} aria-label={`${name}: ${value.toFixed(2)} of 1`} />
    <span className="figure">{value.toFixed(2)}</span>
  </li>
);
