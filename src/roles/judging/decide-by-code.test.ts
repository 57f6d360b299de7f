import { describe, expect, test } from 'vitest';
import { declared, evidence } from '../../../test/support/declared.ts';
import { scripted } from '../../../test/support/handled.ts';
import { settings } from '../../../test/support/parts.ts';
import { call, criterion } from '../../../test/support/work.ts';
import type { Criterion } from '../../contracts/criteria.ts';
import type { ToolCall } from '../../contracts/execution.ts';
import type { Observation } from '../../tools/observing/observation.ts';
import { createValidator } from '../r4a-validator/role.ts';
import { decideByCode } from './decide-by-code.ts';

const onFile = criterion({ criterion: 'a.txt exists', check: { kind: 'file_exists', path: 'a.txt' } });
const kept = criterion({ criterion: 'a.txt is still there', check: { kind: 'file_exists', path: 'a.txt' } });
const onOutput = criterion({ criterion: 'the answer says 7', check: { kind: 'output_contains', text: '7' } });
const onText = criterion({ criterion: 'a.txt contains plums', check: { kind: 'file_contains', path: 'a.txt', text: 'plums' } });
const unchecked = criterion({ criterion: 'it reads well' });

const there: Observation = { of: 'file', path: '/home/a.txt', type: 'file', bytes: 1 };
const absent: Observation = { of: 'file', path: '/home/a.txt', type: null, bytes: null };
const plums: Observation = { of: 'text', path: '/home/a.txt', excerpt: 'plums' };
const dark: Observation = { of: 'nothing', why: 'no permission' };

const wrote = call({
  tool: 'write_file',
  input: { path: 'a.txt', content: 'plums' },
  changed: [{ path: '/home/a.txt', change: 'created' }],
});
const looked = call({ tool: 'read_file', input: { path: 'b.txt' }, target: 'b.txt' });
const assured = call({ tool: 'shell', input: { command: 'make' }, target: 'make', assured: true });

type Given = { readonly seen?: Observation; readonly calls?: readonly ToolCall[]; readonly output?: string; readonly input?: string };

async function decide(criteria: readonly Criterion[], { seen = there, calls = [wrote], output = 'There are 7.', input = '' }: Given = {}) {
  const { context, keys } = scripted(createValidator(evidence)(settings), { see: () => seen });
  const looking = { effects: context.effects, place: (number: number) => ({ round: 1, step: 1, call: number }), cwd: '/home' };
  const made = declared(...calls);
  const found = await decideByCode(criteria, { output, calls: made, failureClass: 'logical' }, looking, {
    cwd: '/home',
    calls: made,
    input,
  });
  return { ...found, keys };
}

describe('a criterion', () => {
  test.each<[string, Criterion, Given, { verdict: string | undefined; byWorld: boolean; note: unknown }]>([
    ['without a check is open', unchecked, {}, { verdict: undefined, byWorld: false, note: undefined }],
    ['is decided by a world check that passes', onFile, {}, { verdict: 'pass', byWorld: true, note: undefined }],
    ['is decided by a world check that fails', onFile, { seen: absent }, { verdict: 'fail', byWorld: true, note: undefined }],
    [
      'is decided, as unverifiable, where nothing can be seen',
      onFile,
      { seen: dark },
      { verdict: 'unverifiable', byWorld: true, note: undefined },
    ],
    [
      'is open where a check of its form passes, and the judge is told',
      onOutput,
      {},
      { verdict: undefined, byWorld: false, note: expect.stringMatching(/^a check of its form passes: \S/) },
    ],
    ['is decided by a check of its form that fails', onOutput, { output: 'None.' }, { verdict: 'fail', byWorld: false, note: undefined }],
    [
      'is open where a file that the task wrote holds what it looks for',
      onText,
      { seen: plums },
      {
        verdict: undefined,
        byWorld: false,
        note: expect.stringMatching(/^its check passes, but may not show all that the criterion says: \S/),
      },
    ],
    [
      'is decided where the person asked for the very text in it',
      onText,
      { seen: plums, input: 'Write plums to a.txt' },
      { verdict: 'pass', byWorld: true, note: undefined },
    ],
    [
      'is open where its file was so before, and the judge is told',
      onFile,
      { calls: [looked] },
      { verdict: undefined, byWorld: false, note: expect.stringContaining('did before the task changed anything') },
    ],
    [
      'is decided where its file may be from a call of which only the person knows that it took effect',
      onFile,
      { calls: [looked, assured] },
      { verdict: 'pass', byWorld: true, note: undefined },
    ],
    [
      'that its file is still there is decided where nothing changed it, which does not show that anything was done',
      kept,
      { calls: [looked] },
      { verdict: 'pass', byWorld: false, note: undefined },
    ],
    [
      'that its file is still there is decided where it is gone',
      kept,
      { calls: [looked], seen: absent },
      { verdict: 'fail', byWorld: true, note: undefined },
    ],
    [
      'is decided where its file was not so before and still is not',
      onFile,
      { calls: [looked], seen: absent },
      { verdict: 'fail', byWorld: true, note: undefined },
    ],
  ])('%s', async (_, asked, given, { verdict, byWorld, note }) => {
    const found = await decide([asked], given);
    expect(found.decided.get(asked)?.verdict).toBe(verdict);
    expect(found.byWorld.has(asked)).toBe(byWorld);
    expect(found.open).toEqual(verdict === undefined ? [note === undefined ? { criterion: asked } : { criterion: asked, note }] : []);
  });
});

test('the world is looked at once for each check that needs it, under its own number, and what is open keeps its order', async () => {
  const { keys, open } = await decide([unchecked, onFile, onOutput, onFile]);
  expect(keys).toEqual(['1.0.0/R4a/1.2', '1.0.0/R4a/1.4']);
  expect(open.map(({ criterion: asked }) => asked)).toEqual([unchecked, onOutput]);
});
