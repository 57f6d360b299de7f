import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { refusal } from '../../../test/support/provider-rules.ts';
import { hello } from '../../../test/support/provider-step.ts';
import { oneIn } from '../../../test/support/sample.ts';
import type { Endpoint, Protocol } from '../endpoints/endpoint.ts';
import type { AskedCall, ModelRequest, Turn } from '../model.ts';
import { languageModel } from './language-model.ts';
import { fromContent, toPrompt } from './prompt.ts';

const protocols = ['openai', 'anthropic', 'google'] as const satisfies readonly Protocol[];

/** The body that a provider package makes from a request. */
async function bodyOf(protocol: Protocol, request: ModelRequest) {
  const endpoint: Endpoint = { protocol, base_url: 'http://x.test/v1', model: 'm', api_key: 'k', max_output_tokens: 1, timeout_ms: 1 };
  const { promise, resolve } = Promise.withResolvers<string>();
  const model = await languageModel(
    endpoint,
    async (_, init) => {
      resolve(String(init?.body));
      throw new Error('seen');
    },
    'artoo',
  );
  model.doGenerate(toPrompt(request)).then(undefined, () => {});
  return JSON.parse(await promise);
}

const user = (text: string): Turn => ({ role: 'user', text });
const said = (text: string, ...calls: AskedCall[]): Turn => ({ role: 'assistant', text, calls });
const asked = (call_id: string, tool = 'read', input: AskedCall['input'] = { n: 1 }): AskedCall => ({ call_id, tool, input });
const result = (call_id: string, text = 'result', tool = 'read'): Turn => ({ role: 'tool', call_id, tool, text });

const conversations: readonly [string, readonly Turn[]][] = [
  ['nothing', []],
  ['an empty text', [user('')]],
  ['white space', [user(' \n\t')]],
  ['the assistant alone', [said('Hello')]],
  ['an assistant that says nothing', [user('a'), said(''), user('b')]],
  ['an assistant that says white space', [user('a'), said(' \n'), user('b')]],
  ['two texts in a row', [user('a'), user('b'), said('c'), said('d'), user('e')]],
  ['a call', [user('a'), said('', asked('1')), result('1')]],
  ['a call without a result at the end', [user('a'), said('', asked('1'))]],
  ['a call without a result inside', [user('a'), said('b', asked('1')), user('c')]],
  ['one of two results', [user('a'), said('b', asked('1'), asked('2')), result('2'), said('c')]],
  ['a result without a call', [user('a'), result('9'), user('b')]],
  [
    'a result without a call between others',
    [user('a'), said('', asked('1'), asked('2')), result('1'), result('9'), result('2'), said('b')],
  ],
  ['a result at the beginning', [result('1'), said('a'), user('b')]],
  ['a result twice', [user('a'), said('', asked('1')), result('1'), result('1', 'again'), said('b')]],
  ['an empty result', [user('a'), said('', asked('1')), result('1', '')]],
  ['the same id in one step', [user('a'), said('', asked('1'), asked('1')), result('1', 'first'), result('1', 'second')]],
  ['the same id in every step', [user('a'), said('', asked('1')), result('1'), said('', asked('1')), result('1')]],
  ['ids of ours', [user('a'), said('', asked('1.2.3/R3/4.5#6')), result('1.2.3/R3/4.5#6')]],
  ['an empty id', [user('a'), said('', asked('')), result('')]],
  [
    'names that are none',
    [user('a'), said('', asked('1', ''), asked('2', 'functions.read file'), asked('3', 'ü'.repeat(200)), asked('4', '4')), result('1')],
  ],
  ['inputs that are not objects', [user('a'), said('', ...[null, 'x', 3, [1], true].map((input, n) => asked(`${n}`, 'read', input)))]],
  ['half a character', [user('a\ud83d'), said('b\ude00', asked('1', 'read', { 'k\ud83d': ['\ud83d'] })), result('1', '\ud83d')]],
];

describe.each(protocols)('%s does not refuse', (protocol) => {
  test.each(conversations)('%s', async (_, turns) => {
    expect(refusal(protocol, await bodyOf(protocol, { ...hello, turns }))).toBeUndefined();
    expect(refusal(protocol, await bodyOf(protocol, { system: ' ', turns, tools: [] }))).toBeUndefined();
  });

  test('any conversation', async () => {
    const id = fc.constantFrom('1', '2', '', 'a/b.c#d');
    const text = fc.constantFrom('', ' ', 'words', '\ud83d');
    const tool = fc.constantFrom('read', '', 'a.b', 'x'.repeat(100));
    const call = fc.record({ call_id: id, tool, input: fc.constantFrom<AskedCall['input']>({}, { a: 1 }, 'x', null, []) });
    const turn: fc.Arbitrary<Turn> = fc.oneof(
      text.map(user),
      fc.tuple(text, fc.array(call, { maxLength: 3 })).map(([words, calls]) => said(words, ...calls)),
      fc.tuple(id, text, tool).map(([call_id, words, name]) => result(call_id, words, name)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { maxLength: 8 }), text, async (turns, system) => {
        const tools = [{ name: 'a.b', description: '', input: { type: 'object' } }];
        expect(refusal(protocol, await bodyOf(protocol, { system, turns, tools }))).toBeUndefined();
      }),
      { numRuns: 200 / oneIn(10) },
    );
  });
});

describe('the rules of the providers are rules: they refuse', () => {
  test.each([
    ['openai', { messages: [{ role: 'assistant', content: 'a' }] }],
    ['openai', { messages: [{ role: 'user', content: '' }] }],
    ['anthropic', { messages: [{ role: 'user', content: [{ type: 'text', text: ' ' }] }] }],
    ['anthropic', { messages: [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'x', content: '' }] }] }],
    ['google', { contents: [{ role: 'user', parts: [] }] }],
    ['google', { contents: [{ role: 'user', parts: [{ text: '\ud83d' }] }] }],
  ] as const)('%s %j', (protocol, body) => {
    expect(refusal(protocol, body)).toBeTypeOf('string');
  });
});

test('nothing that was said is lost', () => {
  const words = JSON.stringify(
    toPrompt({
      ...hello,
      turns: [user('one'), user('two'), result('9', 'stray'), said('three', asked('1'), asked('2')), result('2', 'four'), user('five')],
    }).prompt,
  );
  for (const word of ['one', 'two', 'stray', 'three', 'four', 'five']) expect(words).toContain(word);
});

test('results of the same id are distinguished by their order', () => {
  const { prompt } = toPrompt({
    ...hello,
    turns: [user('a'), said('', asked('1'), asked('1')), result('1', 'first'), result('1', 'second')],
  });
  expect(prompt.at(-1)).toMatchObject({
    content: [
      { toolCallId: 'call00001', output: { value: 'first' } },
      { toolCallId: 'call00002', output: { value: 'second' } },
    ],
  });
});

test('a longer conversation begins as the shorter one did', () => {
  const turns = [
    user('a'),
    said('b', asked('x/1')),
    result('x/1'),
    said('c', asked('x/2')),
    result('x/2'),
    user('d'),
    said('e', asked('x/3')),
    result('x/3'),
  ];
  const whole = toPrompt({ ...hello, turns }).prompt;
  for (const length of [1, 3, 5, 6]) {
    const start = toPrompt({ ...hello, turns: turns.slice(0, length) }).prompt;
    expect(whole.slice(0, start.length)).toEqual(start);
  }
});

test('a tool whose name a provider would refuse is known by another, and called by its own', () => {
  const tools = [' a.b', 'a_b', 'a:b', 'plain'].map((name) => ({ name, description: '', input: { type: 'object' } }));
  const names = toPrompt({ ...hello, tools }).tools.map(({ name }) => name);
  expect(names).toEqual([expect.stringMatching(/^_a_b_[\da-f]{8}$/), 'a_b', expect.stringMatching(/^a_b_[\da-f]{8}$/), 'plain']);
  const calls = names.map((toolName, n) => ({ type: 'tool-call' as const, toolCallId: `${n}`, toolName, input: '{}' }));
  expect(fromContent(calls, tools).calls.map(({ tool }) => tool)).toEqual([' a.b', 'a_b', 'a:b', 'plain']);
});

test('an answer is read without what the provider did itself', () => {
  const call = { type: 'tool-call' as const, toolCallId: 'x', toolName: '', input: '{}' };
  expect(
    fromContent(
      [
        { type: 'reasoning', text: 'hm' },
        { type: 'text', text: 'a' },
        { ...call, toolName: 'search', providerExecuted: true },
        call,
        call,
        { type: 'text', text: 'b' },
      ],
      [],
    ),
  ).toEqual({
    text: 'ab',
    calls: [
      { call_id: 'x', tool: 'unnamed', input: {} },
      { call_id: 'call_2_x', tool: 'unnamed', input: {} },
    ],
  });
});
