import { describe, expect, test } from 'vitest';
import { handled } from '../../../test/support/handled.ts';
import { asks, type Script, tinyWorld } from '../../../test/support/tiny-world.ts';
import { subTask, task_id } from '../../../test/support/work.ts';
import type { CorrectionSignal } from '../../contracts/execution.ts';
import { subTaskId } from '../../contracts/ids.ts';
import type { SubTask } from '../../contracts/plan.ts';
import type { Context, Draft } from '../role.ts';
import { createExecutor } from './role.ts';

const part = (index: number, more: Partial<SubTask> = {}) =>
  subTask({ subtask_id: subTaskId(task_id, 1, index), index, intent: `part ${index}`, tools: ['get', 'put'], ...more });
const says = (text: string) => ({ text, calls: [] });
const reads = (path: string) => ({ text: '', calls: [asks('get', { path })] });

function executor(script: Script, parallel = 8) {
  const world = tinyWorld(script);
  const role = createExecutor(world.toolbox)({ ...world.settings, parallel });
  const correct = (index: number, more: Partial<CorrectionSignal> = {}) =>
    handled(
      role,
      'CorrectionSignal',
      {
        subtask_id: subTaskId(task_id, 1, index),
        attempt_number: 1,
        failed_criterion: 'it is so',
        failure_class: null,
        what_was_wrong: 'It is not so.',
        what_to_do: 'Make it so.',
        ...more,
      },
      world.context,
    );
  return { ...world, correct, start: (subtask: SubTask) => handled(role, 'SubTask', subtask, world.context) };
}

test('a sub-task is answered with what was done, to its validator alone', async () => {
  const { start } = executor({ model: [says('done')] });
  expect(await start(part(2))).toEqual([
    {
      to: 'R4a',
      type: 'ExecutionResult',
      payload: { subtask_id: 't-1-2', attempt: 1, status: 'completed', output: 'done', reason: null, refused: false, tool_calls: [] },
    },
  ]);
});

describe('on offer are', () => {
  const report = 'report_infeasible';
  test.each<[string, Partial<SubTask>, readonly string[]]>([
    ['the tools that the plan named', { tools: ['put', 'get'] }, ['get', 'put', report]],
    ['none that does not exist', { tools: ['get', 'rm', '__proto__'] }, ['get', report]],
    ['none that is blocked', { tools: ['get', 'put'], blocked: { tools: ['put'], targets: [] } }, ['get', report]],
    ['those of which only a program is blocked', { tools: ['shell'], blocked: { tools: ['shell:ls'], targets: [] } }, ['shell', report]],
    ['none, where the plan named none', { tools: [] }, [report]],
  ])('%s', async (_, more, names) => {
    const { start, steps } = executor({ model: [says('done')] });
    await start(part(1, more));
    expect(steps[0]?.request.tools.map(({ name }) => name)).toEqual(names);
  });
});

describe('a tool of a server that the plan names', () => {
  const named = { tools: ['get', 'mcp__notes__say'] };
  const say = { name: 'mcp__notes__say', description: 'Says it.', input: { type: 'object' } };

  test('is described before the first step where the look has not described it, once', async () => {
    const { start, correct, steps, made } = executor({ model: [says('done'), says('done now')], offers: [say] });
    await start(part(1, named));
    await correct(1);
    expect(made).toMatchObject([{ key: '1.1.1/R3/0.1', request: { tool: 'find_tool', input: { query: 'mcp__notes__say' } } }]);
    for (const { request } of steps) expect(request.tools).toContainEqual(say);
  });

  test.each<[string, Partial<SubTask>]>([
    ['that is described is not looked up', { ...named, found_tools: [say] }],
    ['that is blocked is not looked up', { ...named, blocked: { tools: ['mcp__notes__say'], targets: [] } }],
  ])('%s', async (_, more) => {
    const { start, made } = executor({ model: [says('done')], offers: [say] });
    await start(part(1, more));
    expect(made).toEqual([]);
  });

  test('that cannot be found is named to the model with the reason, and the others stay', async () => {
    const { start, steps } = executor({ model: [says('done')], offers: [] });
    await start(part(1, named));
    expect(steps[0]?.request.tools.map(({ name }) => name)).toEqual(['get', 'report_infeasible']);
    expect(steps[0]?.request.turns.at(-1)?.text).toMatch(/^The plan names mcp__notes__say, which cannot be called now.*no such tool/s);
  });
});

describe('after a correction', () => {
  test('the next attempt continues in the same conversation, with what was wrong', async () => {
    const { start, correct, steps } = executor({ model: [says('done'), says('done now')] });
    await start(part(1));
    expect(await correct(1)).toMatchObject([{ type: 'ExecutionResult', payload: { attempt: 2, output: 'done now' } }]);
    expect(steps.map(({ key }) => key)).toEqual(['1.1.1/R3/1.0', '1.1.2/R3/1.0']);
    const turns = steps[1]?.request.turns ?? [];
    expect(turns.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(turns[2]?.text).toContain('It is not so.');
  });

  test.each<[CorrectionSignal['failure_class'], string]>([
    ['environmental', 'not_found'],
    ['logical', 'refused'],
    [null, 'refused'],
  ])('a call that failed may be tried again only where the surroundings may have changed: %s', async (failure_class, error_class) => {
    const { start, correct } = executor({ model: [reads('a'), says('no'), reads('a'), says('no')] });
    await start(part(1));
    expect(await correct(1, { failure_class })).toMatchObject([{ payload: { tool_calls: [{ error_class }] } }]);
  });

  test('for a sub-task that was never started is a defect', async () => {
    await expect(executor({}).correct(1)).rejects.toThrow('t-1-1');
  });
});

describe('at once', () => {
  /** An executor whose first tool call waits until the test releases it. */
  function waiting(model: Script['model'], parallel: number) {
    const gate = Promise.withResolvers<void>();
    let isFirst = true;
    const before = () => {
      const wait = isFirst ? gate.promise : undefined;
      isFirst = false;
      return wait;
    };
    return { ...executor({ ...(model ? { model } : {}), before }, parallel), proceed: gate.resolve };
  }
  const told = (drafts: readonly Draft[]) =>
    drafts.map((draft) =>
      'type' in draft && draft.type === 'ExecutionResult' ? `${draft.payload.subtask_id}: ${draft.payload.output}` : draft,
    );

  test('no more sub-tasks run at once than allowed: the others wait for a free slot, in order', async () => {
    const { start, proceed, steps } = waiting([reads('a'), says('one'), says('two'), says('three')], 1);
    const first = start(part(1));
    expect([await start(part(2)), await start(part(3))]).toEqual([[], []]);
    expect(steps).toHaveLength(1);
    proceed();
    expect(told(await first)).toEqual(['t-1-1: one', 't-1-2: two', 't-1-3: three']);
  });

  test('as many are worked on as may be', async () => {
    const { start, proceed } = waiting([reads('a'), says('two'), says('one')], 2);
    const first = start(part(1));
    expect(told(await start(part(2)))).toEqual(['t-1-2: two']);
    proceed();
    expect(told(await first)).toEqual(['t-1-1: one']);
  });

  test('what is begun is finished before anything new', async () => {
    const { start, correct, proceed } = waiting([says('one'), reads('a'), says('two'), says('one again'), says('three')], 1);
    await start(part(1));
    const second = start(part(2));
    await start(part(3));
    expect(await correct(1)).toEqual([]);
    proceed();
    expect(told(await second)).toEqual(['t-1-2: two', 't-1-1: one again', 't-1-3: three']);
  });

  test('a place is free again when an attempt could not be made', async () => {
    const { start } = executor({ model: [] }, 1);
    await expect(start(part(1))).rejects.toThrow('more often');
    await expect(start(part(2))).rejects.toThrow('more often');
  });
});

describe('what the person says meanwhile', () => {
  const steer = (role: ReturnType<ReturnType<typeof createExecutor>>, text: string, context: Context) =>
    handled(role, 'Steer', { text }, context);

  /** A task in which the person says something in the middle of a tool call. */
  function interrupted(model: Script['model'], text = 'only the first line') {
    let say: (() => Promise<unknown>) | undefined;
    const world = tinyWorld({ files: { '/home/a.txt': 'old' }, model: model ?? [], before: async () => void (await say?.()) });
    const role = createExecutor(world.toolbox)(world.settings);
    say = async () => {
      say = undefined;
      await steer(role, text, world.context);
    };
    return { ...world, role };
  }
  const lastTurn = (steps: ReturnType<typeof tinyWorld>['steps'], at: number) => steps[at]?.request.turns.at(-1)?.text ?? '';

  test('reaches the model before its next step, once, and approves nothing', async () => {
    const { role, steps, context } = interrupted([reads('a.txt'), reads('a.txt'), says('done')]);
    await handled(role, 'SubTask', part(1), context);
    expect(lastTurn(steps, 1)).toContain('<said>\nonly the first line\n</said>');
    expect(lastTurn(steps, 1)).toContain('approves nothing');
    expect(lastTurn(steps, 1)).toContain('under "It is done when", their words count');
    expect(lastTurn(steps, 2)).not.toContain('only the first line');
  });

  test('while the model gives its answer is heard before the answer counts', async () => {
    const { role, steps, context } = interrupted([]);
    const model: Context['effects']['model'] = async (place, request) => {
      steps.push({ key: String(place.step), request });
      if (place.step === 1) await steer(role, 'in Chinese, please', context);
      return { ...says(place.step === 1 ? 'done' : '好了'), usage: { input_tokens: 0, output_tokens: 0 } };
    };
    const drafts = await handled(role, 'SubTask', part(1), { ...context, effects: { ...context.effects, model } });
    expect(lastTurn(steps, 1)).toContain('in Chinese, please');
    expect(drafts).toMatchObject([{ payload: { status: 'completed', output: '好了' } }]);
  });

  test('reaches later sub-tasks of the same plan and those of one that did not know it, and none of a plan that did', async () => {
    const { role, steps, context } = interrupted([reads('a.txt'), ...Array.from({ length: 4 }, () => says('done'))]);
    await handled(role, 'SubTask', part(1), context);
    await handled(role, 'SubTask', part(2), context);
    expect(lastTurn(steps, 2)).toContain('only the first line');
    await handled(role, 'SubTask', part(1, { round: 2, subtask_id: subTaskId(task_id, 2, 1) }), context);
    expect(lastTurn(steps, 3)).toContain('only the first line');
    await handled(role, 'SubTask', part(1, { round: 3, subtask_id: subTaskId(task_id, 3, 1), heard: 1 }), context);
    expect(lastTurn(steps, 4)).not.toContain('only the first line');
  });
});
