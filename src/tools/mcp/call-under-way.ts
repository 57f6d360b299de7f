/** A call that a server is working on. If the server asks the person something before the call is done, the call waits for the answer. */
import type { Filled } from '../../contracts/questions/form.ts';

/** A server's question to the person, as received. */
export type Question = { readonly message: string; readonly schema: unknown };
/** The answer to a question, in the form that the protocol requires. */
export type Answer = {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: Filled;
};

export type Step<Result> =
  | { readonly step: 'done'; readonly result: Result }
  | { readonly step: 'failed'; readonly error: unknown }
  | { readonly step: 'asks'; readonly question: Question };

export class CallUnderWay<Result> {
  readonly #ended: Promise<Step<Result>>;
  readonly #stopping = new AbortController();
  #asked = Promise.withResolvers<Question>();
  #answered: PromiseWithResolvers<Answer> | undefined;

  /** `begin` makes the call; the call must end with an error when its signal fires. */
  constructor(begin: (signal: AbortSignal) => Promise<Result>) {
    this.#ended = begin(this.#stopping.signal).then(
      (result) => ({ step: 'done', result }) as const,
      (error: unknown) => ({ step: 'failed', error }) as const,
    );
    void this.#ended.then(() => this.answer({ action: 'cancel' }));
  }

  /** The end of the call, or its next question. If the signal fires, the call is stopped, and the result is its end. */
  async next(signal: AbortSignal): Promise<Step<Result>> {
    const stop = () => this.stop(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop);
    try {
      return await Promise.race([this.#ended, this.#asked.promise.then((question) => ({ step: 'asks', question }) as const)]);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /** Whether a question is open. */
  get isWaiting(): boolean {
    return this.#answered !== undefined;
  }

  /** Called on behalf of the server: resolves with the answer. */
  ask(question: Question): Promise<Answer> {
    this.#answered = Promise.withResolvers<Answer>();
    this.#asked.resolve(question);
    return this.#answered.promise;
  }

  /** Answers the open question, if there is one. */
  answer(answer: Answer): void {
    const open = this.#answered;
    this.#answered = undefined;
    this.#asked = Promise.withResolvers<Question>();
    open?.resolve(answer);
  }

  stop(reason: unknown): void {
    this.#stopping.abort(reason);
    this.answer({ action: 'cancel' });
  }
}
