/** Watches one task through a drive: folds entries into what is shown, and reports it at most a few times a second. */
import type { Drive } from '../../../app/drive/drive.ts';
import type { ArtooError } from '../../../contracts/errors.ts';
import { createTaskModel, type TaskShown } from '../state/task-model.ts';
import { asError } from './use-call.ts';

export type Watched = {
  readonly shown: TaskShown;
  /** `following`: more may come. `over`: the task has ended or was stopped. */
  readonly link: 'following' | 'over';
  readonly error: ArtooError | undefined;
};

export type TaskWatch = {
  readonly watched: Watched;
  subscribe(changed: () => void): () => void;
  /** Continues where the watch ended: a task that was stopped may have been resumed. */
  again(): void;
  close(): void;
};

/** The shortest time between two drawings while entries stream. */
const frameMs = 80;
/** How long entries are processed before the browser may draw. */
const sliceMs = 10;

export function watchTask(drive: Pick<Drive, 'entries' | 'live'>, task: string): TaskWatch {
  const model = createTaskModel();
  const listeners = new Set<() => void>();
  const closed = new AbortController();
  let watched: Watched = { shown: model.shown(), link: 'following', error: undefined };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let drawn = 0;
  let round = new AbortController();

  function draw(more: Partial<Watched> = {}): void {
    clearTimeout(timer);
    timer = undefined;
    drawn = performance.now();
    watched = { ...watched, ...more, shown: model.shown() };
    for (const changed of listeners) changed();
  }

  function drawSoon(): void {
    timer ??= setTimeout(draw, Math.max(0, frameMs - (performance.now() - drawn)));
  }

  async function readAll(signal: AbortSignal): Promise<void> {
    let began = performance.now();
    for await (const entry of drive.entries(task, { from: watched.shown.next, signal })) {
      model.add(entry);
      drawSoon();
      if (performance.now() - began < sliceMs) continue;
      await turn();
      began = performance.now();
    }
  }

  async function hearAll(signal: AbortSignal): Promise<void> {
    try {
      for await (const piece of drive.live(task, signal)) {
        model.hear(piece);
        drawSoon();
      }
    } catch {
      // entries contain everything that matters, and report errors
    }
  }

  async function follow(signal: AbortSignal): Promise<void> {
    const ears = new AbortController();
    void hearAll(AbortSignal.any([signal, ears.signal]));
    try {
      await readAll(signal);
      if (!signal.aborted) draw({ link: 'over', error: undefined });
    } catch (thrown) {
      if (!signal.aborted) draw({ link: 'over', error: asError(thrown) });
    } finally {
      ears.abort();
    }
  }

  const begin = () => {
    round.abort();
    round = new AbortController();
    void follow(AbortSignal.any([closed.signal, round.signal]));
  };
  begin();
  return {
    get watched() {
      return watched;
    },
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    again() {
      draw({ link: 'following', error: undefined });
      begin();
    },
    close() {
      closed.abort();
      clearTimeout(timer);
    },
  };
}

/** Lets the browser draw, and handle input. */
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
