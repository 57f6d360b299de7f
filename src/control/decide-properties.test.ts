import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oneIn } from '../../test/support/sample.ts';
import { PlanDirective, ReplanRequest } from '../contracts/control.ts';
import type { CriterionVerdict } from '../contracts/criteria.ts';
import type { SubTaskOutcome, ToolCall } from '../contracts/execution.ts';
import type { SubTaskId, TaskId } from '../contracts/ids.ts';
import { accept, type ControllerState, decide, initialState } from './decide.ts';
import { defaults, type Hyperparameters } from './hyperparameters.ts';
import { loss, resourceCost } from './loss.ts';
import { macroState } from './macro-state.ts';

const rarely = fc.nat({ max: 9 }).map((n) => n === 0);
const texts = fc.constantFrom('a', 'b', 'two\nlines');

const verdicts: fc.Arbitrary<CriterionVerdict> = fc
  .record({
    criterion: texts,
    mode: fc.constantFrom('verifiable', 'plausible'),
    weight: fc.integer({ min: 1, max: 5 }),
    verdict: fc.constantFrom('pass', 'pass', 'fail', 'unverifiable'),
    failure_class: fc.constantFrom('logical', 'environmental', null),
    evidence: fc.constant(''),
    by: fc.constant('check' as const),
    kind: fc.constantFrom('plain', 'plain', 'plain', 'builtin', 'amended'),
  })
  .map(({ kind, ...verdict }): CriterionVerdict => {
    if (kind === 'amended') return { ...verdict, verdict: 'fail', failure_class: null, by: 'code', amended: true };
    return {
      ...verdict,
      failure_class: verdict.verdict === 'fail' ? verdict.failure_class : null,
      ...(kind === 'builtin' && { builtin: true as const }),
    };
  });

const calls: fc.Arbitrary<ToolCall> = fc
  .record({
    call_id: fc.constantFrom('1.1.1/R3/1.1', '1.1.2/R3/1.1', 'from elsewhere'),
    tool: fc.constantFrom('shell', 'read_file', 'fetch'),
    input: fc.constant(null),
    target: fc.oneof(texts, fc.constant('')),
    ok: fc.boolean(),
    output_head_tail: fc.constant(''),
    programs: fc.subarray(['find', 'sort', 'wc']),
    refused: rarely,
    changes: rarely,
  })
  .map(({ programs, refused, changes, ...call }) => ({
    ...call,
    ...(changes && { changed: [{ path: '/a', change: 'changed' as const }] }),
    ...(call.tool === 'shell' && { programs }),
    ...(refused && { ok: false, error_class: 'refused' }),
  }));

/** Includes what no honest role would send: failed with passing verdicts, matched with failing ones. */
const outcomes: fc.Arbitrary<SubTaskOutcome> = fc
  .record({
    subtask_id: fc.constant('t-1-1' as SubTaskId),
    parent_task_id: fc.constant('t' as TaskId),
    intent: fc.constant('i'),
    honest: fc.boolean(),
    status: fc.constantFrom('matched', 'failed'),
    output: fc.constant(null),
    failure_reason: fc.constant(null),
    refused: rarely,
    success_criteria: fc.array(
      fc.record({ criterion: texts, mode: fc.constant('plausible' as const), weight: fc.integer({ min: 1, max: 5 }) }),
      {
        maxLength: 2,
      },
    ),
    criteria_verdicts: fc.array(verdicts, { maxLength: 4 }),
    attempts: fc.array(fc.subarray(['a', 'b']), { maxLength: 3 }),
    tool_calls: fc.array(calls, { maxLength: 4 }),
  })
  .map(({ honest, attempts, ...outcome }) => ({
    ...outcome,
    ...(honest && { status: outcome.criteria_verdicts.every(({ verdict }) => verdict === 'pass') ? 'matched' : 'failed' }),
    gap_trajectory: attempts.map((names, at) => ({
      attempt: at + 1,
      failed_criteria: names.map((criterion) => ({ criterion, failure_class: null })),
    })),
  }));

/** With or without verdicts and checks of the whole task, whether or not a sub-task failed. */
const requests: fc.Arbitrary<ReplanRequest> = fc.record(
  {
    task_id: fc.constant('t' as TaskId),
    round: fc.constant(1),
    gap_summary: fc.constant(''),
    failed_subtasks: fc.constant([]),
    correction_count: fc.constant(0),
    elapsed_ms: fc.nat({ max: 400_000 }),
    outcomes: fc.array(outcomes, { maxLength: 3 }),
    task_verdicts: fc.array(verdicts, { maxLength: 4 }),
    task_checks: fc.array(verdicts, { maxLength: 2 }),
    merged_output: fc.constant(null),
    recommendation: fc.constantFrom('replan', 'abandon'),
  },
  {
    requiredKeys: [
      'task_id',
      'round',
      'gap_summary',
      'failed_subtasks',
      'correction_count',
      'elapsed_ms',
      'outcomes',
      'merged_output',
      'recommendation',
    ],
  },
);

const tasks = fc.array(requests, { maxLength: 8 });
const parameters = fc
  .record({ maxReplans: fc.nat({ max: 4 }), kill: fc.integer({ min: 1, max: 3 }) })
  .map((more) => ({ ...defaults, ...more }));

/** What happens when a task gets these requests one after another, whether or not it ends. */
function run(given: readonly ReplanRequest[], p: Hyperparameters = defaults) {
  let state = initialState;
  return given.map((request) => {
    const before = state;
    const decided = decide(before, request, p);
    ({ state } = decided);
    return { before, request, ...decided };
  });
}

/** Holds for every round of every task. */
const always = (check: (round: ReturnType<typeof run>[number], p: Hyperparameters) => void) =>
  fc.assert(
    fc.property(tasks, parameters, (given, p) => {
      for (const round of run(given, p)) check(round, p);
    }),
    { numRuns: 300 / oneIn(10) },
  );

const onlyAmendedIsMissed = ({ outcomes: parts, task_verdicts = [], task_checks = [] }: ReplanRequest): boolean =>
  parts.every(({ status }) => status === 'matched') &&
  task_checks.every(({ verdict }) => verdict === 'pass') &&
  task_verdicts.some(({ amended }) => amended) &&
  task_verdicts.every(({ verdict, amended }) => verdict === 'pass' || amended);

/** The same value, frozen: changing anything throws. */
function deepFrozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) deepFrozen(part);
  return Object.freeze(value);
}

describe('Whatever is asked, in whatever order,', () => {
  test('it is a request that may be sent', () => {
    always(({ request }) => {
      expect(ReplanRequest.parse(request)).toEqual(request);
    });
  });

  test('D, P and Ω lie between 0 and 1, and L is made of them', () => {
    always(({ before, request, decision: { loss: measured } }, p) => {
      for (const value of [measured.D, measured.P, measured.Omega]) {
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
      }
      expect(measured.L).toBe(loss(measured, p));
      expect(measured.Omega).toBe(resourceCost({ replans: before.replans, elapsedMs: request.elapsed_ms }, p));
    });
  });

  test('the gradient is the change of the loss since the previous round', () => {
    fc.assert(
      fc.property(tasks, (given) => {
        const decisions = run(given).map(({ decision }) => decision);
        const gradients = decisions.map(({ loss: { L } }, at) => L - (decisions[at - 1]?.loss.L ?? L));
        expect(decisions.map(({ grad_l }) => grad_l)).toEqual(gradients);
      }),
    );
  });

  test('D is 0 exactly when the task is accepted', () => {
    always(({ decision }) => {
      expect(decision.loss.D === 0).toBe(decision.macro_state === 'accept');
    });
  });

  test('a task is accepted the same way, whether the round asked for a new plan or not', () => {
    always(({ before, request, decision }, p) => {
      if (decision.macro_state === 'accept') expect(accept(before, request.elapsed_ms, p)).toStrictEqual(decision);
    });
  });

  test('a failed sub-task is never accepted, even when all task verdicts pass', () => {
    fc.assert(
      fc.property(requests, outcomes, fc.array(verdicts), (request, one, judged) => {
        const task_verdicts = judged.map(({ amended: _, ...each }) => ({ ...each, verdict: 'pass' as const, failure_class: null }));
        const { decision } = decide(initialState, {
          ...request,
          outcomes: [...request.outcomes, { ...one, status: 'failed' }],
          task_verdicts,
        });
        expect(decision.macro_state).not.toBe('accept');
      }),
    );
  });

  test('a task with a failed check is never delivered', () => {
    always(({ request, decision }) => {
      const checkFailed = request.task_checks?.some(({ verdict }) => verdict !== 'pass');
      if (checkFailed) expect(['accept', 'success']).not.toContain(decision.macro_state);
    });
  });

  test('a task ends as refused exactly when a sub-task was refused and failed', () => {
    always(({ request, decision }) => {
      const wasRefused = request.outcomes.some(({ refused, status }) => refused && status === 'failed');
      expect(decision.reason === 'refused').toBe(wasRefused);
    });
  });

  test('a directive is the one that the table gives for its numbers, and a success is close enough', () => {
    always(({ request, decision: { macro_state, reason, loss: measured, grad_l } }, p) => {
      if (reason === undefined) expect(macro_state).toBe(macroState({ ...measured, D: 1, gradL: grad_l }, p));
      if (macro_state === 'success' && !onlyAmendedIsMissed(request)) {
        expect(macroState({ ...measured, gradL: grad_l }, p)).toBe('success');
      }
    });
  });

  test('nothing is delivered while the built-in criterion of the task fails', () => {
    always(({ request, decision }) => {
      const missed = request.task_verdicts?.some(({ builtin, verdict }) => builtin && verdict !== 'pass');
      if (missed) expect(['accept', 'success']).not.toContain(decision.macro_state);
    });
  });

  test('a task that misses only criteria that were given up ends as success, whatever it spent', () => {
    always(({ request, decision }) => {
      if (onlyAmendedIsMissed(request)) expect([decision.macro_state, decision.reason]).toEqual(['success', 'close_enough']);
    });
  });

  test('a task is abandoned for getting worse only if its distance grew twice in a row', () => {
    fc.assert(
      fc.property(tasks, (given) => {
        const rounds = run(given);
        rounds.forEach(({ state }, at) => {
          const [now, before, first] = [rounds[at], rounds[at - 1], rounds[at - 2]].map((round) => round?.decision.loss.D ?? Number.NaN);
          if (state.worsening >= 2) expect([(now ?? 0) > (before ?? 1), (before ?? 0) > (first ?? 1)]).toEqual([true, true]);
        });
      }),
      { numRuns: 300 / oneIn(10) },
    );
  });

  test('no task gets more than maxReplans directives', () => {
    fc.assert(
      fc.property(fc.array(requests, { maxLength: 20 }), parameters, (given, p) => {
        const rounds = run(given, p);
        const directives = rounds.filter(({ decision }) => decision.reason === undefined).length;
        expect(directives).toBeLessThanOrEqual(p.maxReplans);
        expect(rounds.at(-1)?.state.replans ?? 0).toBe(directives);
      }),
      { numRuns: 300 / oneIn(10) },
    );
  });

  test('the previous directive is the last that was issued, and init before the first', () => {
    fc.assert(
      fc.property(tasks, (given) => {
        let last = 'init';
        for (const { decision } of run(given)) {
          expect(decision.prev_directive).toBe(last);
          if (decision.reason === undefined) last = decision.macro_state;
        }
      }),
    );
  });

  test('a task ends with a reason and blocks nothing, or continues without a reason', () => {
    always(({ decision: { macro_state, reason, blocked_tools, blocked_targets } }) => {
      expect(reason !== undefined).toBe(['accept', 'success', 'abandon'].includes(macro_state));
      if (reason !== undefined) expect([...blocked_tools, ...blocked_targets]).toEqual([]);
    });
  });

  test('break_symmetry and change_approach block no targets, change_path and refine no tools', () => {
    always(({ decision: { macro_state, blocked_tools, blocked_targets } }) => {
      if (macro_state === 'break_symmetry' || macro_state === 'change_approach') expect(blocked_targets).toEqual([]);
      if (macro_state === 'change_path' || macro_state === 'refine') expect(blocked_tools).toEqual([]);
    });
  });

  test('what is blocked was used or failed in the task, and is named once', () => {
    fc.assert(
      fc.property(tasks, (given) => {
        const made: ToolCall[] = [];
        for (const { request, decision } of run(given)) {
          made.push(...request.outcomes.flatMap(({ tool_calls }) => tool_calls).filter(({ error_class }) => error_class !== 'refused'));
          const names = made.flatMap(({ tool, programs = [] }) => [tool, ...programs.map((program) => `${tool}:${program}`)]);
          const failures = made.filter(({ ok, target }) => !ok && target !== '').map(({ tool, target }) => ({ tool, target }));
          for (const tool of decision.blocked_tools) expect(names).toContain(tool);
          for (const target of decision.blocked_targets) expect(failures).toContainEqual(target);
          const blocked = [...decision.blocked_tools, ...decision.blocked_targets].map((each) => JSON.stringify(each));
          expect(new Set(blocked).size).toBe(blocked.length);
        }
      }),
    );
  });

  test('a directive is a payload that may be sent', () => {
    always(({ request: { task_id, round }, decision: { macro_state, reason, ...measured } }) => {
      if (reason !== undefined) return;
      const payload = {
        task_id,
        round,
        directive: macro_state,
        budget_pressure: measured.loss.Omega,
        gap_summary: '',
        findings: '',
        ran: true,
        ...measured,
      };
      expect(PlanDirective.parse(payload)).toEqual(payload);
    });
  });

  test('the rationale is one line that begins with the state and names D, P and Ω', () => {
    always(({ decision: { macro_state, loss: measured, rationale } }) => {
      expect(rationale.startsWith(`${macro_state}: `)).toBe(true);
      expect(rationale).not.toMatch(/[\r\n]/);
      for (const name of ['D', 'P', 'Omega'] as const)
        expect(rationale).toContain(`${name === 'Omega' ? 'Ω' : name} ${measured[name].toFixed(2)}`);
    });
  });

  test('the state is plain JSON and gives the same decisions after it is written and read again', () => {
    always(({ before, request, state, decision }, p) => {
      const read = JSON.parse(JSON.stringify(before)) as ControllerState; // as the next line asserts
      expect(read).toStrictEqual(before);
      expect(decide(read, request, p)).toStrictEqual({ state, decision });
    });
  });

  test('the same requests give the same decisions', () => {
    fc.assert(
      fc.property(tasks, parameters, (given, p) => {
        const decided = (again: readonly ReplanRequest[]) => run(again, p).map(({ state, decision }) => ({ state, decision }));
        expect(decided(structuredClone(given))).toStrictEqual(decided(given));
      }),
    );
  });

  test('no argument is modified', () => {
    always(({ before, request, state, decision }, p) => {
      const frozen = decide(deepFrozen(structuredClone(before)), deepFrozen(structuredClone(request)), deepFrozen({ ...p }));
      expect(frozen).toStrictEqual({ state, decision });
    });
    expect(initialState).toEqual({ replans: 0, prev_directive: 'init', last: null, worsening: 0, failing_tools: [], failed_calls: [] });
  });
});
