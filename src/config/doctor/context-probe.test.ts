import { expect, onTestFinished, test } from 'vitest';
import { type Asked, type Reply, startProvider } from '../../../test/support/provider-server.ts';
import { probeContext } from './context-probe.ts';

const never = new AbortController().signal;

async function answering(answer: (asked: Asked) => Reply) {
  const server = await startProvider({ answer });
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
}

const promptOf = ({ turns }: Asked): string => turns.map(({ text }) => text).join('');

/** A server that reads only the last n tokens, as Ollama does. */
const cutting =
  (tokens: number) =>
  (asked: Asked): Reply => {
    const seen = promptOf(asked).slice(-tokens * 4);
    return { text: /maple-\d+/.exec(seen)?.[0] ?? 'I see no code word.', usage: { input: Math.ceil(seen.length / 4), output: 4 } };
  };

test.each([
  [65_536, 'whole'],
  [4_096, 'cut'],
  [2_048, 'cut'],
])('a server that reads %i tokens has read the prompt: %s', async (tokens, read) => {
  const server = await answering(cutting(tokens));
  expect(await probeContext(server.endpoint('openai'), never)).toMatchObject({ ok: true, read });
});

test.each([
  ['a model that forgets it, of which all was counted', { input: 6_000, output: 3 }, 'missed'],
  ['a server that does not count', 'none', 'cut'],
] as const)('%s: %s', async (_, usage, read) => {
  const server = await answering(() => ({ text: 'green', usage }));
  expect(await probeContext(server.endpoint('openai'), never)).toMatchObject({ ok: true, read });
});

test('the prompt is about 6,000 tokens long, with the word at its beginning and nowhere else', async () => {
  const server = await answering(() => ({ text: 'maple-1234' }));
  expect(await probeContext(server.endpoint('anthropic'), never, 10_000, 'maple-1234')).toMatchObject({ read: 'whole' });
  const prompt = promptOf(server.requests[0] as Asked);
  expect(prompt.indexOf('maple-1234')).toBeLessThan(40);
  expect(prompt.lastIndexOf('maple-1234')).toBeLessThan(40);
  expect(prompt.split(/\W+/).length).toBeGreaterThan(4_800); // a token is at most as long as a word
});

test('a server that never answers is waited for until the limit, and the sentence says so', async () => {
  const server = await answering(() => ({ fault: 'silence' }));
  expect(await probeContext(server.endpoint('openai'), never, 50)).toMatchObject({ ok: false, code: 'model_timed_out' });
});
