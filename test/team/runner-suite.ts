/** What every runner of a team does, whatever its agents are. It is played without a board: everything that has the form of a letter is admitted. */
import { expect } from 'vitest';
import type { testBy } from '../support/contained.ts';
import type { Told } from '../support/played-turn.ts';

/** `mends`: its first submit is refused. `stale`: its claim is lost. */
export type Behaviour = 'submits' | 'mends' | 'stale' | 'silent';

/** Plays one turn; `isStopped`: the turn is stopped before it begins. */
export type TakeTurn = (behaviour: Behaviour, isStopped?: boolean) => Promise<Pick<Told, 'end' | 'said'>>;

export function runnerSuite(take: TakeTurn, test: ReturnType<typeof testBy>): void {
  test('a letter that ends the turn', async () => {
    expect(await take('submits')).toMatchObject({ end: 'done', said: ['checkpoint', 'submit'] });
  });

  test('a letter that is refused is mended', async () => {
    expect(await take('mends')).toMatchObject({ end: 'done', said: ['refused submit', 'submit'] });
  });

  test('a claim that is lost stops the turn', async () => {
    expect(await take('stale')).toMatchObject({ end: 'lost', said: [] });
  });

  test('no letter', async () => {
    expect((await take('silent')).end).toBe('failed');
  });

  test('a turn that is stopped before it begins', async () => {
    expect(await take('submits', true)).toMatchObject({ end: 'stopped', said: [] });
  });
}
