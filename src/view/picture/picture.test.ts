import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyEntries, everyEntry } from '../../../test/support/any-entries.ts';
import { goldenEntries, goldenNames } from '../../../test/support/golden-entries.ts';
import { draws, hostile } from '../../../test/support/hostile-text.ts';
import type { Entry } from '../../journal/entry.ts';
import { lineWidth, textOf } from '../style/line.ts';
import { plainly } from '../words/plainly.ts';
import { fitted } from './layout.ts';
import { liveLines } from './live-lines.ts';
import { createPicture, type Picture } from './picture.ts';
import { createPreview } from './preview.ts';

/** All lines of a task, without a screen. */
function shown(entries: readonly Entry[], options: Parameters<typeof createPicture>[0] = {}, columns?: number): readonly string[] {
  const picture = createPicture(options);
  return entries.flatMap((entry) => fitted(picture.see(entry), columns)).map(textOf);
}

const count = (lines: readonly string[], part: string): number => lines.join('\n').split(part).length - 1;
const sent = (entries: readonly Entry[], type: string): number =>
  entries.filter((entry) => entry.kind === 'message' && entry.type === type).length;

describe.each(goldenNames)('%s', (name) => {
  const entries = goldenEntries(name);

  test('is shown in words: no role, no figure, no lesson', () => {
    const text = shown(entries).join('\n');
    expect(text).not.toMatch(/\bR\d[ab]?\b|\b[DPL] \d\.|Ω|∇|δ|θ|init→|weight \d|\[LAW1\]/);
    for (const entry of entries) if (entry.kind === 'message' && entry.type === 'Megram') expect(text).not.toContain(entry.payload.content);
  });

  test('has one sentence for each new plan', () => {
    expect(shown(entries).filter((line) => line.startsWith('decides'))).toHaveLength(sent(entries, 'PlanDirective'));
  });

  test('verbose, names roles and figures', () => {
    const text = shown(entries, { verbose: true }).join('\n');
    expect(text).toMatch(/^R7 +(decides|directs) /m);
    expect(text).toMatch(/D \d\.\d\d, P \d/);
  });

  test('has nothing under way at its end', () => {
    const picture = createPicture();
    for (const entry of entries) picture.see(entry);
    expect(picture.state).toMatchObject({ activities: [], isOver: true, isAsking: false });
  });
});

test('a plan that code turns down is shown in one sentence, and for the same reasons only once', () => {
  const entries = goldenEntries('another-path');
  const twice = entries.flatMap((entry): readonly Entry[] =>
    entry.kind === 'decision' && entry.name === 'plan_rejected' ? [entry, entry] : [entry],
  );
  for (const each of [entries, twice])
    expect(shown(each).filter((line) => line.startsWith('turns down'))).toEqual([
      'turns down   its own plan: sub-task 1 repeats read_file "config/server.yaml", which failed before and is blocked',
    ]);
});

test('a sub-task that is tried again for a reason that was told says only that', () => {
  const correction = goldenEntries('correction')
    .filter((entry) => entry.kind === 'message' && entry.type === 'CorrectionSignal')
    .slice(0, 1);
  const lines = shown([...correction, ...correction]);
  expect(lines.filter((line) => line.includes('tries again'))).toEqual([
    'works        tries again',
    '             tries again, for the same reason',
  ]);
});

test.each([
  [{ approved: true }, 'you          ✓ yes to the plan'],
  [{ approved: false }, 'you          ✗ no to the plan'],
  [{ approved: false, unanswered: true }, 'plan         ○ the question about it was closed without an answer'],
])('what the person says to a plan is told: %j', (payload, line) => {
  const reply = everyEntry('x').filter((entry) => entry.kind === 'message' && entry.type === 'PlanReply');
  expect(reply.length).toBeGreaterThan(0);
  expect(shown(reply.map((entry) => ({ ...entry, payload }) as Entry))).toContain(line); // of the same type
});

test('what was refused is shown once, where it happened; the end says why, and what would allow it', () => {
  const entries = goldenEntries('refusal');
  const lines = shown(entries);
  expect(count(lines, '✗ rm -r logs/old needs a yes')).toBe(1);
  expect(count(lines, '✗ the folder logs/old is gone')).toBe(1);
  expect(count(lines, '--allow')).toBe(0);
  const said = (reply: object) =>
    shown(
      entries.map((each) =>
        each.kind === 'message' && each.type === 'ConfirmReply' ? { ...each, payload: { ...each.payload, ...reply } } : each,
      ),
    );
  expect(count(said({ unanswered: undefined }), 'you          ✗ no to rm -r logs/old')).toBe(1);
});

test('a question that was open when the task was cancelled is not told as refused', () => {
  const entries = goldenEntries('refusal');
  const asked = entries.findIndex((each) => each.kind === 'message' && each.type === 'ConfirmReply');
  const reply = entries[asked];
  if (reply?.kind !== 'message') throw new Error('it has no answer');
  const { reply_to: _, ...rest } = reply;
  const cancel = { ...rest, to: 'R7', type: 'Cancel', payload: { why: 'you cancelled it' } } as Entry; // as in a journal
  expect(count(shown([...entries.slice(0, asked), cancel, reply]), 'needs a yes')).toBe(0);
});

test('every criterion of an accepted task ends with a tick, and each is shown once', () => {
  const entries = goldenEntries('first-task');
  const picture = createPicture();
  for (const entry of entries) picture.see(entry);
  expect(picture.state.aims.map(({ verdict }) => verdict)).toEqual(['pass', 'pass']);
  expect(count(shown(entries), '✓ index.md exists')).toBe(1);
});

test('consecutive calls that only look are shown in one line, before what comes next', () => {
  const lines = shown(goldenEntries('first-task'));
  const read = lines.findIndex((line) => line.includes('read notes/garden.md, notes/piano.md, notes/travel.md'));
  expect(read).toBeGreaterThan(0);
  expect(lines[read + 1]).toContain('wrote index.md');
});

test('what was looked at is told when a model is asked what is next, before it answers', () => {
  const entries = goldenEntries('refusal');
  const looked = entries.findIndex((entry) => entry.kind === 'outcome' && JSON.stringify(entry).includes('logs/old/'));
  const next = entries.findIndex((entry, at) => at > looked && entry.kind === 'intent' && entry.effect === 'model');
  expect(shown(entries.slice(0, next)).join('\n')).not.toContain('logs/old/*');
  expect(shown(entries.slice(0, next + 1)).at(-1)).toMatch(/^works +.*logs\/old\/\*$/);
});

test('a plan of one step that says what was understood is not told a second time', () => {
  const entries = goldenEntries('refusal').map((entry) =>
    entry.kind === 'message' && entry.type === 'TaskSpec'
      ? { ...entry, payload: { ...entry.payload, intent: 'remove the folder  logs/old.' } }
      : entry,
  );
  const lines = shown(entries);
  expect(lines.filter((line) => /remove the folder +logs\/old/i.test(line))).toEqual(['understands  remove the folder logs/old.']);
  expect(lines[1]).toMatch(/^done when/);
  expect(shown(goldenEntries('refusal'))[1]).toMatch(/^plans/);
});

test('sub-tasks that run side by side are distinguished', () => {
  const text = shown(goldenEntries('side-by-side')).join('\n');
  expect(text).toMatch(/^works 1 +read north\.csv$/m);
  expect(text).toMatch(/^works 2 +read south\.csv$/m);
  expect(text).toMatch(/^done 3 +✓ /m);
});

test('after a plan was turned down, what is under way says that another is made', () => {
  const entries = goldenEntries('another-path');
  const rejected = entries.findIndex((entry) => entry.kind === 'decision' && entry.name === 'plan_rejected');
  const [next] = entries.slice(rejected).flatMap((entry, at) => (entry.kind === 'intent' ? [rejected + at] : []));
  const picture = createPicture();
  for (const entry of entries.slice(0, (next ?? 0) + 1)) picture.see(entry);
  const lines = liveLines(picture.state, Date.parse('2026-01-01T00:00:07.000Z'), 80, 8).map(textOf);
  expect(lines[0]).toMatch(/^plans +again: the last plan was turned down/);
});

describe('while it runs', () => {
  const entries = goldenEntries('another-tool');
  const call = entries.findIndex(
    (entry) => entry.kind === 'intent' && entry.effect === 'tool' && JSON.stringify(entry.input).includes('wc'),
  );
  const upTo = (end: number) => {
    const picture = createPicture();
    for (const entry of entries.slice(0, end)) picture.see(entry);
    return picture;
  };
  const key = (entries[call] as Entry & { readonly key: string }).key; // the intent that was found above

  test('a command is shown with the end of its output, which goes when the command has ended', () => {
    const picture = upTo(call + 1);
    picture.hear({ key, kind: 'output', text: 'one\n' });
    picture.hear({ key, kind: 'output', text: 'one\ntwo: 10%\rtwo\n\u001b[31mthree\u001b[0m\n' });
    expect(picture.state.activities).toMatchObject([{ doing: 'works', call: '$ wc -w essay.txt', output: ['one', 'two', 'three'] }]);
    const text = liveLines(picture.state, Date.parse('2026-01-01T00:00:07.000Z'), 80, 8).map(textOf).join('\n');
    expect(text).toMatch(/^works +\$ wc -w essay\.txt +\d+ s\n +one\n +two\n +three\n/);
    picture.see(entries[call + 1] as Entry); // its outcome
    expect(picture.state.activities).toEqual([]);
    picture.hear({ key, kind: 'output', text: 'late' });
    expect(picture.state.activities).toEqual([]);
  });

  test.each<[string, number, readonly Parameters<Picture['hear']>[0]['kind'][], RegExp]>([
    ['nothing at first', 9, [], /^judges .* 9 s\n(?! +no answer)/],
    ['since when there is no answer', 31, [], /^judges .*\n +no answer from the model for 31 s\n/],
    [
      'what it waits for, and how long',
      5,
      ['wait'],
      /^judges .*\n +waiting 15 s \(then attempt 2\): the model's server asks for a pause\n/,
    ],
    ['that there is no answer after the wait, too', 32, ['wait'], /^judges .*\n +no answer from the model for 12 s\n/],
    ['what it writes as soon as it does', 31, ['wait', 'text'], /^judges .*\n +The north\n/],
  ])('a model that says nothing is shown with %s', (_, seconds, heard, shown) => {
    const judging = entries.findIndex((entry) => entry.kind === 'intent' && entry.effect === 'model' && entry.role === 'R4a');
    const picture = upTo(judging + 1);
    const asked = entries[judging] as Entry & { readonly key: string; readonly ts: string }; // found above
    const at = Date.parse(asked.ts);
    for (const kind of heard)
      picture.hear(
        kind === 'wait'
          ? { key: asked.key, kind, wait: { until: at + 20_000, why: 'asked', attempt: 2 } }
          : { key: asked.key, kind, text: 'The north' },
      );
    const lines = liveLines(picture.state, at + seconds * 1_000, 80, 8, createPreview());
    expect(lines.map(textOf).join('\n')).toMatch(shown);
  });

  test.each([
    ['plain text as it is', 'The north sold', 'The north sold'],
    ['JSON by the sentence it is writing', '{"verdicts":[{"criterion":0,"verdict":"pass","evidence":"23 \\"essay', '23 "essay'],
    ['JSON by its last sentence between two', '{"why":"it is done","verdict":"pa', 'it is done'],
  ])('a model is shown with %s', (_, text, words) => {
    const judging = entries.findIndex((entry) => entry.kind === 'intent' && entry.effect === 'model' && entry.role === 'R4a');
    const picture = upTo(judging + 1);
    picture.hear({ key: (entries[judging] as Entry & { readonly key: string }).key, kind: 'text', text });
    expect(picture.state.activities).toMatchObject([{ doing: 'judges', text: words }]);
  });

  test('what a model writes without end is bounded', () => {
    const picture = upTo(call + 1);
    for (let piece = 0; piece < 1_000; piece += 1) picture.hear({ key, kind: 'text', text: `${'x'.repeat(5_000)}\n` });
    expect(JSON.stringify(picture.state).length).toBeLessThan(20_000);
  });

  test.each([
    [80, 13],
    [49, 2],
    [40, 2],
    [20, 2],
  ])('on %i columns, what belongs to a line is indented by %i', (columns, indent) => {
    const picture = upTo(call + 1);
    picture.hear({ key, kind: 'output', text: 'one\n' });
    const [head = '', ...others] = liveLines(picture.state, Date.parse('2026-01-01T00:00:07.000Z'), columns, 8).map(textOf);
    expect(head).toMatch(columns < 50 ? /^works \$ wc/ : /^works {8}\$ wc/);
    expect(others.slice(0, -1).map((text) => text.search(/\S/))).toEqual(others.slice(0, -1).map(() => indent));
    expect(others.length).toBeGreaterThan(1);
  });

  test('the region is never higher or wider than it may be, whatever runs', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: entries.length }),
        hostile,
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 0, max: 20 }),
        fc.constantFrom('output' as const, 'text' as const),
        (end, text, columns, rows, kind) => {
          const picture = upTo(end);
          for (const entry of entries) if (entry.kind === 'intent') picture.hear({ key: entry.key, kind, text });
          const lines = liveLines(picture.state, 0, columns, rows, createPreview());
          expect(lines.length).toBeLessThanOrEqual(rows);
          for (const each of lines) {
            expect(lineWidth(each)).toBeLessThanOrEqual(Math.max(1, columns - 1));
            expect([...textOf(each)].some(draws)).toBe(false);
          }
        },
      ),
    );
  });
});

test('entries of any kind in any order are shown, and nothing in them can draw on the terminal', () => {
  fc.assert(
    fc.property(anyEntries(hostile), fc.boolean(), (entries, verbose) => {
      expect(shown(entries, { verbose }, 60).filter((each) => [...each].some(draws))).toEqual([]);
    }),
  );
});

test('an error that was told before the task was resumed is told again: the result refers to it', () => {
  const failure = {
    kind: 'message',
    id: 't-98',
    seq: 98,
    ts: '2026-01-01T00:00:00.000Z',
    task_id: 't',
    from: 'R1',
    to: 'R7',
    type: 'Failure',
  };
  const failed = { ...failure, payload: { code: 'model_denied', role: 'R1', detail: 'the key is wrong' } } as Entry; // the parts of a message
  const pause: Entry = { kind: 'pause', seq: 99, ts: '2026-01-01T00:00:00.000Z', ms: 1_000, resumed: true };
  const error = 'error        ✗ the key is wrong';
  expect(shown([failed, failed, pause, failed])).toEqual([error, 'continues    after a pause of 1.0 s', error]);
});

test('a long text is cut, between characters', () => {
  const lines = shown(everyEntry('😀'.repeat(5_000)));
  expect(Math.max(...lines.map((each) => each.length))).toBeLessThan(1_000);
  expect(lines.every((each) => each.isWellFormed())).toBe(true);
});

test.each([20, 40, 80, 160])('at %i columns, no line is wider, and no word is broken that would fit', (columns) => {
  const lines = shown(goldenEntries('close-enough'), {}, columns);
  expect(lines.filter((each) => each.length > columns)).toEqual([]);
  expect(lines.join(' ').replaceAll(/\s+/g, ' ')).toContain('names the founder');
});

describe('what the person says', () => {
  const asked = goldenEntries('refusal')
    .filter((entry) => entry.kind === 'message' && entry.type === 'ConfirmRequest')
    .slice(0, 1);
  const [question] = asked;
  const message = (type: string, to: string, payload: object): Entry =>
    ({ ...(question as object), id: 't-99', seq: 99, from: 'User', to, reply_to: (question as { id: string }).id, type, payload }) as Entry; // the parts of a message

  test.each([
    ['for this task', { allowed: true, rule: 'write(./**)', scope: 'task' }, 'for this task: write(./**)'],
    ['for a folder', { allowed: true, rule: 'shell(x)', scope: 'folder' }, 'in this folder from now on: shell(x)'],
    ['for good', { allowed: true, rule: 'shell(x)' }, 'from now on: shell(x)'],
    ['to something else', { allowed: false, instead: 'only list them' }, 'instead: only list them'],
  ])('is told %s', (_, payload, expected) => {
    expect(shown([...asked, message('ConfirmReply', 'R3', { hash: 'h', ...payload })]).join('\n')).toContain(expected);
  });

  test('is shown where another task continues, and answers a question that was asked before', () => {
    const seq = question?.seq ?? 0;
    const resumed = message('ConfirmReply', 'R3', { hash: 'h', allowed: true });
    const picture = createPicture();
    for (const entry of asked) picture.see(entry);
    expect(picture.state.isAsking).toBe(true);
    const lines = picture.see({ ...resumed, reply_to: `20260101-000000000-later000-${seq}` } as Entry); // in the form that the journal of the later task has
    expect(fitted(lines, undefined).map(textOf)).toEqual([expect.stringMatching(/^you +✓ yes to /)]);
    expect(picture.state.isAsking).toBe(false);
  });

  test('is no longer waited for once the task is cancelled', () => {
    const picture = createPicture();
    for (const entry of asked) picture.see(entry);
    picture.see({ ...message('Cancel', 'R7', { why: 'enough' }), reply_to: undefined } as Entry); // it answers nothing
    expect(picture.state.isAsking).toBe(false);
    expect(picture.see(message('ConfirmReply', 'R3', { hash: 'h', allowed: false, unanswered: true }))).toEqual([]);
  });

  test('has a label of its own each time the person speaks and each time it continues', () => {
    const steer = (text: string) => message('Steer', 'R2', { text });
    const pause = (ms: number): Entry => ({ kind: 'pause', seq: 9, ts: '2026-01-01T00:00:00.000Z', ms, resumed: true });
    const lines = shown([steer('be brief'), steer('be kind'), pause(1_000), pause(2_000)]);
    expect(lines.map((line) => line.split(/ {2,}/)[0])).toEqual(['you', 'you', 'continues', 'continues']);
  });

  test('with a no, as what to do instead, is shown once', () => {
    const said = ['R2', 'R3', 'R4a', 'R4b', 'R7'].map((to) => message('Steer', to, { text: 'only list them' }));
    const no = message('ConfirmReply', 'R3', { hash: 'h', allowed: false, instead: 'only list them' });
    expect(shown([...asked, ...said, no]).slice(-2)).toEqual([
      expect.stringMatching(/^you +✗ no to /),
      '               instead: only list them',
    ]);
  });

  test('with a no to a plan, as what to do instead, is shown once, after the no', () => {
    const review = everyEntry('x').filter((entry) => entry.kind === 'message' && entry.type === 'PlanReview');
    const reply = everyEntry('x').filter((entry) => entry.kind === 'message' && entry.type === 'PlanReply');
    const payload = { approved: false, instead: 'in a branch' };
    const said = ['R2', 'R3', 'R4a', 'R4b', 'R7'].map((to) => message('Steer', to, { text: 'in a branch' }));
    const no = reply.slice(0, 1).map((entry) => ({ ...entry, payload }) as Entry); // an entry of the same type
    expect(shown([...review, ...said, ...no])).toEqual(['you          ✗ no to the plan', '               instead: in a branch']);
  });

  test('while a question is open, and is not an answer to it, is shown before the answer', () => {
    const said = ['R2', 'R3', 'R4a', 'R4b', 'R7'].map((to) => message('Steer', to, { text: 'be brief' }));
    const yes = message('ConfirmReply', 'R3', { hash: 'h', allowed: true });
    expect(shown([...asked, ...said, yes])).toEqual(['you          be brief', expect.stringMatching(/^ +✓ yes to /)]);
  });

  test('while the task runs is told once', () => {
    const said = ['R2', 'R3', 'R4a', 'R4b', 'R7'].map((to) => message('Steer', to, { text: 'in Chinese, please' }));
    expect(shown(said)).toEqual(['you          in Chinese, please']);
  });
});

test('calls are not named by their keys', () => {
  const evidence = 'the judge says it passes, but 1.1.1/R3/5.1 does not show notes.txt';
  expect(plainly(evidence, '/p')).toBe('the judge says it passes, but that call does not show notes.txt');
});

test.each(goldenNames)('in %s, nothing is found about a criterion from the time that it is planned until it is judged', (name) => {
  const picture = createPicture();
  for (const entry of goldenEntries(name)) {
    picture.see(entry);
    if (entry.kind !== 'message') continue;
    if (entry.type === 'DispatchManifest' && entry.to === 'R4b') {
      const { subtasks, task_criteria } = entry.payload;
      const planned = [...task_criteria, ...subtasks.flatMap(({ success_criteria }) => success_criteria)];
      expect(planned.filter(({ criterion }) => picture.found(criterion) !== undefined)).toEqual([]);
    }
    if (entry.type === 'SubTaskOutcome' && entry.to === 'R4b')
      for (const { criterion } of entry.payload.criteria_verdicts) expect(picture.found(criterion)).toBeDefined();
  }
});
