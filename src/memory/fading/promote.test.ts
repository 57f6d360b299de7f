import { expect, test } from 'vitest';
import type { Megram } from '../../contracts/memory.ts';
import { createInMemoryStore } from '../../store/in-memory.ts';
import { MemoryStore } from '../records/memory-store.ts';
import { type Replica, replicaOf, type Told } from '../replica/replica.ts';
import { sweep } from './dream-steps.ts';
import { promote } from './promote.ts';
import { quantize } from './quantize.ts';

const at = new Date('2026-03-01T12:00:00.000Z');
const tag = { space: 'intent:find_files', entity: 'tool:glob' };
const ids = ['01', '02', '03', '04', '05', '06'];
const megram = (id: string): Megram => ({
  ...{ id, level: 'M', created_at: at.toISOString(), ...tag, content: `what ${id} taught`, state: 'accept' },
  ...quantize('accept'),
});
const told = ids.map((id): Told => ({ said: { id, megram: megram(id) }, at }));

function opened(): { readonly memory: MemoryStore; readonly replica: Replica } {
  const memory = new MemoryStore(createInMemoryStore(), { clock: () => at, onNotice: (text) => expect.fail(text), onQueued: () => {} });
  return { memory, replica: replicaOf(memory) };
}

test('a promotion whose machine ended after the rule was sent is completed by the next dream', async () => {
  const [one, next] = [opened(), opened()];
  for (const { replica } of [one, next]) await replica.fold(told, { stream: 's', seq: 6 });
  const { rule } = await promote(one.memory, { ...tag, sigma: 1, until: at.getTime(), content: 'Glob finds files.' });
  const [written] = await one.replica.outbox(10); // and then that machine stopped
  if (!written) return expect.fail('nothing waits');
  expect(written).toMatchObject({ kind: 'written', said: { id: rule } });
  await next.replica.fold([{ said: written.said, at }], { stream: 's', seq: 7 });
  await sweep(next.memory, { extent: 'brief' });
  const facts = await next.replica.outbox(10);
  expect(facts.map(({ kind, said }) => [kind, said.id, said.consolidated?.into])).toEqual(ids.map((id) => ['facts', id, rule]));
});

test('memories that are newer than the rule stay fresh', async () => {
  const { memory, replica } = opened();
  const later = { ...megram('07'), created_at: new Date(at.getTime() + 1).toISOString() };
  const rule: Megram = {
    ...{ id: 'rule-20260301120000000-00000000', level: 'C', created_at: at.toISOString(), ...tag, content: 'Glob.', state: 'rule' },
    ...quantize('rule'),
  };
  const late = new Date(at.getTime() + 1);
  const all: readonly Told[] = [
    { said: { id: rule.id, megram: rule }, at },
    { said: { id: '07', megram: later }, at: late },
  ];
  await replica.fold(all, { stream: 's', seq: 2 });
  await sweep(memory, { extent: 'brief' });
  expect(await replica.outbox(10)).toEqual([]);
});
