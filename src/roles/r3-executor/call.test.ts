import { describe, expect, test } from 'vitest';
import { asks, hashOf, no, type Question, type Reply, type Script, silence, tinyWorld, yes } from '../../../test/support/tiny-world.ts';
import { subTask } from '../../../test/support/work.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { ToolCall } from '../../contracts/execution.ts';
import type { SubTaskId } from '../../contracts/ids.ts';
import type { SubTask } from '../../contracts/plan.ts';
import type { Json } from '../../contracts/shapes/json.ts';
import type { AskedCall } from '../../models/model.ts';
import { needsYes, succeeded } from '../../tools/tool.ts';
import { type CallSite, cut, makeCall } from './call.ts';
import { Ledger } from './ledger.ts';

/** A step of an executor in a tiny world. */
function stepIn(script: Script = {}, subtask: SubTask = subTask(), ledger = new Ledger()) {
  const world = tinyWorld(script);
  let number = 0;
  const place = () => ({ round: 1, subtask: subtask.index, attempt: 1, step: 1, call: ++number });
  const site: CallSite = { ...world, ledger, subtask, offered: ['get', 'put', 'shell'], place };
  return { ...world, ledger, site, make: (asked: AskedCall) => makeCall(asked, site) };
}

const path = '/home/a.txt';
const putNew = asks('put', { path: 'a.txt', content: 'new' });
const getIt = asks('get', { path: 'a.txt' });
const harmHash = `${path} ${hashOf('old')} ${hashOf('new')}`;

describe('what is kept of a call', () => {
  test.each<[string, AskedCall, object]>([
    ['that worked', getIt, { tool: 'get', input: { path: 'a.txt' }, target: 'a.txt', ok: true, output_head_tail: 'old' }],
    [
      'that failed',
      asks('get', { path: 'b.txt' }),
      {
        tool: 'get',
        input: { path: 'b.txt' },
        target: 'b.txt',
        ok: false,
        output_head_tail: 'there is no b.txt',
        error_class: 'not_found',
      },
    ],
    [
      'of a shell line',
      asks('shell', { command: 'ls | wc' }),
      {
        tool: 'shell',
        programs: ['ls', 'wc'],
        input: { command: 'ls | wc' },
        target: 'ls | wc',
        ok: true,
        exit_code: 0,
        output_head_tail: 'ls | wc',
      },
    ],
    [
      'of a shell line that failed: why, and what it printed',
      asks('shell', { command: 'exit 2' }),
      {
        tool: 'shell',
        programs: ['exit'],
        input: { command: 'exit 2' },
        target: 'exit 2',
        ok: false,
        exit_code: 2,
        output_head_tail: 'exit code 2\nexit 2',
        error_class: 'failed',
      },
    ],
  ])('%s', async (_, asked, kept) => {
    const { make } = stepIn({ files: { [path]: 'old' } });
    expect(await make(asked)).toEqual({ call: { call_id: '1.1.1/R3/1.1', ...kept } });
  });

  test.each<[string, AskedCall, string]>([
    ['with an input that does not fit', asks('get', { path: 7 }), 'invalid_input'],
    ['of a tool that is not on offer', asks('rm', { path: 'a' }), 'refused'],
    ['of a tool without a name', asks('', null), 'refused'],
    ['of a tool that is named like what every object has', asks('__proto__', {}), 'refused'],
  ])('%s fits its shape', async (_, asked, error_class) => {
    const { call, refused } = await stepIn().make(asked);
    expect(ToolCall.parse(call)).toEqual(call);
    expect(call).toMatchObject({ ok: false, target: '', error_class });
    expect(refused).toBeUndefined(); // there was no refusal: the attempt continues
  });

  test('is the head and tail of a long input and a long output, although the tool gets all of it', async () => {
    const content = `first ${'-'.repeat(1 << 20)} last`;
    const { make, made } = stepIn({ files: { [path]: content } });
    const [wrote, read] = [await make(asks('put', { path: 'b.txt', content })), await make(getIt)];
    expect(made[0]?.request.input).toEqual({ path: 'b.txt', content });
    const { input } = wrote.call;
    const kept = [(input as { content: string }).content, read.call.output_head_tail];
    for (const text of kept) {
      expect(text.length).toBeLessThanOrEqual(30_000);
      expect(text).toMatch(/^first -+\n… [\d,]+ (?:of [\d,]+ )?characters left out.* …\n-+ last$/);
    }
  });

  test('begins with why it failed, however much it printed', async () => {
    const { call } = await stepIn().make(asks('shell', { command: `echo ${'-'.repeat(100_000)} 1` }));
    expect(call.output_head_tail).toMatch(/^exit code 1\necho -+\n/);
    expect(call.output_head_tail.length).toBeLessThanOrEqual(30_000);
  });
});

test.each<[string, Json, Json]>([
  ['nothing', null, null],
  ['a number', 1e300, 1e300],
  ['a short text', 'a', 'a'],
  ['lists and objects, in depth', { a: ['b', { c: false }] }, { a: ['b', { c: false }] }],
  ['a part of a bad name', JSON.parse('{"__proto__":{"a":"b"}}'), JSON.parse('{"__proto__":{"a":"b"}}')],
])('an input stays as it is where it is %s', (_, input, kept) => {
  expect(JSON.stringify(cut(input))).toBe(JSON.stringify(kept));
});

describe('a call is not made', () => {
  test.each<[string, Partial<SubTask['blocked']>, AskedCall]>([
    ['when its tool is not on offer', {}, asks('rm', {})],
    ['when its tool is blocked', { tools: ['get'] }, getIt],
    ['when its program is blocked', { tools: ['shell:find'] }, asks('shell', { command: 'ls | find' })],
    ['when its programs cannot be told', { tools: ['shell:find'] }, asks('shell', { command: '$x' })],
    ['when it is blocked itself', { targets: [{ tool: 'get', target: 'a.txt' }] }, getIt],
  ])('%s', async (_, blocked, asked) => {
    const { make, made } = stepIn({}, subTask({ blocked: { tools: [], targets: [], ...blocked } }));
    expect((await make(asked)).call).toMatchObject({ ok: false, error_class: 'refused' });
    expect(made).toEqual([]);
  });

  test('when it has just failed, in whatever order its input is named', async () => {
    const { make, made } = stepIn();
    const classes = [];
    for (const input of [{ path: 'b', x: 1 }, { x: 1, path: 'b' }, { path: 'b' }]) {
      classes.push((await make(asks('get', input))).call.error_class);
    }
    expect(classes).toEqual(['not_found', 'refused', 'not_found']);
    expect(made).toHaveLength(2);
  });

  test('but is made again when something was changed, and refused no sooner than it fails once more', async () => {
    const { make } = stepIn();
    const test = asks('shell', { command: 'npm test 1' });
    const edit = (content: string) => asks('put', { path: 'a.txt', content });
    const classes = [];
    for (const asked of [test, test, edit('1'), test, getIt, test, edit('2'), test]) classes.push((await make(asked)).call.error_class);
    expect(classes).toEqual(['failed', 'refused', undefined, 'failed', undefined, 'refused', undefined, 'failed']);
  });

  test('when it failed in another sub-task, or in another round', async () => {
    const ledger = new Ledger();
    await stepIn({}, subTask(), ledger).make(getIt);
    for (const later of [
      subTask({ subtask_id: 't-1-2' as SubTaskId, index: 2 }),
      subTask({ subtask_id: 't-2-1' as SubTaskId, round: 2 }),
    ]) {
      const { make, made } = stepIn({}, later, ledger);
      expect((await make(getIt)).call).toMatchObject({ error_class: 'refused' });
      expect(made).toEqual([]);
    }
  });

  test('when it is blocked, until something is changed in its round', async () => {
    const ledger = new Ledger();
    const blocked = { tools: [], targets: [{ tool: 'get', target: 'a.txt' }] };
    ledger.note('t-1-1' as SubTaskId, { tool: 'put', input: null }, { ok: true, changes: true, since: ledger.changeCount }); // in the previous round
    ledger.startRound(2);
    const { make } = stepIn({ files: { [path]: 'old' } }, subTask({ round: 2, blocked }), ledger);
    const classes = [];
    for (const asked of [getIt, asks('put', { path: 'b.txt', content: '' }), getIt]) classes.push((await make(asked)).call.error_class);
    expect(classes).toEqual(['refused', undefined, undefined]);
  });

  test('but is made again when another sub-task changed something while it ran', async () => {
    const ledger = new Ledger();
    const sibling = stepIn({}, subTask({ subtask_id: 't-1-2' as SubTaskId, index: 2 }), ledger);
    const before = async () => void (await sibling.make(putNew));
    const { make, made } = stepIn({ before }, subTask(), ledger);
    await make(asks('get', { path: 'b' }));
    expect((await make(asks('get', { path: 'b' }))).call.error_class).toBe('not_found');
    expect(made).toHaveLength(2);
  });
});

describe('a call that would harm', () => {
  const files = { [path]: 'old' };

  test('is made once more on a yes to that very action, and then counts like any other', async () => {
    const { make, made, questions, files: left } = stepIn({ files, person: [yes] });
    const { call, refused } = await make(putNew);
    const request = { tool: 'put', input: { path: 'a.txt', content: 'new' }, cwd: '/home', workspace: '/workspace' };
    expect(made).toEqual([
      { key: '1.1.1/R3/1.1', request },
      { key: '1.1.1/R3/1.2', request: { ...request, approved: harmHash } },
    ]);
    expect(questions).toEqual([
      {
        subtask_id: 't-1-1',
        tool: 'put',
        action: `put ${path}: old → new`,
        cwd: '/home',
        effects: [{ path, change: 'changed', why: 'it is there' }],
        more: 0,
        network: false,
        reason: `${path} is there`,
        hash: harmHash,
        caution: false,
        rule: null,
      },
    ]);
    expect(refused).toBeUndefined();
    expect(call).toMatchObject({ call_id: '1.1.1/R3/1.2', ok: true });
    expect(left.get(path)).toBe('new');
  });

  test.each<[string, object, string]>([
    ['a rule', { rule: 'shell(make x)' }, ". To allow it: --allow 'shell(make x)'"],
    ['a folder', { folder: 'folder(~/.cache/x)' }, ". To allow it: --allow 'folder(~/.cache/x)'"],
    ['quotes', { rule: "shell(git tag -m 'a b' x)" }, String.raw`--allow 'shell(git tag -m '\''a b'\'' x)'`],
    ['either', { rule: 'shell(a)', folder: 'folder(~/b)' }, "--allow 'shell(a)' or --allow 'folder(~/b)'"],
  ])('says which rule would allow it where no one answers, and asks with it: %s', async (_, offered, told) => {
    const { site, questions } = stepIn({ files, person: [silence] });
    const { effects } = site.context;
    const tool: typeof effects.tool = async (place, request) => {
      const result = await effects.tool(place, request);
      return result.harm ? { ...result, harm: { ...result.harm, ...offered } } : result;
    };
    const { refused, unanswered } = await makeCall(putNew, { ...site, context: { ...site.context, effects: { ...effects, tool } } });
    expect([refused, unanswered]).toEqual([expect.stringContaining(told), true]);
    expect(questions).toMatchObject([offered]);
  });

  test.each([
    [12, undefined],
    [40, '[LAW1] it does or needs something different each time it is tried, so it was not done'],
  ])('may ask for a dozen hosts, one after another, and not for hosts without end: %i', async (many, refusal) => {
    const { site, questions } = stepIn({ files, person: Array.from({ length: many }, () => yes) });
    const requests: unknown[] = [];
    const tool: typeof site.context.effects.tool = async (_, { approved, network }) => {
      const count = requests.push({ approved, network });
      if (count > many) return succeeded('installed');
      const harm = {
        action: 'npm ci',
        effects: [],
        more: 0,
        network: true,
        host: `h${count}.example`,
        reason: 'it wants to reach it',
        hash: `${count}`,
        rule: null,
      };
      return needsYes(harm);
    };
    const context = { ...site.context, effects: { ...site.context.effects, tool } };
    const { refused } = await makeCall(putNew, { ...site, context });
    expect(refused).toBe(refusal);
    expect(questions.slice(0, 2)).toMatchObject([{ host: 'h1.example', network: true }, { host: 'h2.example' }]);
    expect(requests.slice(0, 3)).toEqual([{}, { approved: '1', network: true }, { approved: '2', network: true }]);
    expect(questions).toHaveLength(Math.min(many, 32));
  });

  test.each<[string, (question: Question) => Reply]>([
    ['on a no', no],
    ['on a yes to another action', () => ({ hash: 'another', allowed: true })],
    ['on a yes to no action', () => ({ hash: '', allowed: true })],
    ['on a yes to an edited action', ({ hash }) => ({ hash, allowed: true, edited: 'put b.txt' })],
    ['on a yes to an action that was edited away', ({ hash }) => ({ hash, allowed: true, edited: '' })],
    ['on a no with a rule', ({ hash }) => ({ hash, allowed: false, rule: 'put(*)' })],
  ])('is refused %s, and it is not asked about again', async (_, reply) => {
    const { make, made, questions, files: left } = stepIn({ files, person: [reply] });
    const { call, refused } = await make(putNew);
    expect(call).toMatchObject({ call_id: '1.1.1/R3/1.1', ok: false, error_class: 'refused', output_head_tail: refused });
    expect(refused).toMatch(/^\[LAW1\] you said no to put /);

    const again = await make(putNew);
    expect(again).toMatchObject({ call: { ok: false, error_class: 'refused' }, refused: expect.stringContaining('refused before') });
    expect(questions).toHaveLength(1);
    expect(made.map(({ request }) => request.approved)).toEqual([undefined, undefined]);
    expect(left.get(path)).toBe('old');
  });

  test.each<[string, (question: Question) => Reply, object | undefined]>([
    ['a no', no, {}],
    ['a no with what to do instead', ({ hash }) => ({ hash, allowed: false, instead: 'keep it' }), { instead: 'keep it' }],
    ['no answer', silence, undefined],
    ['a yes', yes, undefined],
  ])('keeps what the person declined: %s', async (_, reply, declined) => {
    const { make } = stepIn({ files, person: [reply] });
    const { call } = await make(putNew);
    expect(ToolCall.parse(call)).toEqual(call);
    const expected = declined && [{ action: `put ${path}: old → new`, effects: [{ path, change: 'changed' }], ...declined }];
    expect(call.declined).toEqual(expected);
  });

  test('is refused in other sub-tasks of the task too, also by another call with the same effect', async () => {
    const { ledger, make } = stepIn({ files, person: [no] });
    await make(putNew);
    const sibling = stepIn({ files, person: [yes] }, subTask({ subtask_id: 't-1-2' as SubTaskId }), ledger);
    expect((await sibling.make(putNew)).refused).toBeDefined();
    expect(sibling.questions).toEqual([]);
    expect((await sibling.make(asks('put', { path: 'a.txt', content: 'other' }))).refused).toBeDefined(); // the same effect
    expect(sibling.questions).toHaveLength(0);
  });

  test('needs a yes every time, also to the same action', async () => {
    const { make, questions } = stepIn({ files, person: [yes, yes, yes] });
    for (const content of ['new', 'old', 'new']) expect((await make(asks('put', { path: 'a.txt', content }))).call.ok).toBe(true);
    expect(questions.map(({ hash }) => hash)).toEqual([harmHash, `${path} ${hashOf('new')} ${hashOf('old')}`, harmHash]);
  });

  test('is asked about again if it would do something else after the yes', async () => {
    const meddling = (question: Question, now: Map<string, string>) => {
      now.set(path, 'newer');
      return yes(question);
    };
    const { make, made, questions, files: left } = stepIn({ files, person: [meddling, no] });
    const { call, refused } = await make(putNew);
    expect(call).toMatchObject({ call_id: '1.1.1/R3/1.2', ok: false, error_class: 'refused' });
    expect([refused, questions.length, made.length, left.get(path)]).toEqual([expect.stringMatching(/^\[LAW1\]/), 2, 2, 'newer']);
  });

  test('is given up on when it would do something else every time', async () => {
    const meddling = (question: Question, now: Map<string, string>) => {
      now.set(path, `${now.get(path)}!`);
      return yes(question);
    };
    const { make, questions, files: left } = stepIn({ files, person: Array(9).fill(meddling) });
    expect(await make(putNew)).toMatchObject({
      call: { ok: false, error_class: 'refused' },
      refused: expect.stringContaining('each time'),
    });
    expect([questions.length, left.get(path)]).toEqual([4, 'old!!!!']);
  });

  test('tells a long action in short', async () => {
    const { make } = stepIn({ files, person: [no] });
    const { refused } = await make(asks('put', { path: 'a.txt', content: '-'.repeat(1 << 20) }));
    expect(refused?.length).toBeLessThan(500);
  });
});

describe('when the world gives no answer', () => {
  const rejecting = (error: Error) =>
    stepIn({
      before: () => {
        throw error;
      },
    });

  test('a call that was given up on has failed by a timeout, and would do so again', async () => {
    const { make, made } = rejecting(new ArtooError('timed_out', 'no answer within 5 s'));
    expect((await make(getIt)).call).toMatchObject({ ok: false, error_class: 'timeout', output_head_tail: 'no answer within 5 s' });
    expect((await make(getIt)).call).toMatchObject({ ok: false, error_class: 'refused' });
    expect(made).toHaveLength(1);
  });

  /** The first try was under way when artoo stopped; the person decides what to do about it. */
  const interrupted = (answer: 'again' | 'done' | 'stop') => {
    const asked: unknown[] = [];
    let tries = 0;
    const step = stepIn({
      before: () => {
        tries += 1;
        if (tries === 1) throw new ArtooError('interrupted', 'who knows');
      },
      person: [
        (question) => {
          asked.push(question);
          return { answer } as never; // the question is not a ConfirmRequest, so the reply has another shape
        },
      ],
    });
    return { ...step, asked };
  };

  test('with an unknown outcome is decided by the person: it is done again', async () => {
    const { make, asked, made, files } = interrupted('again');
    expect((await make(putNew)).call).toMatchObject({ ok: true });
    expect(asked).toEqual([{ subtask_id: expect.any(String), tool: 'put', action: 'a.txt', cwd: '/home' }]);
    expect(made.map(({ key }) => key)).toEqual(['1.1.1/R3/1.1', '1.1.1/R3/1.2']);
    expect(files.get(path)).toBe('new');
  });

  test('with an unknown outcome is decided by the person: it is done', async () => {
    const { make, made } = interrupted('done');
    expect((await make(putNew)).call).toMatchObject({ ok: true, output_head_tail: expect.stringContaining('the person says') });
    expect(made).toHaveLength(1);
  });

  test('with an unknown outcome is decided by the person: the task stops', async () => {
    await expect(interrupted('stop').make(putNew)).rejects.toMatchObject({ code: 'interrupted' });
  });

  test.each([new ArtooError('cancelled', 'enough'), new Error('a defect')])('any other trouble is not the call’s: %s', async (error) => {
    await expect(rejecting(error).make(getIt)).rejects.toBe(error);
  });
});

test('every call has a place of its own, made or not, asked about or not', async () => {
  const { make, made } = stepIn({ files: { [path]: 'old', '/home/b.txt': 'old' }, person: [yes, no] });
  const ids = [];
  for (const asked of [asks('rm', {}), putNew, getIt, asks('put', { path: 'b.txt', content: '' }), asks('', {}), getIt]) {
    ids.push((await make(asked)).call.call_id);
  }
  expect(ids).toEqual([1, 3, 4, 5, 6, 7].map((number) => `1.1.1/R3/1.${number}`));
  expect(new Set(made.map(({ key }) => key)).size).toBe(made.length);
});

describe('lesson: identical searches repeated until the budget is gone', () => {
  const look = asks('get', { path: 'empty.txt' });

  test('a search that found nothing is not made again while nothing changed', async () => {
    const { make, made } = stepIn({ files: { '/home/empty.txt': '' } });
    expect((await make(look)).call).toMatchObject({ ok: true, output_head_tail: '' });
    expect((await make(look)).call).toMatchObject({ ok: false, error_class: 'refused' });
    expect(made.length).toBe(1);
  });

  test('one that found something may be made again', async () => {
    const { make, made } = stepIn({ files: { [path]: 'old' } });
    await make(getIt);
    expect((await make(getIt)).call.ok).toBe(true);
    expect(made.length).toBe(2);
  });
});

describe('what memory has a mixed record of', () => {
  const because = 'put has a mixed record';
  const minding = (...cautions: SubTask['cautions']) => subTask({ cautions });
  const put = (name: string, content = 'new') => asks('put', { path: name, content });

  test('is asked about once, before the first call that changes something, and the yes holds for the task', async () => {
    const { make, made, questions } = stepIn({ person: [yes] }, minding({ tool: 'put', because }));
    for (const name of ['b.txt', 'c.txt']) expect((await make(put(name))).call.ok).toBe(true);
    expect(questions).toMatchObject([
      { tool: 'put', action: 'b.txt', cwd: '/home', effects: [], more: 0, network: false, reason: because, caution: true, rule: null },
    ]);
    expect(made.map(({ request }) => request.approved)).toEqual([undefined, undefined]);
  });

  test.each<[string, SubTask['cautions'][number], AskedCall, number]>([
    ['a tool', { tool: 'put', because }, put('b.txt'), 1],
    ['a program of a line', { tool: 'shell:npm', because }, asks('shell', { command: 'ls | npm test' }), 1],
    ['a tool on a target, in whatever writing', { tool: 'put', target: 'b', because }, put('./b/'), 1],
    ['another tool', { tool: 'get', because }, put('b.txt'), 0],
    ['another program', { tool: 'shell:npm', because }, asks('shell', { command: 'npx npm' }), 0],
    ['a tool on another target', { tool: 'put', target: 'c.txt', because }, put('b.txt'), 0],
    ['what only reads', { tool: 'get', because }, getIt, 0],
  ])('by %s: asked or not', async (_, caution, asked, count) => {
    const { make, questions } = stepIn({ files: { [path]: 'old' }, person: [yes] }, minding(caution));
    await make(asked);
    expect(questions).toHaveLength(count);
  });

  test('in two ways is one question', async () => {
    const both = minding({ tool: 'put', because }, { tool: 'put', target: 'b.txt', because: 'and so has b.txt' });
    const { make, questions } = stepIn({ person: [yes] }, both);
    await make(put('b.txt'));
    await make(put('b.txt', 'newer'));
    expect(questions).toMatchObject([{ reason: `${because}; and so has b.txt` }]);
  });

  test('is refused on a no, for the rest of the task', async () => {
    const ledger = new Ledger();
    const subtask = minding({ tool: 'put', because });
    const { make, made, questions } = stepIn({ person: [no] }, subtask, ledger);
    const { call, refused } = await make(put('b.txt'));
    expect(call).toMatchObject({ ok: false, error_class: 'refused' });
    expect(refused).toContain(because);
    const later = stepIn({}, { ...subtask, subtask_id: 't-1-2' as SubTaskId, index: 2 }, ledger);
    expect((await later.make(put('c.txt'))).refused).toContain(because);
    expect([made, later.made, questions.length]).toEqual([[], [], 1]);
  });

  test('is refused on a yes to something else', async () => {
    const { make, made } = stepIn({ person: [() => ({ hash: 'x', allowed: true })] }, minding({ tool: 'put', because }));
    expect((await make(put('b.txt'))).refused).toBeDefined();
    expect(made).toEqual([]);
  });

  test('and would harm is asked about again, by what it would do', async () => {
    const { make, made, questions, files } = stepIn({ files: { [path]: 'old' }, person: [yes, no] }, minding({ tool: 'put', because }));
    expect((await make(putNew)).refused).toContain('[LAW1]');
    expect(questions.map(({ caution, effects }) => [caution, effects.length])).toEqual([
      [true, 0],
      [false, 1],
    ]);
    expect(questions[0]?.hash).not.toBe(questions[1]?.hash);
    expect(made.map(({ request }) => request.approved)).toEqual([undefined]);
    expect(files.get(path)).toBe('old');
  });

  test('may be done by another command line that the person made of it', async () => {
    const edited = ({ hash }: Question): Reply => ({ hash, allowed: false, edited: 'ls' });
    const { make, made } = stepIn({ person: [edited] }, minding({ tool: 'shell:npm', because }));
    expect(await make(asks('shell', { command: 'npm test', timeout: 7 }))).toMatchObject({
      call: { ok: true, target: 'ls', declined: [{ action: 'npm test', edited: 'ls', effects: [] }] },
      edited: true,
    });
    expect(made.map(({ request }) => request.input)).toEqual([{ command: 'ls', timeout: 7 }]);
  });

  test('but is blocked is not even asked about', async () => {
    const subtask = subTask({ cautions: [{ tool: 'put', because }], blocked: { tools: [], targets: [{ tool: 'put', target: 'b' }] } });
    const { make, questions } = stepIn({}, subtask);
    expect((await make(put('b/'))).call.error_class).toBe('refused');
    expect(questions).toEqual([]);
  });
});
