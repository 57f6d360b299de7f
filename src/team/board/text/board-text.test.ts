import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { collectedHeap } from '../../../../test/support/collected-heap.ts';
import { oneIn } from '../../../../test/support/sample.ts';
import { type BoardText, readBoard, textsOf } from './board-text.ts';
import { newText, readText } from './read-text.ts';
import { renewBoard } from './renew-text.ts';
import { createRoom } from './splice.ts';

const text = `# The board of our team
version: 1

# Who does what
tasks:
  # the first one
  - id: t1
    done_when: |+
      - hello prints Hello
      # no comment, but text

  # about the second
  - id: t2 # in a hurry
    scope: "IN: two
      lines"
  - {id: t3, status: DRAFT}
agents:
  # Ada's machine
  coder-1:
    role: coder
  "coder-2": {role: coder}
config: {}
`;
type Sections = Readonly<Record<string, unknown>>;
type Read = Sections & { readonly tasks: readonly Sections[]; readonly agents: Sections };
const boardIn = ({ board }: BoardText): Read => board as Read; // every text here has these sections

/** The result of reading the text as a whole, or the error. */
const whole = (of: string): unknown => attempt(() => readText(of));
const byPieces = (of: string, known?: BoardText): unknown => attempt(() => readBoard(of, known).board);
function attempt(read: () => unknown): unknown {
  try {
    return { says: read() };
  } catch (error) {
    return { throws: String(error) };
  }
}

describe('a text that is read by its pieces', () => {
  test('is cut into its tasks and agents, and says what the whole says', () => {
    const read = readBoard(text);
    expect(read.sections?.map(({ name, list }) => [name, list?.parts.length])).toEqual([
      [undefined, undefined],
      ['version', undefined],
      ['tasks', 3],
      ['agents', 2],
      ['config', undefined],
    ]);
    expect(read.board).toEqual(readText(text));
  });

  test('is not parsed where it is known what it says, except for numbers that a journal cannot hold', () => {
    const before = readBoard(text);
    const after = text
      .replace('in a hurry', 'in no hurry')
      .replace('role: coder\n', 'role: planner\n')
      .replace('config: {}', 'config: {mode: x}')
      .replace('{id: t3,', '{id: t3, limit: .inf,');
    const read = boardIn(readBoard(after));
    const limitless = read.tasks.map((task) => ({ ...task, ...('limit' in task && { limit: null }) }));
    const said = { ...read, tasks: limitless, agents: { ...read.agents }, config: { ...(read.config as Sections) } };
    const known = boardIn(readBoard(after, before, said));
    expect(known).toEqual(read);
    expect([known.tasks[0], known.tasks[1], known.agents['coder-1'], known.config]).toEqual(
      [boardIn(before).tasks[0], said.tasks[1], said.agents['coder-1'], said.config].map((value) => expect.toSatisfy((is) => is === value)),
    );
  });

  test('keeps no text of an earlier time in memory, however often it changes', () => {
    const many = 50;
    const filler = 'x'.repeat(20_000);
    const after = (changes: number): Buffer =>
      Buffer.from(
        `version: 1\ntasks:\n${Array.from({ length: many }, (_, at) => `- id: t${at}\n  scope: ${filler} ${at < changes}\n`).join('')}`,
      );
    let read = readBoard(after(0));
    const before = collectedHeap();
    for (let changes = 1; changes <= many; changes += 1) read = readBoard(after(changes), read);
    const grown = collectedHeap() - before;
    expect(read.board).toEqual(readText(after(many).toString()));
    expect(grown).toBeLessThan(10 * after(many).length);
  });

  test('has the same objects where nothing changed, wherever they stand now', () => {
    const before = readBoard(text);
    expect(boardIn(readBoard(text, before)).tasks).toBe(boardIn(before).tasks);
    const changed = text.replace('Hello', 'Goodbye').replace('  - {id: t3, status: DRAFT}\n', '').replace('config: {}', 'config: {a: 1}');
    const after = readBoard(`${changed.replace('  # about the second', '  - id: t0\n  # about the second')}`, before);
    expect(boardIn(after).tasks.map((task) => boardIn(before).tasks.indexOf(task))).toEqual([-1, -1, 1]);
    expect(boardIn(after).agents).toBe(boardIn(before).agents);
    expect(after.board).toEqual(readText(after.bytes.toString()));
  });

  test.each([
    ['an alias from one task to another', 'version: 1\ntasks:\n  - id: &a t1\n  - id: *a\n'],
    ['an alias within a task', 'version: 1\ntasks:\n  - id: &a t1\n    assigned_to: *a\n  - id: t2\n'],
    ['a section twice', 'version: 1\ntasks:\n  - id: t1\nversion: 2\n'],
    ['an agent twice', 'version: 1\nagents:\n  coder-1: {}\n  "coder-1": {}\n'],
    ['a text in place of tasks', 'version: 1\ntasks: |\n  - id: t1\n  - id: t2\n'],
    ['tasks under a tag', 'version: 1\ntasks: !!seq\n  - id: t1\n'],
    ['tasks of two indentations', 'version: 1\ntasks:\n    - id: t1\n  - id: t2\n'],
    ['a quotation over items', 'version: 1\ntasks:\n  - id: "t1\n  - id: t2"\n'],
    ['a key that is not a word', 'version: 1\nfoo bar: 2\ntasks:\n  - id: t1\n'],
    ['a key of the prototype', 'version: 1\n__proto__: {a: 1}\nagents:\n  __proto__: {b: 1}\n'],
    ['a mark of bytes', '\uFEFFversion: 1\ntasks:\n  - id: t1\n'],
    ['a list in a list', 'version: 1\ntasks:\n  - - a\n    - b\n  - c\n'],
    ['empty items', 'version: 1\ntasks:\n  -\n  - id: t1\n  -\n'],
    ['an item that ends the text', 'version: 1\ntasks:\n  - id: t1\n  -'],
    ['empty lines at the end of a text', 'version: 1\ntasks:\n  - id: |+\n      a\n\n\n  - id: t2\n'],
    ['two documents', 'version: 1\n---\nversion: 2\n'],
    ['tabs', 'version: 1\ntasks:\n\t- id: t1\n'],
    ['words alone', 'version\n'],
    ['nothing', ''],
    ['comments alone', '# nothing\n\n'],
    ['Windows line ends', 'version: 1\r\ntasks:\r\n  # one\r\n  - id: t1\r\n  - id: t2\r\n'],
  ])('with %s says what the whole says', (_, of) => {
    expect(byPieces(of)).toEqual(whole(of));
    expect(byPieces(of, readBoard(text))).toEqual(whole(of));
  });

  test('says what the whole says, whatever is done to its lines', () => {
    const strange = [
      '  - id: t9',
      '- id: t8',
      '   # deep',
      '# margin',
      '',
      '    role: "',
      "  x: '",
      '  - |+',
      '   text',
      'agents:',
      '  coder-3: {',
      'tasks:',
      ' -',
      '...',
      '\t',
      '? a',
      'a: *b',
      'b: &b c',
      '      # text?',
      '  }',
      'y: |',
      '  "q": >-',
    ];
    const edit = fc.record({ at: fc.nat(30), remove: fc.nat(2), add: fc.array(fc.constantFrom(...strange), { maxLength: 2 }) });
    const known = readBoard(text);
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 3 }), (edits) => {
        const lines = text.split('\n');
        for (const { at, remove, add } of edits) lines.splice(at, remove, ...add);
        const of = lines.join('\n');
        expect(byPieces(of, known)).toEqual(whole(of));
        expect(byPieces(of)).toEqual(whole(of));
      }),
      { numRuns: 4_000 / oneIn(40) },
    );
  });
});

test('a board that is changed again and again is what its text says, and what others read of it', () => {
  const words = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.constantFrom('# no', 'two\nlines\n\n', 'x\n# y\n', '- a', '*a', '&a b', ' lead', ''),
  );
  const task = fc.record({ id: fc.constantFrom('t1', 't2', 't3', 't4'), description: words }, { requiredKeys: ['id'] });
  const step = fc.record(
    {
      tasks: fc.uniqueArray(task, { selector: ({ id }) => id, maxLength: 4 }),
      agents: fc.dictionary(fc.constantFrom('coder-1', 'coder-2'), fc.record({ role: words })),
      goal: fc.record({ description: words }),
    },
    { requiredKeys: ['tasks'] },
  );
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 5 }), fc.boolean(), (steps, isOurs) => {
      const start: Sections = { version: 1, tasks: [{ id: 't1' }], agents: { 'coder-1': { role: 'coder' } } };
      let held = readBoard(isOurs ? newText(start) : text);
      let others = held;
      const room = createRoom();
      for (const each of steps) {
        const [last, lastText] = [held, held.bytes.toString()];
        const before = boardIn(held);
        const known = new Map(before.tasks.map((one) => [one.id, one]));
        const tasks = each.tasks.map((one) =>
          one.description === undefined ? (known.get(one.id) ?? one) : { ...known.get(one.id), ...one },
        );
        const after = JSON.parse(JSON.stringify({ ...before, ...each, tasks: [] }));
        held = renewBoard(held, { ...after, tasks }, room);
        const renewed = held.bytes.toString();
        expect(last.bytes.toString()).toBe(lastText);
        expect(readText(renewed)).toEqual({ ...after, tasks });
        if (held.sections) expect(textsOf(held.sections).join('')).toBe(renewed);
        others = readBoard(held.bytes, others);
        expect(others.board).toEqual(readText(renewed));
      }
    }),
    { numRuns: 1_000 / oneIn(20) },
  );
});
