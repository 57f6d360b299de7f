import { expect, test } from 'vitest';
import { type Finding, failed, ok } from '../../config/doctor/finding.ts';
import type { Offer } from '../../config/setup/offers.ts';
import type { ModelList } from '../../models/endpoints/model-list.ts';
import type { Current } from '../../view/machine/setup-lines.ts';
import { textOf } from '../../view/style/line.ts';
import { chooseModel, type Dialogue } from './setup-dialogue.ts';

const about = 'model' as const;
const works: readonly Finding[] = [ok({ name: 'tool call', about }, 'called'), ok({ name: 'long prompt', about }, 'read')];
const cutOff = failed({ name: 'long prompt', about }, 'cut off', 'OLLAMA_CONTEXT_LENGTH=65536 ollama serve');
const refusedKey: ModelList = { ok: false, why: 'denied', status: 401, error: 'status 401' };
const noKey = failed({ name: 'key', about }, 'wants a key', 'Check the key.');
const ollama: Offer = { what: 'Ollama', where: 'http://127.0.0.1:11434/v1', choice: { provider: 'ollama' }, models: ['a', 'b'] };
const openai: Offer = {
  what: 'OPENAI_API_KEY',
  where: 'https://api.openai.com/v1',
  choice: { provider: 'openai', model: 'x' },
  models: [],
};
const key = 'sk-ant-0123456789';

type Setting = {
  readonly answers: readonly (string | undefined)[];
  readonly offers?: readonly Offer[];
  readonly current?: Current;
  readonly models?: ModelList;
  /** The findings of each try; later tries find nothing wrong. */
  readonly found?: readonly (readonly Finding[])[];
  readonly env?: Readonly<Record<string, string>>;
  readonly keep?: Dialogue['keep'];
};

/** Answers the questions in order. Returns what was on the screen, and what would be written. */
async function talk({ answers, offers = [ollama, openai], current, models, found = [], env, keep }: Setting) {
  const left = [...answers];
  const [said, hidden, tried]: [string[], boolean[], string[]] = [[], [], []];
  const results = [...found];
  const dialogue: Dialogue = {
    env: { OPENAI_API_KEY: 'sk-env', ...env },
    offers,
    idle: [],
    current,
    keep,
    async ask(lines, question, isShown) {
      if (left.length === 0) throw new Error(`not expected: ${question}`);
      const answer = left.shift();
      said.push([...lines.map(textOf), question].join('\n'));
      hidden.push(answer !== undefined && !isShown(answer));
      return answer;
    },
    list: async () => models ?? { ok: true, models: ['a', 'b'] },
    async check({ model, api_key, base_url }) {
      tried.push(`${model} at ${base_url} ${api_key ?? 'without a key'}`);
      return results.shift() ?? works;
    },
  };
  const choice = await chooseModel(dialogue);
  expect(left).toEqual([]);
  return { choice, said, hidden, tried };
}

test.each([
  ['is kept', true, ['list my files']],
  ['is not taken for another', false, []],
])('a goal that is typed where a model is asked for %s', async (_, keeps, expected) => {
  const kept: string[] = [];
  const { choice, said } = await talk({ answers: ['list my files', 'q'], ...(keeps && { keep: (goal: string) => void kept.push(goal) }) });
  expect([choice, kept]).toEqual([undefined, expected]);
  expect(said[1]).toContain('That reads like a goal');
});

test('after a failed try Enter tries the same again, with the key that was pasted', async () => {
  const { choice, said, tried } = await talk({ answers: [key, ''], found: [[cutOff]] });
  expect(said[1]).toContain('(Enter: try it again)');
  expect(tried).toEqual(Array(2).fill(`claude-sonnet-5 at https://api.anthropic.com/v1 ${key}`));
  expect(choice).toEqual({ provider: 'anthropic', model: 'claude-sonnet-5', api_key: key });
});

test.each<[string, Setting, unknown, readonly string[]]>([
  ['a number chooses what was found', { answers: ['2'] }, { provider: 'openai', model: 'x' }, ['x at https://api.openai.com/v1 sk-env']],
  [
    'an address without a scheme',
    { answers: ['gpu:8000', 'b'] },
    { base_url: 'http://gpu:8000', model: 'b' },
    ['b at http://gpu:8000/v1 without a key'],
  ],
  [
    'an address of this machine',
    { answers: ['localhost:11434', 'b'] },
    { base_url: 'http://localhost:11434', model: 'b' },
    ['b at http://localhost:11434/v1 without a key'],
  ],
  [
    'an address with a domain',
    { answers: ['gpu.example.org:8000', 'b'] },
    { base_url: 'gpu.example.org:8000', model: 'b' },
    ['b at https://gpu.example.org:8000/v1 without a key'],
  ],
  ['Enter chooses the first', { answers: ['', 'b'] }, { provider: 'ollama', model: 'b' }, ['b at http://127.0.0.1:11434/v1 without a key']],
  [
    'of several models, Enter chooses the first',
    { answers: ['1', ''] },
    { provider: 'ollama', model: 'a' },
    ['a at http://127.0.0.1:11434/v1 without a key'],
  ],
  [
    'a model is asked for until it is one',
    { answers: ['1', '7', 'c', '2'] },
    { provider: 'ollama', model: 'b' },
    ['b at http://127.0.0.1:11434/v1 without a key'],
  ],
  [
    'a model is typed',
    { answers: ['ollama:qwen3:8b'] },
    { provider: 'ollama', model: 'qwen3:8b' },
    ['qwen3:8b at http://127.0.0.1:11434/v1 without a key'],
  ],
  [
    'an address is typed, and its only model is taken',
    { answers: ['http://gpu:8000'], models: { ok: true, models: ['glm'] } },
    { base_url: 'http://gpu:8000', model: 'glm' },
    ['glm at http://gpu:8000/v1 without a key'],
  ],
  [
    'a key is pasted',
    { answers: [key] },
    { provider: 'anthropic', model: 'claude-sonnet-5', api_key: key },
    [`claude-sonnet-5 at https://api.anthropic.com/v1 ${key}`],
  ],
  [
    'a key that several could have issued is asked about',
    { answers: ['sk-0123456789abcdef', 'mistrl', 'deepseek', '1'] },
    { provider: 'deepseek', model: 'a', api_key: 'sk-0123456789abcdef' },
    ['a at https://api.deepseek.com/v1 sk-0123456789abcdef'],
  ],
  [
    'a provider without its key asks for it',
    { answers: ['anthropic:claude-sonnet-5', key] },
    { provider: 'anthropic', model: 'claude-sonnet-5', api_key: key },
    [`claude-sonnet-5 at https://api.anthropic.com/v1 ${key}`],
  ],
  [
    'a server that wants a key is tried without, then asked for one',
    { answers: ['glm@http://gpu:8000', 'secret-of-gpu'], found: [[noKey]] },
    { base_url: 'http://gpu:8000', model: 'glm', api_key: 'secret-of-gpu' },
    ['glm at http://gpu:8000/v1 without a key', 'glm at http://gpu:8000/v1 secret-of-gpu'],
  ],
  [
    'what fails is asked again, and Enter tries it again',
    { answers: ['2', ''], found: [[cutOff]] },
    { provider: 'openai', model: 'x' },
    ['x at https://api.openai.com/v1 sk-env', 'x at https://api.openai.com/v1 sk-env'],
  ],
  [
    'a key that is refused is asked for again',
    { answers: [key, 'sk-ant-another'], found: [[noKey]] },
    { provider: 'anthropic', model: 'claude-sonnet-5', api_key: 'sk-ant-another' },
    [`claude-sonnet-5 at https://api.anthropic.com/v1 ${key}`, 'claude-sonnet-5 at https://api.anthropic.com/v1 sk-ant-another'],
  ],
  [
    'a model that a server has needs no address',
    { answers: ['b'] },
    { provider: 'ollama', model: 'b' },
    ['b at http://127.0.0.1:11434/v1 without a key'],
  ],
  ['q leaves everything', { answers: ['q'] }, undefined, []],
  ['q at the key leaves everything', { answers: ['anthropic:', 'q'] }, undefined, []],
  ['q at the model leaves everything', { answers: ['1', 'q'] }, undefined, []],
  ['q leaves everything where it is asked whose key it is', { answers: ['sk-0123456789abcdef', 'q'] }, undefined, []],
  ['the end of input leaves everything', { answers: [undefined] }, undefined, []],
  ['the end of input at the key leaves everything', { answers: ['anthropic:', undefined] }, undefined, []],
  ['the end of input at the model leaves everything', { answers: ['1', undefined] }, undefined, []],
  ['where there is a model, Enter leaves it', { answers: [''], current: { model: 'm', at: 'h', from: 'f' } }, undefined, []],
])('%s', async (_, setting, choice, tried) => {
  const talked = await talk(setting);
  expect({ choice: talked.choice, tried: talked.tried }).toEqual({ choice, tried });
});

test.each<[string, Setting, string]>([
  ['a number that is not there', { answers: ['9', undefined] }, 'There is no 9 in the list.'],
  ['nothing where nothing was found', { answers: ['', undefined], offers: [] }, 'Nothing was typed.'],
  ['a word that is not a model', { answers: ['help', undefined] }, '"help" is not a model that was found here.'],
  ['a mistyped address', { answers: ['htp://gpu', undefined] }, '"htp://gpu" starts with htp://; did you mean http://?'],
  [
    'a model at one',
    { answers: ['m@htp://gpu', undefined] },
    '"m@htp://gpu" has a base URL that starts with htp://; did you mean http://?',
  ],
  ['a key that was not pasted', { answers: ['anthropic:', '', undefined] }, 'Without a key it cannot be used.'],
  [
    'a known provider that does not answer',
    {
      answers: ['deepseek:', undefined],
      models: { ok: false, why: 'unreachable', error: 'there is no such host' },
      env: { DEEPSEEK_API_KEY: 'sk-x' },
    },
    'api.deepseek.com cannot be reached: there is no such host. Is this machine online?',
  ],
  [
    'a provider that is unknown',
    { answers: ['olama:x-y', undefined] },
    'names the provider "olama", which is unknown; did you mean ollama? the known providers are',
  ],
  ['a key with a line break', { answers: [`${key}\nrest`, undefined] }, 'The key holds a line break.'],
  [
    'a variable with a line break',
    { answers: ['2', undefined], env: { OPENAI_API_KEY: 'two\nlines' } },
    'OPENAI_API_KEY holds a line break; set it again, or unset it.',
  ],
  [
    'a server that does not answer',
    { answers: ['http://gpu:8000', undefined], models: { ok: false, why: 'unreachable', error: 'no answer within 10 s' } },
    'gpu:8000 cannot be reached: no answer within 10 s.',
  ],
  [
    'a server that lists nothing',
    { answers: ['http://gpu:8000', undefined], models: { ok: false, why: 'no_list', error: 'status 404' } },
    'gpu:8000 does not list its models: status 404.',
  ],
  ['a server without a model', { answers: ['1', undefined], models: { ok: true, models: [] } }, '127.0.0.1:11434 has no model yet.'],
  ['a try that failed', { answers: ['2', undefined], found: [[cutOff]] }, 'Fix that and press Enter to try again'],
])('%s is said, and it is asked again', async (_, setting, words) => {
  const { choice, said } = await talk(setting);
  expect(choice).toBeUndefined();
  expect(said.at(-1)).toContain(words);
  expect(said.at(-1)).toContain('Which should artoo use?');
});

test('a repeated question says in one line what can be typed, and not everything that was found', async () => {
  const { said } = await talk({ answers: ['help', undefined] });
  expect(said[0]).toContain('Ctrl+C or q quits.');
  expect(said[1]).toMatch(/^\n"help" is not .*\nType a number from the list, provider:model .*q quits\.\nWhich should artoo use\?/);
});

test('a refused key is said with its status', async () => {
  const { said } = await talk({ answers: ['deepseek:', undefined], models: refusedKey, env: { DEEPSEEK_API_KEY: 'sk-x' } });
  expect(said[1]).toContain('api.deepseek.com: the key was refused (401).');
});

test('a key is never shown, and a name is', async () => {
  expect((await talk({ answers: [key] })).hidden).toEqual([true]);
  expect((await talk({ answers: ['anthropic:', 'any words at all'] })).hidden).toEqual([false, true]);
  const twice = await talk({ answers: ['sk-0123456789abcdef', 'sk-0123456789abcdef', 'deepseek', '1'] });
  expect(twice.hidden).toEqual([true, true, false, false]);
  expect(twice.said.join('\n')).not.toContain('0123456789');
});

test.each([
  ['gpt-5.4-mini', 'openai', 'sk-env'],
  ['claude-sonnet-5', 'anthropic', 'sk-ant-env'],
  ['gemini-3.6-flash', 'google', 'g-env'],
])('%s is offered by its provider, and Enter takes it', async (name, provider, api_key) => {
  const env = { ANTHROPIC_API_KEY: 'sk-ant-env', GEMINI_API_KEY: 'g-env' };
  const { choice, said, tried } = await talk({ answers: [name, ''], env });
  expect(said[1]).toContain(`Did you mean ${provider}:${name}? Enter accepts it.`);
  expect(said[1]).toContain(`[${provider}:${name}]`);
  expect(tried).toEqual([expect.stringMatching(new RegExp(`^${name} at https://.* ${api_key}$`))]);
  expect(choice).toEqual({ provider, model: name });
});
