/** How strong a memory was on each past day and, if nothing confirms it, will be. */
import type { ReactNode } from 'react';
import type { TagView } from '../../../memory/keeper.ts';

const [width, height, pad] = [480, 96, 6];

export function PotentialChart({ curve }: { readonly curve: TagView['curve'] }): ReactNode {
  if (curve.length < 2) return null;
  const most = Math.max(0.1, ...curve.flatMap(({ attention, decision }) => [attention, Math.abs(decision)]));
  const x = (at: number): number => (at * width) / (curve.length - 1);
  const y = (value: number): number => height / 2 - (value / most) * (height / 2 - pad);
  const path = (of: (point: TagView['curve'][number]) => number): string =>
    curve.map((point, at) => `${x(at).toFixed(1)},${y(of(point)).toFixed(1)}`).join(' ');
  const middle = Math.floor(curve.length / 2);
  const now = curve[middle];
  return (
    <figure className="chart small">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`Attention ${now?.attention.toFixed(2)}, decision ${now?.decision.toFixed(2)} today; thirty days back and ahead`}
      >
        <line className="axis" x1={0} x2={width} y1={y(0)} y2={y(0)} />
        <line className="today" x1={x(middle)} x2={x(middle)} y1={0} y2={height} />
        <polyline className="attention" points={path(({ attention }) => attention)} />
        <polyline className="loss" points={path(({ decision }) => decision)} />
      </svg>
      <figcaption className="is-muted">
        <span>30 days ago</span>
        <span>
          <span className="key-line" /> decision <span className="key-line attention" /> attention
        </span>
        <span>in 30 days</span>
      </figcaption>
    </figure>
  );
}
