import { describe, expect, test } from 'vitest';
import { rationale } from './rationale.ts';

type Findings = Parameters<typeof rationale>[0];

const findings = (more: Partial<Findings> = {}): Findings => ({
  macro_state: 'refine',
  loss: { D: 0.75, P: 0.25, Omega: 0.44, L: 0.6 },
  grad_l: 0,
  urgency: 'normal',
  prev_directive: 'change_path',
  blocked_tools: [],
  blocked_targets: [],
  failed_criterion: 'a.txt exists',
  failure_class: 'environmental',
  ...more,
});
const targets = (...of: readonly string[]) => of.map((target) => ({ tool: 'shell', target }));
const states = ['accept', 'success', 'abandon', 'break_symmetry', 'change_approach', 'change_path', 'refine'] as const;

describe('The rationale', () => {
  test.each(states)('of %s names the state and the numbers', (macro_state) => {
    const text = rationale(findings({ macro_state }), 2);
    for (const part of [macro_state, '2 criteria', 'D 0.75', 'P 0.25', 'environmental', 'Ω 0.44']) expect(text).toContain(part);
  });

  test.each([
    ['the first round', { prev_directive: 'init' }, 'first round'],
    ['a loss that grew', { grad_l: 0.2 }, '∇L +0.20'],
    ['a loss that fell', { grad_l: -0.2 }, '∇L -0.20'],
    ['the criterion to meet', { macro_state: 'change_approach' }, 'a.txt exists'],
    ['the tools to do without', { macro_state: 'break_symmetry', blocked_tools: ['fetch', 'shell:find'] }, 'fetch, shell:find'],
    ['the other path where no call is blocked', { macro_state: 'change_path' }, 'takes another path, to meet'],
    ['that it becomes more precise', { macro_state: 'refine' }, 'makes it more precise, to meet'],
    ['the calls not to repeat', { macro_state: 'change_path', blocked_targets: targets('ls /nowhere') }, 'shell ls /nowhere'],
    [
      'three calls and how many more there are',
      { blocked_targets: targets('a', 'b', 'c', 'd', 'e') },
      'shell a, shell b, shell c and 2 more',
    ],
  ] as const)('names %s', (_, more, part) => {
    expect(rationale(findings(more), 1)).toContain(part);
  });

  test.each(states)('of %s is one line, whatever the criterion and the calls look like', (macro_state) => {
    const odd = 'one\ntwo\r\nthree\u2028four\u0085five\u001b[31m';
    const text = rationale(findings({ macro_state, failed_criterion: odd, blocked_tools: [odd], blocked_targets: targets(odd) }), 1);
    expect(text).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
  });

  test('does not repeat long texts at length, and cuts no character in half', () => {
    const long = '😀'.repeat(1000);
    for (const shift of ['', 'x']) {
      const text = rationale(findings({ failed_criterion: shift + long, blocked_targets: targets(...Array(50).fill(shift + long)) }), 1);
      expect(text.length).toBeLessThan(600);
      expect(text.isWellFormed()).toBe(true);
    }
  });

  test('says what ends the task, where something does', () => {
    expect(rationale(findings({ macro_state: 'abandon', reason: 'gap' }), 1, 'no replan is left of 3')).toMatch(
      /; no replan is left of 3\.$/,
    );
  });

  test('does not say that nothing is missing when nothing was judged', () => {
    const judging = (D: number) => rationale(findings({ loss: { D, P: 0.5, Omega: 0, L: 0 } }), 0);
    expect(judging(0)).toContain('nothing is missing');
    expect(judging(1)).not.toContain('nothing is missing');
  });
});
