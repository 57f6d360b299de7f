/** What holds for every model, however it is implemented: the contract of src/models/model.ts. */
import { describe, expect, test } from 'vitest';
import { ArtooError } from '../../src/contracts/errors.ts';
import type { Json } from '../../src/contracts/shapes/json.ts';
import { type Model, ModelAnswer, type ModelRequest } from '../../src/models/model.ts';
import { hello, neverStopped, origin, purse } from './provider-step.ts';

/** What the model should say in a step. */
type ModelReply =
  | { readonly text: string; readonly calls?: readonly { readonly tool: string; readonly input: Json }[]; readonly isCut?: boolean }
  | 'refused';

export type ModelAdapter = {
  readonly name: string;
  /** A model that gives these answers, one per step, each at the cost of `modelUsage`. Called within a test. */
  saying(...replies: readonly ModelReply[]): Promise<Model>;
  /** Whether a listener gets the text while it is being written. */
  readonly isHeard: boolean;
};

/** The tokens that each step uses. */
export const modelUsage = { input_tokens: 120, output_tokens: 45 } as const;

const request: ModelRequest = { ...hello, tools: [{ name: 'read_file', description: 'Reads a file.', input: { type: 'object' } }] };
const calls = [
  { tool: 'read_file', input: { path: 'a' } },
  { tool: 'read_file', input: { path: 'b', deep: [1, { x: null }] } },
];

/** Runs the suite on an adapter. */
export function modelSuite({ name, saying, isHeard }: ModelAdapter): void {
  describe(`${name} is a model that`, () => {
    test('answers in the form of the port, with the text and what it used', async () => {
      const answer = await (await saying({ text: 'Grüße, 世界\n' })).step(request, origin(purse()), neverStopped());
      expect(ModelAnswer.parse(answer)).toEqual(answer);
      expect(answer).toMatchObject({ text: 'Grüße, 世界\n', calls: [], usage: modelUsage });
      expect(answer.cut ?? false).toBe(false);
    });

    test('gives the calls in their order, each under an id of its own, with text beside them', async () => {
      const answer = await (await saying({ text: 'I will look.', calls })).step(request, origin(purse()), neverStopped());
      expect(ModelAnswer.parse(answer)).toEqual(answer);
      expect(answer).toMatchObject({ text: 'I will look.', calls });
      expect(new Set(answer.calls.map(({ call_id }) => call_id)).size).toBe(2);
    });

    test('says when its answer was cut off', async () => {
      const answer = await (await saying({ text: 'and so', isCut: true })).step(request, origin(purse()), neverStopped());
      expect(answer).toMatchObject({ text: 'and so', cut: true });
    });

    test('answers one step after another', async () => {
      const model = await saying({ text: 'one' }, { text: 'two' });
      const texts = [];
      for (let step = 0; step < 2; step += 1) texts.push((await model.step(request, origin(purse()), neverStopped())).text);
      expect(texts).toEqual(['one', 'two']);
    });

    test(`is ${isHeard ? '' : 'not '}heard as it answers, if anybody listens`, async () => {
      const heard: string[] = [];
      const listening = origin(purse(), { onText: (text) => heard.push(text) });
      await (await saying({ text: 'word by word' })).step(request, listening, neverStopped());
      expect(heard.join('')).toBe(isHeard ? 'word by word' : '');
    });

    test('rejects with a code of models when it fails, and works in the next step', async () => {
      const model = await saying('refused', { text: 'now' });
      const failure = await model.step(request, origin(purse()), neverStopped()).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(ArtooError);
      expect(failure).toMatchObject({ code: expect.stringMatching(/^model_/) });
      expect((await model.step(request, origin(purse()), neverStopped())).text).toBe('now');
    });

    test('rejects with cancelled when the signal has fired, and spends nothing', async () => {
      const spending = purse();
      const stopped = AbortSignal.abort(new Error('stop'));
      await expect((await saying({ text: 'too late' })).step(request, origin(spending), stopped)).rejects.toMatchObject({
        code: 'cancelled',
      });
      expect([spending.settled.filter((used) => used !== 'nothing'), spending.open]).toEqual([[], 0]);
    });

    test('leaves the request as it is', async () => {
      const before = structuredClone(request);
      await (await saying({ text: 'read' })).step(request, origin(purse()), neverStopped());
      expect(request).toEqual(before);
    });

    test('reserves each call itself, where it says so, and settles it with what was used', async () => {
      const model = await saying({ text: 'one' }, 'refused', { text: 'two' });
      expect(model.reserves).toBe(true);
      const spending = purse();
      for (let step = 0; step < 3; step += 1) await model.step(request, origin(spending), neverStopped()).catch(() => {}); // one is refused
      expect(spending.open).toBe(0);
      expect(spending.settled).toMatchObject([modelUsage, expect.anything(), modelUsage]);
    });

    test('says nothing that the caps do not cover', async () => {
      const spent = { reserve: () => Promise.reject(new ArtooError('budget_spent', 'nothing is left')) };
      const step = (await saying({ text: 'too dear' })).step(request, origin(spent), neverStopped());
      await expect(step).rejects.toMatchObject({ code: 'budget_spent' });
    });
  });
}
