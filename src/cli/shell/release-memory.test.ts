import { expect, test } from 'vitest';
import { atRest, releaseMemory } from './release-memory.ts';

test('memory is released once in each idle period, and not while keys arrive or a task runs', () => {
  const due = new Set<() => void>();
  const pass = (): void => {
    for (const act of due) {
      due.delete(act);
      act();
    }
  };
  let released = 0;
  const resting = atRest(
    () => (released += 1),
    (act) => {
      due.add(act);
      return () => void due.delete(act);
    },
  );
  resting.stir(false);
  resting.stir(false);
  expect(due.size).toBe(1);
  pass();
  pass();
  expect(released).toBe(1);
  resting.stir(false);
  resting.stir(true);
  pass();
  expect(released).toBe(1);
  resting.stir(false);
  resting[Symbol.dispose]();
  pass();
  expect(released).toBe(1);
});

test('what is no longer used is gone after a release, and no collector is left for other code', () => {
  const kept = new WeakRef({ large: new Array(1_000).fill('text') });
  return new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
    releaseMemory();
    expect(kept.deref()).toBeUndefined();
    expect(globalThis.gc).toBeUndefined();
  });
});
