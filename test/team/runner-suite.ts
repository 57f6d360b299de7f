/** What every runner of a team does, whatever its agents are: played without a board, by a post that admits what has the form of a letter. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { readLetter } from '../../src/team/letters/letter.ts';
import type { Post, Runner, Turn } from '../../src/team/runners/runner.ts';
import { receiptOf } from '../../src/team/supervisor/team.ts';

/** `mends`: its first submit is refused. `stale`: its claim is lost. */
export type Behaviour = 'submits' | 'mends' | 'stale' | 'silent';

export type Played = { readonly runner: Runner; readonly root: string; readonly folder: string };

export const aTurn = ({ folder }: Pick<Played, 'folder'>, more: Partial<Turn> = {}): Turn => ({
  ...{ run: '20261118-100000-abcdef', agent: 'coder-1', role: 'coder', task: 't1', fencing: 3, folder, prompt: 'Greet.', maxMinutes: 1 },
  ...more,
});

/** Admits what has the form of a letter, and notes it; a submit ends the turn. */
export function postIn(root: string, isStale = false): { readonly post: Post; readonly said: string[] } {
  const said: string[] = [];
  const post: Post = async (turn, { id, kind, body }) => {
    if (isStale) return { ok: false, code: 'stale', why: ['its claim went to coder-2'] };
    const read = readLetter({ id, kind, body, agent: turn.agent, fencing: turn.fencing });
    const isWrong = !read.ok || (read.letter.kind === 'submit' && read.letter.body.message === 'wrong');
    said.push(isWrong ? `refused ${kind}` : kind);
    if (isWrong) return { ok: false, code: 'refused', why: ['mend it'] };
    if (kind === 'submit') {
      mkdirSync(dirname(receiptOf(root, turn)), { recursive: true });
      writeFileSync(receiptOf(root, turn), '{}');
    }
    return { ok: true, ends: kind === 'submit' || kind === 'handoff' };
  };
  return { post, said };
}

export function runnerSuite(play: (behaviour: Behaviour) => Promise<Played>): void {
  const taken = async (behaviour: Behaviour, signal = new AbortController().signal) => {
    const played = await play(behaviour);
    const { post, said } = postIn(played.root, behaviour === 'stale');
    const { end } = await played.runner.run(aTurn(played), post, signal);
    return { end, said };
  };

  test('a letter that ends the turn', async () => {
    expect(await taken('submits')).toEqual({ end: 'done', said: ['checkpoint', 'submit'] });
  });

  test('a letter that is refused is mended', async () => {
    expect(await taken('mends')).toEqual({ end: 'done', said: ['refused submit', 'submit'] });
  });

  test('a claim that is lost stops the turn', async () => {
    expect(await taken('stale')).toEqual({ end: 'lost', said: [] });
  });

  test('no letter', async () => {
    expect((await taken('silent')).end).toBe('failed');
  });

  test('a turn that is stopped before it begins', async () => {
    expect(await taken('submits', AbortSignal.abort())).toEqual({ end: 'stopped', said: [] });
  });
}
