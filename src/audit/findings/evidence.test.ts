import { describe, expect, test } from 'vitest';
import { goldenEntries } from '../../../test/support/golden-entries.ts';
import type { AuditedEntry } from '../observing/audited-entries.ts';
import { evidence } from './evidence.ts';

/** The messages of a task in which code refutes the first claim. */
const task = goldenEntries('correction').filter((entry) => entry.kind === 'message');
const plannedAt = task.findIndex(({ type, to }) => type === 'SubTask' && to === 'R3');

const said = (to: 'R3' | 'R4a'): AuditedEntry => {
  const [about] = task;
  if (about === undefined) throw new Error('a task without a message');
  return { ...about, from: 'User', to, type: 'Steer', payload: { text: 'Leave that file out after all.' } };
};

const found = (entries: readonly AuditedEntry[]) => {
  const detect = evidence();
  return entries.flatMap((entry) => [...detect(entry)]).map(({ anomaly }) => anomaly);
};

/** The task with the person's words inserted at this index, as every role receives them. */
const steeredAt = (at: number): readonly AuditedEntry[] => [...task.slice(0, at), said('R3'), said('R4a'), ...task.slice(at)];

describe('a claim that code refuted', () => {
  test('is false', () => {
    expect(found(task)).toEqual(['false_claim']);
  });

  test('is not a false claim where the person has spoken since its criteria were planned', () => {
    expect(found(steeredAt(plannedAt + 1))).toEqual([]);
  });

  test('is false where the plan had heard what the person said', () => {
    const heard = steeredAt(plannedAt).map((entry) =>
      entry.kind === 'message' && entry.type === 'SubTask' ? { ...entry, payload: { ...entry.payload, heard: 1 } } : entry,
    );
    expect(found(heard)).toEqual(['false_claim']);
  });

  test('is not a false claim where the plan was made without what the person had said', () => {
    expect(found(steeredAt(plannedAt))).toEqual([]);
  });
});
