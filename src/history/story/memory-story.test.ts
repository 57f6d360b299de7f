import { describe, expect, test } from 'vitest';
import { event } from '../../../test/support/stocked-memory.ts';
import type { MemoryRecall } from '../../contracts/memory.ts';
import { parseEntry } from '../../journal/entry.ts';
import { createMemoryStory, type MemoryStory } from './memory-story.ts';

const settings = { cwd: '/', workspace: '/w', memory: true };
const open = { kind: 'open', format: 2, task_id: 't', artoo: 'test', settings };
const message = (from: string, to: string, type: string, payload: object) => ({ kind: 'message', task_id: 't', from, to, type, payload });
const query = message('R2', 'R5', 'MemoryQuery', { tags: [{ space: 'intent:s', entity: 'env:local' }] });
const nothing: MemoryRecall = { space: null, rules: [], potentials: [], recent: [], dissonances: [], missing: null };
const recalls = (recall: Partial<MemoryRecall>) => ['R7', 'R2'].map((to) => message('R5', to, 'MemoryRecall', { ...nothing, ...recall }));
const calibration = (result: object) => ({ kind: 'decision', role: 'R2', name: 'calibration', inputs: { round: 1, tools: [] }, result });

/** The story of these entries, all of which a journal may contain. */
function told(...entries: readonly object[]): MemoryStory {
  const teller = createMemoryStory();
  entries.forEach((entry, seq) => {
    const parsed = parseEntry(
      JSON.stringify({ seq, ts: '2026-01-01T00:00:00.000Z', ...('type' in entry && { id: `t-${seq}` }), ...entry }),
    );
    if (!parsed.ok) throw new Error(parsed.error);
    teller.add(parsed.value);
  });
  return teller.story();
}

const rule = { ...event('rule-1', 3), level: 'C', state: 'rule', k: 0 } as const;
const entry = { kind: 'MUST NOT', space: 's', entity: 'e', decision: -2, text: 'it failed', megrams: ['a-m01', 'b-m01'], enforced: true };

describe('before a plan memory', () => {
  test.each<[string, readonly object[], object]>([
    ['held nothing', recalls({}), { came: 'empty', missing: null }],
    ['could not be asked', recalls({ missing: 'it is locked' }), { came: 'missing', missing: 'it is locked' }],
    [
      'held what is too faint',
      [...recalls({ recent: [event('a-m01', 1)] }), calibration({ entries: [], must_nots: [], cautions: [] })],
      { came: 'faint' },
    ],
    ['did not answer', [], { came: 'unanswered' }],
  ])('%s', (_, entries, expected) => {
    expect(told(open, query, ...entries).rounds).toMatchObject([{ round: 1, seq: 1, entries: [], ...expected }]);
  });

  test('said what it holds, with the words that the recall has', () => {
    const result = { entries: [entry], must_nots: [{ tool: 'shell', because: 'it failed' }], cautions: [], missing: null };
    const { rounds } = told(open, query, ...recalls({ space: 'intent:s', recent: [event('a-m01', 1)] }), calibration(result));
    const megrams = [
      { id: 'a-m01', content: 'lesson of a-m01' },
      { id: 'b-m01', content: null },
    ];
    expect(rounds).toEqual([
      {
        round: 1,
        seq: 1,
        came: 'said',
        missing: null,
        space: 'intent:s',
        entries: [{ kind: 'MUST NOT', text: 'it failed', enforced: true, megrams }],
        must_nots: ['it failed'],
        cautions: [],
        overruled: [],
      },
    ]);
  });

  test('had rules that were overruled', () => {
    const dissonances = [
      { rule_id: 'rule-1', evidence_id: 'a-m01' },
      { rule_id: 'rule-2', evidence_id: '' },
    ];
    const [round] = told(open, query, ...recalls({ rules: [rule], recent: [event('a-m01', 1)], dissonances })).rounds;
    expect(round?.overruled).toEqual([
      { rule: { id: 'rule-1', content: 'lesson of rule-1' }, evidence: { id: 'a-m01', content: 'lesson of a-m01' } },
      { rule: { id: 'rule-2', content: null }, evidence: null },
    ]);
  });

  test('was asked again in every round', () => {
    const { rounds } = told(open, query, ...recalls({}), query, ...recalls({ missing: 'gone' }));
    expect(rounds.map(({ round, came }) => `${round} ${came}`)).toEqual(['1 empty', '2 missing']);
  });
});

test('what a task taught, in order', () => {
  const taught = [event('t-m01', 0), event('t-m02', 0)];
  expect(told(open, ...taught.map((megram) => message('R7', 'R5', 'Megram', megram)))).toMatchObject({
    memory: true,
    isOver: false,
    taught,
  });
});

test('a task without memory', () => {
  expect(told({ ...open, settings: { ...settings, memory: false } })).toMatchObject({
    task_id: 't',
    memory: false,
    rounds: [],
    taught: [],
  });
});

test('a decision of another shape is passed over', () => {
  expect(told(open, query, ...recalls({}), calibration({ entries: 7 })).rounds).toMatchObject([{ came: 'empty', entries: [] }]);
});
