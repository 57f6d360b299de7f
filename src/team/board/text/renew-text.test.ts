import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oneIn } from '../../../../test/support/sample.ts';
import { aBoard, aTask, idleCoder, inState } from '../../../../test/team/boards.ts';
import { newText, readText } from './read-text.ts';
import { renewText } from './renew-text.ts';

const commented = `# The board of our team. Please leave the comments.
version: 1
goal: {id: goal-1, description: Greet people} # in one line

# Who does what
tasks:
  # the first one
  - id: t1   # never changed
    status:    UNCLAIMED
    done_when: |
      - hello prints Hello
      # no comment, but text
      tasks: neither is this
    history: []
  - status: CLAIMED # by hand
    # order of keys is ours
    id: t2
    assigned_to: coder-1
    history:
      - {time: "2026-11-15T11:00:00Z", event: claimed}
agents:
    coder-1: # Ada's machine
        role: coder
        status: WORKING
    # a spare one
    coder-2: {role: coder, status: IDLE}
config: {}
`;
type Sections = Readonly<Record<string, unknown>>;
const read = (text: string) => readText(text) as Sections & { readonly tasks: readonly Sections[]; readonly agents: Sections };
const board = read(commented);
const [t1, t2] = board.tasks;

describe('a change of one task', () => {
  const after = {
    ...board,
    tasks: [
      t1,
      {
        ...t2,
        status: 'BLOCKED',
        lease_expires: '2026-11-15T12:00:00Z',
        history: [
          { time: '2026-11-15T11:00:00Z', event: 'claimed' },
          { time: '2026-11-15T12:00:00Z', event: 'blocked' },
        ],
      },
    ],
  };
  const text = renewText(commented, board, after);

  test('is what the text says', () => expect(readText(text)).toEqual(JSON.parse(JSON.stringify(after))));

  test('keeps all that it does not concern, byte by byte', () => {
    const [before, rest] = [commented.slice(0, commented.indexOf('  - status: CLAIMED')), commented.slice(commented.indexOf('agents:'))];
    expect(text.startsWith(before)).toBe(true);
    expect(text.endsWith(rest)).toBe(true);
  });

  test('keeps comments and the order of keys in it, and quotes times', () => {
    expect(text).toContain('  - status: BLOCKED # by hand\n    # order of keys is ours\n    id: t2\n');
    expect(text).toContain('    lease_expires: "2026-11-15T12:00:00Z"\n');
  });
});

test('a new task comes last, one that is gone leaves the others as they were', () => {
  const added = renewText(commented, board, { ...board, tasks: [t1, t2, { id: 't3', status: 'DRAFT' }] });
  expect(added).toContain('event: claimed}\n  - id: t3\n    status: DRAFT\nagents:');
  const gone = renewText(commented, board, { ...board, tasks: [t2] });
  expect(readText(gone)).toEqual({ ...board, tasks: [t2] });
  expect(gone).toContain('  - status: CLAIMED # by hand');
});

test('an agent that changes, comes or goes leaves the others as they were', () => {
  const { 'coder-1': first, 'coder-2': second } = board.agents;
  const after = {
    ...board,
    agents: { 'coder-1': { ...Object(first), status: 'IDLE' }, 'coder-2': second, 'planner-1': { role: 'planner' } },
  };
  const text = renewText(commented, board, after);
  expect(readText(text)).toEqual(after);
  expect(text).toContain("# Ada's machine");
  expect(text).toContain('    # a spare one\n    coder-2: {role: coder, status: IDLE}\n    planner-1:\n');
  expect(readText(renewText(commented, board, { ...board, agents: {} }))).toEqual({ ...board, agents: {} });
});

test('a new section comes last, and one that is empty is filled', () => {
  const after = { ...board, config: { lease_duration: 60 }, anomalies: [{ type: 'workaround' }] };
  const text = renewText(commented, board, after);
  expect(readText(text)).toEqual(after);
  expect(text.endsWith('anomalies:\n  - type: workaround\n')).toBe(true);
});

test.each([
  ['in one flow', '{version: 1, tasks: [{id: t1, status: DRAFT}], agents: {}}'],
  ['with a document marker', '---\nversion: 1\ntasks:\n- id: t1\n  status: DRAFT\nagents: {}\n'],
  ['without a line end', 'version: 1\nagents: {}\ntasks:\n- id: t1\n  status: DRAFT'],
  ['with items at the margin', 'version: 1\ntasks:\n- id: t1\n  status: DRAFT\n\n\nagents: {}\n'],
  ['with tasks in a flow', 'version: 1\ntasks: [{id: t1, status: DRAFT}]\nagents: {}\n'],
  ['with an anchor', 'version: 1\nbase: &base {status: DRAFT}\ntasks:\n  - id: t1\n    status: DRAFT\nagents: {}\n'],
  ['with quoted keys', '"version": 1\n"tasks":\n  - "id": t1\n    "status": DRAFT\n"agents": {}\n'],
  ['with Windows line ends', 'version: 1\r\ntasks:\r\n  - id: t1\r\n    status: DRAFT\r\nagents: {}\r\n'],
])('a board %s can be changed', (_, text) => {
  const before = read(text);
  const after = {
    ...before,
    tasks: [
      { ...before.tasks[0], status: 'UNCLAIMED' },
      { id: 't2', status: 'DRAFT' },
    ],
    agents: { 'coder-1': { role: 'coder' } },
  };
  expect(readText(renewText(text, before, after))).toEqual(after);
});

test('a text that says something else is not written over', () =>
  expect(() => renewText(commented, { ...board, tasks: [t1] }, { ...board, tasks: [] })).toThrow(
    expect.objectContaining({ code: 'board_invalid' }),
  ));

test('whatever changes, the text says what the board is', () => {
  const words = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('yes', '2026-11-15', '# no', '- a', 'a: b', '', ' lead', 'two\nlines\n', '\ttab', '|', '12:30', '---'),
  );
  const task = fc.record(
    {
      id: fc.constantFrom('t1', 't2', 't3', 't4'),
      description: words,
      scope: fc.oneof(words, fc.array(words)),
      history: fc.array(fc.record({ event: words })),
    },
    { requiredKeys: ['id'] },
  );
  const tasks = fc.uniqueArray(task, { selector: ({ id }) => id, maxLength: 4 });
  const agents = fc.dictionary(fc.constantFrom('coder-1', 'coder-2', 'planner-1'), fc.record({ role: words }));
  const sections = fc.record({ version: fc.constant(1), tasks, agents, goal: fc.record({ description: words }) });
  const clean = <T>(value: T): T => JSON.parse(JSON.stringify(value));
  fc.assert(
    fc.property(sections, sections, fc.boolean(), (one, two, keeps) => {
      const [before, target] = [clean(one), clean(two)];
      const kept = new Map(before.tasks.map((each) => [each.id, each]));
      const after = { ...target, tasks: target.tasks.map((each) => (keeps ? (kept.get(each.id) ?? each) : each)) };
      const text = newText(before).replaceAll(/^tasks:/gm, '# about tasks\ntasks:');
      const renewed = renewText(text, before, after);
      expect(readText(renewed)).toEqual(after);
      expect(readText(renewText(renewed, after, before))).toEqual(before);
    }),
    { numRuns: 500 / oneIn(5) },
  );
});

test('a board of ours survives being written and read', () => {
  const ours = aBoard([aTask(), inState('CLAIMED', { id: 't2' })], { 'coder-1': idleCoder() });
  expect(readText(newText(ours))).toEqual(JSON.parse(JSON.stringify(ours)));
});
