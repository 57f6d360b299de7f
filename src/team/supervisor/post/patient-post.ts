/** Keeps the letters of a turn waiting until the board is valid again or the turn is stopped. */
import { setTimeout } from 'node:timers/promises';
import type { Post } from '../../runners/runner.ts';
import { isInvalid } from '../invalid-board.ts';

const againMs = 1_000;

/** `onInvalid` is called each time a letter could not be judged. Rejects with `board_invalid` once `stop` is aborted: the letter is sent again when the turn continues, and counts once. */
export const createPatientPost =
  (post: Post, onInvalid: () => void, stop: AbortSignal): Post =>
  async (turn, letter) => {
    for (;;)
      try {
        return await post(turn, letter);
      } catch (error) {
        if (!isInvalid(error) || stop.aborted) throw error;
        onInvalid();
        await setTimeout(againMs, undefined, { signal: stop }).catch(() => Promise.reject(error));
      }
  };
