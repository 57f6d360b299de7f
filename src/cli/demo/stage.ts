/** Where a demo is shown: prints lines, waits while a person reads, and sets the pace of the models. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Model } from '../../models/model.ts';
import type { Picture } from '../../view/picture/picture.ts';
import { type Line, line } from '../../view/style/line.ts';
import { withoutColour } from '../../view/style/paint.ts';
import { wrapLines } from '../../view/style/wrap-line.ts';
import type { Terminal } from '../command.ts';
import type { Watch } from '../task/watch-task.ts';
import { afterLines } from './stage-texts.ts';

export type Stage = Disposable & {
  /** Whether a person goes through it step by step. */
  readonly isTour: boolean;
  readonly columns: number | undefined;
  readonly rows: number | undefined;
  /** Fires when the person leaves, or the process must end. */
  readonly left: AbortSignal;
  /** This stage for a single scene: also left when the person skips to the next scene. */
  readonly scene: () => Stage;
  /** Fires when the process must end, which leaves a task unfinished. */
  readonly terminate: AbortSignal;
  readonly show: (lines: readonly Line[]) => void;
  /** Prints what just happened. */
  readonly tell: (text: string) => void;
  /** Waits for Enter, so that the person has time to read. */
  readonly pause: (prompt: string, question?: OpenQuestion) => Promise<void>;
  /** The model slowed down to the pace of this stage. */
  readonly around: (model: Model) => Model;
  /** Draws what is under way, if there is a screen. */
  readonly watch: (picture: Picture) => Pick<Watch, 'changed' | typeof Symbol.dispose> | undefined;
};

/** A question with the one answer that the scene needs. */
export type OpenQuestion = {
  /** The key that gives this answer. Enter does not: at a real question it gives none either. */
  readonly answer: 'y' | 'n';
  /** What another key of the question would do; undefined if the question has no such key. */
  readonly explain: (key: string) => readonly Line[] | undefined;
  /** What is said to anything else; empty for Enter alone. */
  readonly remind: (typed: string) => readonly Line[];
};

/** For scripts: everything to standard output, without a pause; each model step takes `stepMs`. */
export function createScriptStage({ print, width, height, cancel, terminate, paintAnswer, isPrinting }: Terminal, stepMs: number): Stage {
  const paint = paintAnswer?.paint ?? withoutColour;
  const show = (lines: readonly Line[]) => {
    if (lines.length > 0)
      print(
        wrapLines(lines, isPrinting ? width : undefined)
          .map(paint)
          .join('\n'),
      );
  };
  const stage: Stage = {
    isTour: false,
    columns: width,
    rows: height,
    left: AbortSignal.any([cancel, terminate]),
    terminate,
    scene: () => stage,
    show,
    tell: (text) => show([...afterLines(text, width), line('')]),
    pause: async () => {},
    around: slowed((signal) => (stepMs === 0 ? Promise.resolve() : delay(stepMs, undefined, { signal }))),
    watch: () => undefined,
    [Symbol.dispose]() {},
  };
  return stage;
}

/** A model that waits before each step. */
export const slowed =
  (wait: (signal: AbortSignal) => Promise<void>) =>
  (model: Model): Model => ({
    ...model,
    async step(request, origin, signal) {
      await wait(signal);
      return model.step(request, origin, signal);
    },
  });
