import fc from 'fast-check';
import { expect, test } from 'vitest';
import { waitBefore, withRetries } from './attempts.ts';
import type { Failure, Obstacle, Retry } from './failure.ts';

const minute = 60_000;
const past = { attempts: 1, broken: 0, leftMs: minute };

test.each<[string, Retry, Partial<typeof past>, number | undefined]>([
  ['what is refused', { when: 'never' }, {}, undefined],
  ['the first failure', { when: 'later', because: 'failing' }, {}, 500],
  ['the second', { when: 'later', because: 'failing' }, { attempts: 2 }, 2_000],
  ['the third', { when: 'later', because: 'failing' }, { attempts: 3 }, undefined],
  ['a limit, at first', { when: 'later', because: 'limited' }, {}, 1_000],
  ['a limit that lasts', { when: 'later', because: 'limited' }, { attempts: 4 }, 14_000],
  ['a limit after the fifth attempt', { when: 'later', because: 'limited' }, { attempts: 5 }, undefined],
  ['the wish of a server', { when: 'later', because: 'failing', after_ms: 7_000 }, {}, 7_250],
  ['the wish for nothing', { when: 'later', because: 'failing', after_ms: 0 }, {}, 250],
  ['a minute, as limits are counted', { when: 'later', because: 'limited', after_ms: minute }, { leftMs: 5 * minute }, 60_250],
  ['the same once more', { when: 'later', because: 'limited', after_ms: minute }, { attempts: 4, leftMs: 5 * minute }, 60_250],
  [
    'the same after the fifth attempt',
    { when: 'later', because: 'limited', after_ms: minute },
    { attempts: 5, leftMs: 5 * minute },
    undefined,
  ],
  ['the longest wish', { when: 'later', because: 'failing', after_ms: 4 * minute }, { leftMs: 5 * minute }, 240_250],
  ['a longer wish', { when: 'later', because: 'failing', after_ms: 4 * minute + 1 }, { leftMs: 9 * minute }, undefined],
  ['a wish for longer than there is time', { when: 'later', because: 'failing', after_ms: 7_000 }, { leftMs: 7_000 }, undefined],
  ['a failure when the time is over', { when: 'later', because: 'failing' }, { leftMs: 400 }, undefined],
  ['what broke off', { when: 'once' }, { broken: 1 }, 500],
  ['what broke off twice', { when: 'once' }, { attempts: 2, broken: 2 }, undefined],
  ['what broke off after another failure', { when: 'once' }, { attempts: 2, broken: 1 }, 2_000],
  ['what broke off at the last attempt', { when: 'once' }, { attempts: 3, broken: 1 }, undefined],
])('%s', (_, retry, more, ms) => {
  expect(waitBefore(retry, { ...past, ...more }, 0.5)).toBe(ms);
});

test('a limit is waited out for 20 s at least', () => {
  const waits = [1, 2, 3, 4].map((attempts) => waitBefore({ when: 'later', because: 'limited' }, { ...past, attempts }, 0) ?? 0);
  expect(waits.reduce((sum, ms) => sum + ms)).toBeGreaterThanOrEqual(20_000);
});

test('a server that is not there is tried for some 10 s', () => {
  const waits = [1, 2, 3, 4, 5].map((attempts) => waitBefore({ when: 'later', because: 'closed' }, { ...past, attempts }, 0.5));
  expect(waits).toEqual([500, 1_500, 3_000, 5_000, undefined]);
});

test('chance spreads the waits, and no wait is longer than the time that is left', () => {
  const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  const retry = fc.oneof(
    fc.constantFrom<Retry>({ when: 'never' }, { when: 'once' }, { when: 'later', because: 'failing' }),
    fc.integer({ min: 0, max: 100_000 }).map((after_ms): Retry => ({ when: 'later', because: 'failing', after_ms })),
  );
  fc.assert(
    fc.property(
      retry,
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 0, max: 2 }),
      fc.nat(100_000),
      chance,
      (how, attempts, broken, leftMs, luck) => {
        const ms = waitBefore(how, { attempts, broken, leftMs }, luck);
        if (ms === undefined) return;
        expect(ms).toBeLessThan(leftMs);
        expect(ms).toBeLessThanOrEqual(240_500);
        expect(attempts).toBeLessThan(3);
      },
    ),
  );
});

const failure = (when: 'later' | 'once', after_ms?: number, because: Obstacle = 'failing'): Failure => ({
  code: 'model_unreachable',
  message: 'it failed',
  cost: 'nothing',
  retry: when === 'once' ? { when } : { when, because, ...(after_ms === undefined ? {} : { after_ms }) },
  cause: 'why',
});

test('the time that attempts take counts', async () => {
  let now = 0;
  const waits: number[] = [];
  const wait = async (ms: number) => {
    waits.push(ms);
    now += ms;
  };
  const clock = { now: () => now, random: () => 0.5, wait };
  const attempt = async () => {
    now += 9_000;
    return { ok: false, failure: failure('later') } as const;
  };
  await expect(withRetries(attempt, 10_000, clock, new AbortController().signal)).rejects.toMatchObject({
    code: 'model_unreachable',
    message: 'it failed (2 attempts)',
    cause: 'why',
  });
  expect(waits).toEqual([500]);
});

test.each([
  ['a limit', failure('later', 7_000, 'limited'), { until: 7_250, why: 'limited', attempt: 2 }],
  ['what the server asks for', failure('later', 7_000), { until: 7_250, why: 'asked', attempt: 2 }],
  ['a server that is overloaded', failure('later'), { until: 500, why: 'busy', attempt: 2 }],
  ['a server that is not there', failure('later', undefined, 'closed'), { until: 500, why: 'closed', attempt: 2 }],
  ['what broke off', failure('once'), { until: 500, why: 'broken_off', attempt: 2 }],
])('a wait for %s is reported before it begins', async (_, failed, wait) => {
  const told: unknown[] = [];
  const clock = { now: () => 0, random: () => 0.5, wait: async () => expect(told).toEqual([wait]) };
  const attempts = [{ ok: false, failure: failed } as const, { ok: true, value: 'done' } as const];
  const attempt = async () => attempts.shift() ?? expect.fail('it is asked once more');
  expect(await withRetries<string>(attempt, minute, clock, new AbortController().signal, (each) => void told.push(each))).toBe('done');
});

test('a signal ends the waiting', async () => {
  const stop = new AbortController();
  const clock = {
    now: () => 0,
    random: () => 0,
    wait: (_: number, signal: AbortSignal) =>
      new Promise((__, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        stop.abort(new Error('stopped'));
      }),
  };
  await expect(withRetries(async () => ({ ok: false, failure: failure('later') }), minute, clock, stop.signal)).rejects.toThrow('stopped');
});
