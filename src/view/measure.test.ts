import { expect, test } from 'vitest';
import { measure, trend } from './measure.ts';

const after = (grad_l: number) => ({ grad_l, prev_directive: 'refine' as const });

test.each([
  ['no change below the ε of the task', 0.15, 0.2, '→ +0.15'],
  ['the same change above it', 0.15, 0.1, '↑ +0.15'],
  ['a change of just ε, which counts', -0.1, 0.1, '↓ -0.10'],
  ['a change of just ε but for rounding', 0.3 - 0.2, 0.1, '↑ +0.10'],
])('an arrow shows %s', (_, gradient, epsilon, shown) => {
  expect(trend(after(gradient), epsilon)).toBe(shown);
});

test('nothing is known about the first round', () => {
  const loss = { D: 0.5, P: 1, Omega: 0, L: 0.6 };
  expect(measure({ loss, grad_l: 0.5, prev_directive: 'init' })).toBe('D 0.50, P 1.00, Ω 0.00, L 0.60, ∇L ⊥');
});
