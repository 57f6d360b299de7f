import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scratch } from '../../test/support/scratch.ts';
import { trusted } from '../../test/support/trusted.ts';
import { defaultTimeoutMs } from '../models/endpoints/endpoint.ts';
import { type ConfigureOptions, configure } from './configure.ts';

type Given = Partial<Pick<ConfigureOptions, 'flags' | 'env'>> & {
  readonly project?: string;
  readonly own?: string;
  readonly isTrusted?: boolean;
};

/** A project, trusted by the person unless stated otherwise, and a home. Each has a settings file if one is given. */
function machine({ flags = {}, env = {}, project, own, isTrusted = true }: Given): ConfigureOptions {
  const root = scratch();
  const [cwd, home] = [join(root, 'project'), join(root, 'home')];
  for (const folder of [cwd, home]) mkdirSync(folder);
  if (project !== undefined) write(join(cwd, '.artoo/config.yaml'), project);
  if (project !== undefined && isTrusted) trusted(cwd, join(home, '.artoo'));
  if (own !== undefined) write(join(home, '.artoo/config.yaml'), own);
  return { flags, env, cwd, home };
}

function write(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

const configured = (given: Given) => configure(machine(given));
const refusal = async (given: Given): Promise<{ code?: string; message: string }> =>
  configured(given).then(
    () => ({ message: 'it was accepted' }),
    ({ code, message }) => ({ code, message }),
  );

test('with nothing at all there are defaults, no endpoints and nothing to note', async () => {
  const options = machine({});
  const settings = await configure(options);
  expect(settings).toMatchObject({
    budget: { value: { time_ms: 300_000, cap_ms: 1_800_000 }, from: 'default' },
    max_cost: { value: 5, from: 'default' },
    workspace: { value: join(options.home, 'artoo_workspace'), from: 'default' },
    data: { value: join(options.home, '.artoo'), from: 'default' },
    roles: { R3: { value: 'tool', from: 'default' } },
    control: { rho: { value: 0.5, from: 'default' } },
    notes: [],
  });
  expect(settings).not.toHaveProperty('endpoints');
  expect(settings).not.toHaveProperty('brain');
});

describe('flags go before variables, variables before the project, the project before the person, the person before defaults', () => {
  const flags = { workspace: '/flag' };
  const env = { ARTOO_WORKSPACE: '/variable' };
  const project = 'workspace: inside\nmax_cost: 1\n';
  const own = 'workspace: /own\nmax_cost: 2\nparallel: 3\n';
  test.each<[Given, string, string]>([
    [{ flags, env, project, own }, '/flag', 'flag --workspace'],
    [{ env, project, own }, '/variable', 'ARTOO_WORKSPACE'],
    [{ project, own }, 'project/inside', './.artoo/config.yaml:1'],
    [{ own }, '/own', 'config.yaml:1'],
    [{}, 'home/artoo_workspace', 'default'],
  ])('for the workspace: %#', async (given, value, from) => {
    const { workspace } = await configured(given);
    expect(workspace.value.endsWith(value)).toBe(true);
    expect(workspace.from.endsWith(from)).toBe(true);
  });

  test('value by value', async () => {
    const { max_cost, parallel, strict } = await configured({ flags: { strict: true }, project, own });
    expect(max_cost).toEqual({ value: 1, from: './.artoo/config.yaml:2' });
    expect(parallel).toEqual({ value: 3, from: expect.stringMatching(/home\/\.artoo\/config\.yaml:3$/) });
    expect(strict).toEqual({ value: true, from: 'flag --strict' });
  });

  test.each<[Given, string | undefined, string]>([
    [{ flags: { brain: 'a' }, env: { BRAIN_MODEL: 'b', OPENAI_MODEL: 'c' }, project: 'brain: d', own: 'brain: e' }, 'a', 'flag --brain'],
    [{ env: { BRAIN_MODEL: 'b', OPENAI_MODEL: 'c' }, project: 'brain: d', own: 'brain: e' }, 'b', 'BRAIN_MODEL'],
    [{ env: { BRAIN_MODEL: ' ', OPENAI_MODEL: 'c' }, project: 'brain: d', own: 'brain: e' }, 'c', 'OPENAI_MODEL'],
    [{ env: { BRAIN_MODEL: '' }, project: 'brain: d', own: 'brain: e' }, 'd', './.artoo/config.yaml:1'],
    [{ own: '# mine\nbrain: e' }, 'e', 'home/.artoo/config.yaml:2'],
  ])('for the model: %#', async (given, value, from) => {
    const { brain } = await configured(given);
    expect(brain?.model.value).toBe(value);
    expect(brain?.model.from.endsWith(from)).toBe(true);
  });
});

describe('every flag', () => {
  test('is a setting', async () => {
    const flags = {
      brain: 'anthropic:x',
      tool: 'ollama:y',
      budget: '90s',
      'max-tokens': '2M',
      'max-cost': '$2.50',
      strict: true,
      plan: 'true',
      quiet: true,
      workspace: 'w',
      data: 'd',
      json: true,
    } as const;
    const options = machine({ flags });
    expect(await configure(options)).toMatchObject({
      brain: { provider: 'anthropic', model: { value: 'x', from: 'flag --brain' } },
      tool: { base_url: { value: 'http://127.0.0.1:11434/v1', from: 'flag --tool' } },
      budget: { value: { time_ms: 90_000, cap_ms: 90_000 }, from: 'flag --budget' },
      control: { timeBudgetMs: { value: 90_000, from: 'flag --budget' } },
      max_tokens: { value: 2_000_000, from: 'flag --max-tokens' },
      max_cost: { value: 2.5, from: 'flag --max-cost' },
      strict: { value: true },
      plan: { value: true },
      quiet: { value: true },
      workspace: { value: join(options.cwd, 'w') },
      data: { value: join(options.cwd, 'd'), from: 'flag --data' },
    });
  });

  test.each([
    [{ budget: 'soon' }, /^--budget /],
    [{ 'max-cost': '-1' }, /^--max-cost /],
    [{ 'max-tokens': '1e999' }, /^--max-tokens /],
    [{ brain: true }, /^--brain needs a value/],
    [{ tool: '' }, /^--tool needs a value/],
    [{ brain: 'x@htp://y' }, /^--brain .*did you mean http/],
    [{ strict: 'maybe' }, /^--strict /],
    [{ workspace: '~bob' }, /^--workspace /],
  ] as const)('that is wrong is a matter of usage: %j', async (flags, message) => {
    expect(await refusal({ flags })).toEqual({ code: 'usage', message: expect.stringMatching(message) });
  });
});

describe('the environment', () => {
  test('falls back part by part', async () => {
    const env = {
      BRAIN_MODEL: 'big',
      OPENAI_BASE_URL: 'http://gate:1',
      OPENAI_API_KEY: 'shared',
      OPENAI_MODEL: 'small',
      TOOL_API_KEY: 'own',
    };
    expect(await configured({ env })).toMatchObject({
      brain: {
        model: { value: 'big', from: 'BRAIN_MODEL' },
        base_url: { value: 'http://gate:1/v1', from: 'OPENAI_BASE_URL' },
        api_key: { value: 'shared', from: 'OPENAI_API_KEY' },
      },
      tool: { model: { value: 'small', from: 'OPENAI_MODEL' }, api_key: { value: 'own', from: 'TOOL_API_KEY' } },
    });
  });

  test('takes whole endpoints for models', async () => {
    const { brain } = await configured({ env: { BRAIN_MODEL: 'anthropic:claude-x@http://gate:1', ANTHROPIC_API_KEY: 'sk-ant' } });
    expect(brain).toMatchObject({
      protocol: 'anthropic',
      base_url: { value: 'http://gate:1/v1', from: 'BRAIN_MODEL' },
      api_key: { from: 'ANTHROPIC_API_KEY' },
    });
  });

  test('takes a model that is named like a provider, beside a base URL', async () => {
    const { brain } = await configured({ env: { OPENAI_MODEL: 'mistral:7b', OPENAI_BASE_URL: 'localhost:11434' } });
    expect(brain).toMatchObject({ model: { value: 'mistral:7b' }, base_url: { value: 'http://localhost:11434/v1' } });
  });

  const gate = { ANTHROPIC_BASE_URL: 'https://gate.example', ANTHROPIC_API_KEY: 'sk-ant' };

  test.each<[string, Parameters<typeof configured>[0]]>([
    ['by a flag', { flags: { brain: 'anthropic:' }, env: gate }],
    ['by a model', { env: { ...gate, BRAIN_MODEL: 'claude-sonnet-5' } }],
    ['by its key alone', { env: gate }],
    ['by the same address', { flags: { brain: 'anthropic:claude-x@https://gate.example/v1' }, env: gate }],
  ])('says where Anthropic is asked that is named %s, and its key goes there', async (_, options) => {
    expect((await configured(options)).brain).toMatchObject({
      protocol: 'anthropic',
      base_url: { value: 'https://gate.example/v1' },
      api_key: { value: 'sk-ant', from: 'ANTHROPIC_API_KEY' },
    });
  });

  const openaiGate = { OPENAI_BASE_URL: 'https://gate.example', OPENAI_API_KEY: 'sk-open' };

  test.each<[string, Parameters<typeof configured>[0], string | undefined]>([
    ['by a flag', { flags: { brain: 'openai:gpt-x' }, env: openaiGate }, 'gpt-x'],
    ['by a flag without a model, which its server is asked for', { flags: { brain: 'openai:' }, env: openaiGate }, undefined],
    ['by a model', { env: { ...openaiGate, BRAIN_MODEL: 'openai:gpt-x' } }, 'gpt-x'],
    ['by the same address', { flags: { brain: 'gpt-x@https://gate.example/v1' }, env: openaiGate }, 'gpt-x'],
  ])('says where OpenAI is asked that is named %s, and its key goes there', async (_, options, model) => {
    expect((await configured(options)).brain).toMatchObject({
      protocol: 'openai',
      base_url: { value: 'https://gate.example/v1' },
      model: { value: model },
      api_key: { value: 'sk-open', from: 'OPENAI_API_KEY' },
    });
  });

  test('keeps the key of OpenAI beside its address, too', async () => {
    const { brain, notes } = await configured({ flags: { brain: 'gpt-x@https://api.openai.com' }, env: openaiGate });
    expect(brain).toMatchObject({ base_url: { value: 'https://api.openai.com/v1' }, api_key: { value: undefined } });
    expect(notes).toEqual([expect.stringMatching(/^brain has no key: the key at OPENAI_API_KEY is for another server/)]);
  });

  test('keeps the key beside its address: it goes to no other server, and a note says so', async () => {
    const { brain, notes } = await configured({ flags: { brain: 'anthropic:claude-x@https://api.anthropic.com' }, env: gate });
    expect(brain).toMatchObject({ base_url: { value: 'https://api.anthropic.com/v1' }, api_key: { value: undefined } });
    expect(notes).toEqual([expect.stringMatching(/^brain has no key: the key at ANTHROPIC_API_KEY is for another server/)]);
  });

  test.each([
    ['over plain http to another machine', 'http://gate:1', 1],
    ['over plain http within a private network', 'http://10.0.0.7:8000', 1],
    ['over https', 'https://gate:1', 0],
    ['to this machine', 'http://localhost:8000', 0],
    ['to this machine by its number', 'http://127.0.0.1:8000', 0],
  ])('warns once of a key that goes %s', async (__, url, warnings) => {
    const { notes } = await configured({ env: { OPENAI_BASE_URL: url, OPENAI_API_KEY: 'shared', OPENAI_MODEL: 'm' } });
    expect(notes).toHaveLength(warnings);
    for (const note of notes)
      expect(note).toBe(
        `the key at OPENAI_API_KEY goes to ${new URL(url).host} without encryption, and anyone on the network path can read it; use https, or a tunnel`,
      );
    expect((await configured({ env: { OPENAI_BASE_URL: url, OPENAI_MODEL: 'm' } })).notes).toEqual([]);
  });

  test("uses the first of a provider's variables that is set", async () => {
    const { brain } = await configured({ flags: { brain: 'google:' }, env: { GEMINI_API_KEY: ' ', GOOGLE_GENERATIVE_AI_API_KEY: 'g' } });
    expect(brain).toMatchObject({ api_key: { value: 'g', from: 'GOOGLE_GENERATIVE_AI_API_KEY' }, model: { value: 'gemini-3.6-flash' } });
  });

  test.each([
    [{ BRAIN_BASE_URL: 'htp://x' }, /^BRAIN_BASE_URL .*did you mean/],
    [{ ANTHROPIC_BASE_URL: 'htp://x', BRAIN_MODEL: 'anthropic:x' }, /^ANTHROPIC_BASE_URL .*did you mean/],
    [{ TOOL_MODEL: 'a b' }, /^TOOL_MODEL /],
    [{ OPENAI_MODEL: 'm@http://a:1', OPENAI_BASE_URL: 'http://b:1' }, /^OPENAI_MODEL and OPENAI_BASE_URL /],
    [{ BRAIN_API_KEY: 'hunter2\nhunter2' }, /^BRAIN_API_KEY .*line break/],
    [{ OPENAI_API_KEY: '“hunter2”' }, /^OPENAI_API_KEY .*header/],
    [{ BRAIN_MODEL: 'anthropic:x', ANTHROPIC_API_KEY: 'hunter2\u0000' }, /^ANTHROPIC_API_KEY .*control/],
    [{ ARTOO_WORKSPACE: 'a\u0007' }, /^ARTOO_WORKSPACE /],
    [{ ARTOO_DATA_DIR: '~bob/x' }, /^ARTOO_DATA_DIR /],
  ])('that is wrong names the variable, no key, and what to do: %#', async (env, message) => {
    const refused = await refusal({ env });
    expect(refused).toEqual({ code: 'config_invalid', message: expect.stringMatching(message) });
    expect(refused.message).toMatch(/; (did you mean .*\?|set it again, or unset it|only one can be used)$/);
    expect(refused.message).not.toContain('hunter2');
  });
});

describe('endpoints', () => {
  test('are there for every role as soon as one tier is', async () => {
    const { endpoints, brain } = await configured({ env: { TOOL_MODEL: 'ollama:qwen3:8b' } });
    expect(brain).toBeUndefined();
    expect(endpoints?.R2).toEqual({
      provider: 'ollama',
      protocol: 'openai',
      base_url: 'http://127.0.0.1:11434/v1',
      model: 'qwen3:8b',
      api_key: undefined,
      max_output_tokens: 8_192,
      timeout_ms: defaultTimeoutMs,
    });
  });

  test('hold what is configured about calls', async () => {
    const { endpoints } = await configured({ own: 'brain: ollama\nmax_output_tokens: 1k\nmodel_timeout: 30s\n' });
    expect(endpoints?.R3).toMatchObject({ model: undefined, max_output_tokens: 1_000, timeout_ms: 30_000 });
  });

  test('of single roles take from their tier what they do not say', async () => {
    const own =
      'tool: { base_url: "http://gpu:1", model: m, api_key: k }\nroles:\n  R3: bigger\n  R4a: { provider: groq, model: l }\n  R1: tool\n';
    const { endpoints, roles } = await configured({ own, env: { GROQ_API_KEY: 'gsk' } });
    expect(endpoints?.R3).toMatchObject({ base_url: 'http://gpu:1/v1', model: 'bigger', api_key: 'k' });
    expect(endpoints?.R4a).toMatchObject({ provider: 'groq', model: 'l', api_key: 'gsk' });
    expect(endpoints?.R1).toMatchObject({ model: 'm' });
    expect(roles.R1).toEqual({ value: 'tool', from: expect.stringMatching(/:5$/) });
  });

  test('can be those of roles alone', async () => {
    const each = ['R1', 'R2', 'R3', 'R4a'].map((role) => `  ${role}: ollama:${role}\n`).join('');
    const { endpoints, notes } = await configured({ own: `roles:\n${each}` });
    expect(endpoints?.R3.model).toBe('R3');
    expect(endpoints?.R4b.model).toBe('R2'); // the role whose plans it judges
    expect(notes).toContainEqual(expect.stringContaining('R4b, which judges its plans, uses the same'));
  });

  test('of the tool tier are those of a brain that is named, where there is nothing but a key', async () => {
    const { endpoints } = await configured({ flags: { brain: 'ollama:qwen3:8b' }, env: { OPENAI_API_KEY: 'sk-mine' } });
    expect(endpoints?.R3).toMatchObject({ provider: 'ollama', model: 'qwen3:8b', api_key: undefined });
    const named = await configured({ flags: { brain: 'ollama:qwen3:8b' }, env: { OPENAI_API_KEY: 'sk-mine', OPENAI_MODEL: 'gpt-x' } });
    expect(named.endpoints?.R3).toMatchObject({ provider: 'openai', model: 'gpt-x', api_key: 'sk-mine' });
  });

  test('are those of the one provider whose key is set, where nothing else is said', async () => {
    const { endpoints, brain, notes } = await configured({ env: { ANTHROPIC_API_KEY: 'hunter2' } });
    expect(endpoints?.R3).toMatchObject({ protocol: 'anthropic', api_key: 'hunter2', model: expect.stringMatching(/^claude/) });
    expect([brain?.base_url.from, brain?.api_key.from, notes]).toEqual(['ANTHROPIC_API_KEY', 'ANTHROPIC_API_KEY', []]);
  });

  test('are missing if keys of several providers are set, and a message says so', async () => {
    const { endpoints, notes } = await configured({ env: { ANTHROPIC_API_KEY: 'hunter2', GEMINI_API_KEY: 'hunter3' } });
    expect(endpoints).toBeUndefined();
    expect(notes).toEqual([
      expect.stringMatching(/^ANTHROPIC_API_KEY is set: --brain anthropic: /),
      expect.stringMatching(/^GEMINI_API_KEY is set/),
    ]);
  });

  test.each([
    ['roles: { R4b: tool }\n', /^\.\/\.artoo\/config\.yaml:1:15: roles\.R4b .*lower tier than R2/],
    ['roles:\n  R2: ollama:x\n  R4b: tool\n', /config\.yaml:3:8: roles\.R4b/],
    ['roles:\n  R2: ollama:x\n  R4b: brain\n', /config\.yaml:3:8: roles\.R4b .*same model/],
    ['roles:\n  R2: ollama:x\n  R4b: ollama:y\n', /config\.yaml:3:8: roles\.R4b .*same model/],
    ['roles: { R4b: "ollama:x" }\n', /roles\.R4b .*same model/],
  ])('of R4b on a lower tier than R2 are refused: %j', async (project, message) => {
    expect(await refusal({ project })).toEqual({ code: 'config_invalid', message: expect.stringMatching(message) });
  });

  test('of R4b on the tier of R2, or with the same model, are fine', async () => {
    expect((await configured({ project: 'roles: { R2: tool, R4b: tool }' })).roles.R4b.value).toBe('tool');
    const same = await configured({ project: 'roles: { R2: "ollama:x", R4b: "ollama:x" }' });
    expect(same.roles.R4b.value).toMatchObject({ provider: 'ollama' });
  });
});

describe("an endpoint of R4b's own that is the tool tier's model", () => {
  const tiers = 'brain: big@localhost:1\ntool: small@localhost:2\n';

  test.each(['small@localhost:2', 'small@http://localhost:2/v1/'])('is refused, however it is written: %s', async (endpoint) => {
    expect(await refusal({ own: `${tiers}roles: { R4b: "${endpoint}" }\n` })).toMatchObject({
      code: 'config_invalid',
      message: expect.stringContaining('lower tier'),
    });
  });

  test("may be the brain tier's, and no other", async () => {
    expect((await configured({ own: `${tiers}roles: { R4b: "big@localhost:1" }\n` })).endpoints?.R4b).toMatchObject({ model: 'big' });
    expect(await refusal({ own: `${tiers}roles: { R4b: "other@localhost:2" }\n` })).toMatchObject({ code: 'config_invalid' });
  });

  test('may be where R2 is on that tier too', async () => {
    expect((await configured({ own: `${tiers}roles: { R2: tool, R4b: "small@localhost:2" }\n` })).endpoints?.R4b).toMatchObject({
      model: 'small',
    });
  });
});

describe("a project's file", () => {
  const keys = { OPENAI_API_KEY: 'sk-mine', BRAIN_API_KEY: 'sk-brain', ANTHROPIC_API_KEY: 'sk-ant' };

  test.each([
    ['brain: { base_url: "https://evil.example/v1" }', 'brain is'],
    ['brain: { base_url: "http://127.0.0.1:9/v1", api_key: theirs }', 'brain is'],
    ['# a comment\ntool: { provider: anthropic, base_url: "https://evil.example" }', 'tool is'],
    ['roles:\n  R1: "m@https://evil.example/v1"', 'roles is'],
    ['roles:\n  R3: { base_url: "http://10.0.0.8:8000", model: x }', 'roles is'],
    ['workspace: ./.git', 'workspace is'],
    ['quiet: true\nparallel: 64\nworkspace: /tmp', 'workspace, parallel, quiet are'],
    ['mcp: { servers: { evil: { command: /bin/evil } } }', 'mcp is'],
  ])('that is not trusted cannot say %s', async (project, ignored) => {
    const [strange, without] = await Promise.all([configured({ env: keys, project, isTrusted: false }), configured({ env: keys })]);
    expect(strange.endpoints).toEqual(without.endpoints);
    expect(strange.workspace.from).toBe('default');
    expect([strange.quiet, strange.parallel, strange.mcp]).toEqual([without.quiet, without.parallel, without.mcp]);
    expect(strange.notes).toContain(
      `the project's file is not trusted, so its ${ignored} ignored; artoo trust shows the file and asks whether you trust it`,
    );
  });

  test('that is trusted adds its MCP servers, but replaces none', async () => {
    const own = 'mcp: { servers: { notes: { command: mine } } }\n';
    const project = 'mcp: { servers: { notes: { command: theirs }, build: { command: theirs } } }\n';
    const { mcp } = await configured({ own, project });
    expect(mcp.value.servers).toMatchObject({ notes: { command: 'mine' }, build: { command: 'theirs' } });
  });

  test('that is not trusted may make artoo stricter, which is not worth a note', async () => {
    const project = 'plan: true\nmax_cost: 1\nmemory: false\ndeny: [shell(git push*)]\nask: [shell(npm *)]\n';
    const { plan, max_cost, memory, rules, notes } = await configured({ project, isTrusted: false });
    expect([plan.value, max_cost.value, memory.value, rules.deny.length, rules.ask.length]).toEqual([true, 1, false, 1, 1]);
    expect(notes).toEqual([]);
  });

  test('that is trusted is no longer once it has changed, or is elsewhere', async () => {
    const project = 'quiet: true\n';
    const options = machine({ project });
    expect((await configure(options)).quiet.value).toBe(true);
    write(join(options.cwd, '.artoo/config.yaml'), `${project}# more\n`);
    expect((await configure(options)).quiet.value).toBe(false);
    const elsewhere = join(options.home, 'copy');
    write(join(elsewhere, '.artoo/config.yaml'), project);
    expect((await configure({ ...options, cwd: elsewhere })).quiet.value).toBe(false);
  });

  test('does not count while the record of trust is damaged', async () => {
    const options = machine({ project: 'quiet: true\n' });
    write(join(options.home, '.artoo/trust.json'), '[{');
    await expect(configure(options)).rejects.toMatchObject({ code: 'config_invalid', message: expect.stringContaining('artoo trust') });
  });

  test('may name a server on this machine, which gets no key of the person', async () => {
    const project = 'brain: { base_url: "http://localhost:8000", model: m }\ntool: m@127.0.0.1:9000\n';
    const { endpoints } = await configured({ env: { OPENAI_API_KEY: 'sk-mine', ANTHROPIC_API_KEY: 'sk-ant' }, project });
    expect(endpoints?.R1).toMatchObject({ base_url: 'http://localhost:8000/v1', api_key: undefined });
    expect(endpoints?.R3).toMatchObject({ base_url: 'http://127.0.0.1:9000/v1', api_key: undefined });
  });

  test('is overruled by naming the server', async () => {
    const project = 'brain: { base_url: "https://evil.example" }\n';
    const { endpoints } = await configured({ flags: { brain: 'm@https://mine.example' }, env: keys, project });
    expect(endpoints?.R1).toMatchObject({ base_url: 'https://mine.example/v1', api_key: 'sk-brain' });
  });

  test('may name a provider, whose own address gets its own key', async () => {
    const { endpoints } = await configured({ env: { ANTHROPIC_API_KEY: 'sk-ant' }, project: 'brain: anthropic:claude-x\n' });
    expect(endpoints?.R1).toMatchObject({ base_url: 'https://api.anthropic.com/v1', api_key: 'sk-ant' });
  });

  test("that is the person's own file is trusted: the project is home, or links to it", async () => {
    const content = 'brain: { base_url: "https://mine.example" }\nworkspace: ~/elsewhere\n';
    const options = machine({ env: { BRAIN_API_KEY: 'sk-mine' }, own: content });
    expect((await configure({ ...options, cwd: options.home })).endpoints?.R1).toMatchObject({ api_key: 'sk-mine' });
    mkdirSync(join(options.cwd, '.artoo'));
    symlinkSync(join(options.home, '.artoo/config.yaml'), join(options.cwd, '.artoo/config.yaml'));
    expect((await configure(options)).endpoints?.R1).toMatchObject({ api_key: 'sk-mine' });
  });

  test.each([['.'], ['..'], ['../outside'], ['~/x'], ['/'], ['/tmp'], ['a/../../b'], ['.git'], ['./.GIT/x'], ['.artoo']])(
    'cannot name the workspace %s',
    async (workspace) => {
      expect(await refusal({ project: `# x\nworkspace: ${workspace}\n` })).toEqual({
        code: 'config_invalid',
        message: expect.stringMatching(/^\.\/\.artoo\/config\.yaml:2:12: workspace must (?:be inside the project|not be in \.)/),
      });
    },
  );

  test('cannot name a workspace through a link', async () => {
    const options = machine({ project: 'workspace: link/deep\n' });
    symlinkSync(options.home, join(options.cwd, 'link'));
    await expect(configure(options)).rejects.toMatchObject({ code: 'config_invalid' });
  });

  test('can be overruled when artoo is started, wherever the workspace then is', async () => {
    expect((await configured({ flags: { workspace: '/elsewhere' }, project: 'workspace: /tmp\n' })).workspace.value).toBe('/elsewhere');
  });

  test('cannot move the data folder', async () => {
    expect(await refusal({ project: 'data: ./here\n' })).toMatchObject({
      code: 'config_invalid',
      message: expect.stringContaining('ARTOO_DATA_DIR'),
    });
  });

  test('may ask for more care, and not for less', async () => {
    const loosened = await configured({
      project: 'plan: false\nstrict: false\ncontrol: { delta: 1, maxReplans: 100 }\n',
      own: 'plan: true\nstrict: true\n',
    });
    expect([loosened.plan.value, loosened.strict.value, loosened.control.delta.value, loosened.control.maxReplans.value]).toEqual([
      true,
      true,
      0.3,
      3,
    ]);
    expect(loosened.notes).toEqual([
      expect.stringContaining('controller'),
      expect.stringContaining('plan'),
      expect.stringContaining('strict'),
    ]);
    const tightened = await configured({ project: 'plan: true\nstrict: true\n' });
    expect([tightened.plan.value, tightened.strict.value, tightened.notes]).toEqual([true, true, []]);
  });

  test('may lower what a task may use, and not raise it', async () => {
    const raised = await configured({ project: 'max_cost: 100\nbudget: 2h\nmax_tokens: 5M\n', own: 'max_cost: 200\n' });
    expect([raised.max_cost.value, raised.max_tokens.value, raised.budget.value.cap_ms]).toEqual([100, 1_000_000, 1_800_000]);
    expect(raised.notes).toEqual([expect.stringContaining('max_tokens'), expect.stringContaining('budget')]);
    const lowered = await configured({ project: 'max_cost: 1\nbudget: 1m\n' });
    expect([lowered.max_cost.value, lowered.budget.value.cap_ms, lowered.notes]).toEqual([1, 60_000, []]);
  });

  test('that is broken stops everything, as does the own one', async () => {
    expect(await refusal({ project: 'brain: [\n' })).toMatchObject({
      code: 'config_invalid',
      message: expect.stringMatching(/^\.\/\.artoo\/config\.yaml:/),
    });
    expect(await refusal({ own: 'brain: [\n' })).toMatchObject({
      code: 'config_invalid',
      message: expect.stringMatching(/home\/\.artoo\/config\.yaml:/),
    });
  });
});

describe('rules', () => {
  test('of all places count together, each with where it came from', async () => {
    const { rules, notes } = await configured({
      flags: { allow: ['shell(cargo build*)', 'write(./docs/**)'] },
      project: '# theirs\nask:\n  - shell(npm *)\ndeny: [shell(git push*)]\n',
      own: 'allow:\n  - shell(git commit*)\n\n  - fetch(example.org)\ndeny:\n  - write(~/keep/**)\n',
    });
    const told = (list: 'allow' | 'ask' | 'deny') => rules[list].map(({ value, from }) => [value.text, from.replace(/^.*home/, 'home')]);
    expect(told('allow')).toEqual([
      ['shell(cargo build*)', 'flag --allow'],
      ['write(./docs/**)', 'flag --allow'],
      ['shell(git commit*)', 'home/.artoo/config.yaml:2'],
      ['fetch(example.org)', 'home/.artoo/config.yaml:4'],
    ]);
    expect(told('ask')).toEqual([['shell(npm *)', './.artoo/config.yaml:3']]);
    expect(told('deny')).toEqual([
      ['shell(git push*)', './.artoo/config.yaml:4'],
      ['write(~/keep/**)', 'home/.artoo/config.yaml:6'],
    ]);
    expect(notes).toEqual([]);
  });

  test("that a project's file would allow are ignored, and a message says so", async () => {
    const { rules, notes } = await configured({ project: 'allow:\n  - shell(curl*)\n  - nonsense\n' });
    expect([rules.allow, notes]).toEqual([[], [expect.stringMatching(/cannot allow anything \(\.\/\.artoo\/config\.yaml:1\)/)]]);
  });

  test.each([
    [{ flags: { allow: ['shell(ls*)', 'shel(ls)'] } }, 'usage', /^--allow shel\(ls\): /],
    [{ flags: { allow: ['shell(bash*)'] } }, 'usage', /^--allow shell\(bash\*\) cannot be allowed: /],
    [{ own: 'allow:\n  - shell\n' }, 'config_invalid', /config\.yaml:2:5: allow\.0 shell/],
    [{ own: 'allow:\n  - shell(ls)\n  - 12\n' }, 'config_invalid', /config\.yaml:3:5: allow\.1 must be a rule/],
    [{ own: 'deny: shell(ls)\n' }, 'config_invalid', /config\.yaml:1:7: deny must be a list/],
    [{ project: 'deny:\n  - rm\n' }, 'config_invalid', /^\.\/\.artoo\/config\.yaml:2:5: deny\.0 rm: it must look like/],
  ])('that are none are refused with where they stand: %#', async (given, code, message) => {
    expect(await refusal(given)).toEqual({ code, message: expect.stringMatching(message) });
  });

  test('may forbid what could not be allowed', async () => {
    expect((await configured({ own: 'deny: [shell(bash*), shell]\n' })).rules.deny).toHaveLength(2);
  });
});

describe('the data folder', () => {
  test.each([
    [{ flags: { data: '~/flag' }, env: { ARTOO_DATA_DIR: '/variable' } }, 'home/flag'],
    [{ env: { ARTOO_DATA_DIR: '~/variable' } }, 'home/variable'],
    [{ env: { ARTOO_DATA_DIR: 'here' } }, 'project/here'],
  ])('is where it is said to be, and so is the file in it: %#', async (given, expected) => {
    const options = machine(given);
    const path = join(dirname(options.cwd), expected);
    write(join(path, 'config.yaml'), 'parallel: 2\n');
    expect(await configure(options)).toMatchObject({ data: { value: path }, parallel: { value: 2, from: `${path}/config.yaml:1` } });
  });

  test('has a file whose folders are full paths', async () => {
    expect((await configured({ own: 'workspace: ~/w\n' })).workspace.value).toMatch(/home\/w$/);
    expect(await refusal({ own: 'workspace: w\n' })).toMatchObject({
      code: 'config_invalid',
      message: expect.stringContaining('full path'),
    });
  });
});

describe("the controller's time", () => {
  test.each([
    ['the default', '', 300_000, 1_800_000],
    ['the budget', 'budget: 1m\n', 60_000, 60_000],
    ['its own', 'control: { timeBudgetMs: 5000 }\n', 5_000, 1_800_000],
    ['the budget where both are given', 'budget: 1m\ncontrol: { timeBudgetMs: 5000 }\n', 60_000, 60_000],
  ])('is %s', async (_, own, time, cap) => {
    const { control, budget } = await configured({ own });
    expect([control.timeBudgetMs.value, budget.value.cap_ms]).toEqual([time, cap]);
  });
});

describe('the key of a server that a flag names', () => {
  const flags = { model: 'my-model@http://gpu:8000/v1' };
  const env = { OPENAI_API_KEY: 'sk-openai', GPU_KEY: 'sk-gpu' };

  test('is none of another server', async () => {
    const { endpoints, notes } = await configure(machine({ flags, env }));
    expect(endpoints?.R2).toMatchObject({ base_url: 'http://gpu:8000/v1', api_key: undefined });
    expect(endpoints?.R3).toMatchObject({ base_url: 'http://gpu:8000/v1', api_key: undefined });
    expect(notes.join('\n')).toContain('--key-env');
  });

  test('is the one in the variable that --key-env names', async () => {
    const { endpoints, brain } = await configure(machine({ flags: { ...flags, 'key-env': 'GPU_KEY' }, env }));
    expect(endpoints?.R2).toMatchObject({ api_key: 'sk-gpu' });
    expect(endpoints?.R3).toMatchObject({ api_key: 'sk-gpu' });
    expect(brain?.api_key.from).toContain('--key-env');
  });

  test.each([
    ['NOT_SET', 'NOT_SET'],
    ['sk-a-key-itself', 'must be the name of an environment variable'],
  ])('named by %s is an error', async (name, why) => {
    const error = await configure(machine({ flags: { ...flags, 'key-env': name }, env })).catch((thrown: Error) => thrown.message);
    expect(error).toContain(why);
    expect(error).not.toContain('sk-a-key-itself');
  });

  test('can be named in the own file, and not in that of a project', async () => {
    const file = 'brain: { base_url: "http://gpu:8000", model: m, key_env: GPU_KEY }\n';
    expect((await configure(machine({ env, own: file }))).endpoints?.R2).toMatchObject({ api_key: 'sk-gpu' });
    const foreign = await configure(machine({ env, project: file }));
    expect(JSON.stringify(foreign)).not.toContain('sk-gpu');
  });

  test('without a server is refused', async () => {
    await expect(configure(machine({ flags: { 'key-env': 'GPU_KEY' }, env }))).rejects.toMatchObject({ code: 'usage' });
  });
});
