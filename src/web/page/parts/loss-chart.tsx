/** How far from the goal each round ended, as a chart with a note that lower is better. */
import type { ReactNode } from 'react';
import type { LossRound } from '../state/loss-rounds.ts';

const [width, height, left, right, top, bottom] = [640, 180, 44, 20, 22, 30];

type ChartProps = { readonly rounds: readonly LossRound[]; readonly chosen: number; readonly choose: (round: number) => void };

export function LossChart({ rounds, chosen, choose }: ChartProps): ReactNode {
  const highest = Math.max(1, ...rounds.map(({ L }) => L));
  const x = (at: number): number =>
    rounds.length === 1 ? width / 2 : left + 24 + (at * (width - left - right - 48)) / (rounds.length - 1);
  const y = (value: number): number => top + (1 - Math.max(0, value) / highest) * (height - top - bottom);
  const barWidth = Math.min(44, (width - left - right) / rounds.length / 1.6);
  const points = rounds.map(({ L }, at) => `${x(at)},${y(L)}`);
  const step = Math.ceil(rounds.length / maxNames);
  return (
    <figure className="chart">
      <svg viewBox={`0 0 ${width} ${height}`} role="group" aria-label="Distance from the goal after each round; lower is better">
        {[0, 0.5, 1].map((part) => (
          <g key={part} className="grid" aria-hidden="true">
            <line x1={left} x2={width - right} y1={y(part * highest)} y2={y(part * highest)} />
            <text x={left - 8} y={y(part * highest) + 4}>
              {(part * highest).toFixed(1)}
            </text>
          </g>
        ))}
        <g aria-hidden="true">
          {rounds.map(({ round, D }, at) => (
            <rect key={round} className="missing" x={x(at) - barWidth / 2} y={y(D)} width={barWidth} height={y(0) - y(D)} />
          ))}
          <polyline className="loss" points={points.join(' ')} />
        </g>
        {rounds.map((each, at) => (
          <g
            key={each.round}
            className={each.round === chosen ? 'point chosen' : 'point'}
            role="button"
            tabIndex={0}
            aria-pressed={each.round === chosen}
            aria-label={`Round ${each.round}: ${each.D.toFixed(2)} missing, loss ${each.L.toFixed(2)}${trends[each.trend]}`}
            onClick={() => choose(each.round)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' && event.key !== ' ') return;
              event.preventDefault();
              choose(each.round);
            }}
          >
            <rect className="target" x={x(at) - 24} y={top - 18} width={48} height={height - top + 14} />
            <circle cx={x(at)} cy={y(each.L)} r={5} />
          </g>
        ))}
        {rounds.map((each, at) => (
          <g key={each.round} className={each.round === chosen ? 'told chosen' : 'told'} aria-hidden="true">
            <text className="value" x={x(at)} y={y(each.L) - 12}>
              {each.L.toFixed(2)}
            </text>
            {at % step === 0 && (
              <text className="name" x={x(at)} y={height - 8}>
                {rounds.length > 6 ? each.round : `round ${each.round}`}
              </text>
            )}
          </g>
        ))}
      </svg>
      <figcaption className="is-muted">
        <span>
          <span className="key-box" /> what is missing (D)
        </span>
        <span>
          <span className="key-line" /> the loss (L): missing, implausible and spent combined
        </span>
      </figcaption>
    </figure>
  );
}

/** How many labels are shown: more would overlap. */
const maxNames = 12;

const trends = { first: '', better: ', closer than before', worse: ', further than before', same: ', as far as before' } as const;
