import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oneIn } from '../../test/support/sample.ts';
import { defaults } from './hyperparameters.ts';
import { type MacroState, macroState } from './macro-state.ts';

type Signal = Parameters<typeof macroState>[0];

/** Nothing spent, far from the goal, stuck, and the surroundings to blame: each row changes what it tests. */
const signal = (more: Partial<Signal> = {}): Signal => ({ D: 1, P: 0, Omega: 0, gradL: 0, ...more });

describe('The macro-state', () => {
  type Row = readonly [state: MacroState, condition: string, more: Partial<Signal>];
  const rows: readonly Row[] = [
    ['abandon', 'Ω ≥ θ', { Omega: 0.8 }],
    ['abandon', 'everything is spent', { Omega: 1 }],
    ['abandon', 'Ω ≥ θ, although D ≤ δ', { Omega: 0.8, D: 0.1 }],
    ['success', 'D ≤ δ', { D: 0.3 }],
    ['success', 'D is 0', { D: 0 }],
    ['success', 'D ≤ δ, although stuck by a wrong approach', { D: 0.3, P: 1 }],
    ['success', 'D ≤ δ, although things got worse', { D: 0.3, gradL: 0.5 }],
    ['break_symmetry', '∣∇L∣ < ε and P > ρ', { P: 0.6 }],
    ['break_symmetry', 'it got a little better and P > ρ', { P: 1, gradL: -0.05 }],
    ['change_approach', 'it got worse and P > ρ', { P: 0.6, gradL: 0.2 }],
    ['change_approach', 'it got better and P > ρ', { P: 0.6, gradL: -0.2 }],
    ['change_path', '∣∇L∣ < ε and P ≤ ρ', {}],
    ['change_path', 'it got a little worse and nothing is classified', { P: 0.5, gradL: 0.05 }],
    ['refine', 'it got worse and P ≤ ρ', { gradL: 0.2 }],
    ['refine', 'it got better and P ≤ ρ', { P: 0.5, gradL: -0.2 }],
  ];

  test.each(rows)('is %s when %s', (state, _, more) => {
    expect(macroState(signal(more))).toBe(state);
  });

  const edges = [
    { name: 'Omega', threshold: 0.8, more: {}, below: 'change_path', at: 'abandon', above: 'abandon' },
    { name: 'D', threshold: 0.3, more: {}, below: 'success', at: 'success', above: 'change_path' },
    { name: 'P', threshold: 0.5, more: {}, below: 'change_path', at: 'change_path', above: 'break_symmetry' },
    { name: 'P', threshold: 0.5, more: { gradL: 1 }, below: 'refine', at: 'refine', above: 'change_approach' },
    { name: 'gradL', threshold: 0.1, more: {}, below: 'change_path', at: 'refine', above: 'refine' },
    { name: 'gradL', threshold: -0.1, more: {}, below: 'refine', at: 'refine', above: 'change_path' },
    { name: 'gradL', threshold: 0.1, more: { P: 1 }, below: 'break_symmetry', at: 'change_approach', above: 'change_approach' },
    { name: 'gradL', threshold: -0.1, more: { P: 1 }, below: 'change_approach', at: 'change_approach', above: 'break_symmetry' },
  ] as const;
  const steps = [
    [-1e-6, 'below'],
    [-1e-10, 'at'],
    [0, 'at'],
    [1e-10, 'at'],
    [1e-6, 'above'],
  ] as const;

  test.each(edges.flatMap((edge) => steps.map(([step, side]) => ({ ...edge, step, state: edge[side] }))))(
    'is $state when $name is $threshold and $step, beside $more',
    ({ name, threshold, step, more, state }) => {
      expect(macroState(signal({ ...more, [name]: threshold + step }))).toBe(state);
    },
  );

  test('does not mistake a rounding error for a difference', () => {
    expect(0.1 + 0.2).toBeGreaterThan(0.3);
    expect(macroState(signal({ D: 0.1 + 0.2 }))).toBe('success');
    expect(0.3 - 0.2).toBeLessThan(0.1);
    expect(macroState(signal({ gradL: 0.3 - 0.2 }))).toBe('refine');
  });

  const other = { ...defaults, theta: 0.5, delta: 0.1, epsilon: 0.01, rho: 0.2 };
  test.each([
    ['abandon', { Omega: 0.6 }],
    ['change_path', { D: 0.2 }],
    ['refine', { gradL: 0.05 }],
    ['break_symmetry', { P: 0.3 }],
  ] as const)('is %s with hyperparameters that lead there', (state, more) => {
    expect(macroState(signal(more), other)).toBe(state);
    expect(macroState(signal(more))).not.toBe(state);
  });

  /** The rows of SPEC §5 as independent conditions. */
  const atLeast = (value: number, threshold: number) => value - threshold >= -1e-9;
  const conditions: { readonly [S in MacroState]: (signal: Signal) => boolean } = {
    abandon: ({ Omega }) => atLeast(Omega, 0.8),
    success: ({ Omega, D }) => !atLeast(Omega, 0.8) && atLeast(0.3, D),
    break_symmetry: (s) => goesOn(s) && !moved(s) && !atLeast(0.5, s.P),
    change_approach: (s) => goesOn(s) && moved(s) && !atLeast(0.5, s.P),
    change_path: (s) => goesOn(s) && !moved(s) && atLeast(0.5, s.P),
    refine: (s) => goesOn(s) && moved(s) && atLeast(0.5, s.P),
  };
  const goesOn = ({ Omega, D }: Signal) => !atLeast(Omega, 0.8) && !atLeast(0.3, D);
  const moved = ({ gradL }: Signal) => atLeast(gradL, 0.1) || atLeast(-0.1, gradL);

  /** Any value, and often one at a threshold. */
  const near = (min: number, ...thresholds: readonly number[]) =>
    fc.oneof(
      fc.double({ min, max: 1, noNaN: true }),
      fc.tuple(fc.constantFrom(...thresholds), fc.constantFrom(-1e-6, -1e-10, 0, 1e-10, 1e-6)).map(([threshold, step]) => threshold + step),
    );
  const signals = fc.record({ D: near(0, 0.3), P: near(0, 0.5), Omega: near(0, 0.8), gradL: near(-1, 0.1, -0.1) });

  test('is exactly one for every signal: the one whose condition holds', () => {
    fc.assert(
      fc.property(signals, (given) => {
        const holding = Object.entries(conditions).flatMap(([state, holds]) => (holds(given) ? [state] : []));
        expect(holding).toEqual([macroState(given)]);
      }),
      { numRuns: 1000 / oneIn(10) },
    );
  });

  test('does not depend on the sign of the gradient', () => {
    fc.assert(fc.property(signals, (given) => macroState(given) === macroState({ ...given, gradL: -given.gradL })));
  });
});
