import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import { trusted } from '../../../test/support/trusted.ts';
import { configFlags } from '../flags/flag-table.ts';
import { config } from './config.ts';

async function artooConfig(args: readonly string[], { env = {}, project }: { env?: Record<string, string>; project?: string } = {}) {
  const [cwd, home] = [scratch(), scratch()];
  if (project !== undefined) {
    mkdirSync(join(cwd, '.artoo'));
    writeFileSync(join(cwd, '.artoo/config.yaml'), project);
    trusted(cwd, join(home, '.artoo'));
  }
  const [lines, never]: [string[], AbortSignal] = [[], new AbortController().signal];
  const print = (line: string) => void lines.push(...line.split('\n'));
  const code = await config.run(args, {
    print,
    note: print,
    show: () => {},
    env: { HOME: home, ...env },
    cwd,
    cancel: never,
    terminate: never,
  });
  return { code, lines, row: (name: string) => lines.find((line) => line.startsWith(`${name} `))?.split(/ {2,}/) };
}

describe('artoo config', () => {
  const env = { OPENAI_API_KEY: 'sk-proj-0123456789abcdef' };

  test('prints every value, aligned, with where it came from', async () => {
    const { code, lines, row } = await artooConfig(['--tool', 'ollama:qwen3:8b', '--budget', '1h30m'], {
      env,
      project: '\nmax_cost: 1\nmodel_timeout: 30s\n',
    });
    expect(code).toBe(0);
    expect(row('brain.model')).toEqual(['brain.model', 'gpt-5.4-mini', 'default']);
    expect(row('brain.api_key')).toEqual(['brain.api_key', 'set (…cdef)', 'OPENAI_API_KEY']);
    expect(row('tool.model')).toEqual(['tool.model', 'qwen3:8b', 'flag --tool']);
    expect(row('tool.base_url')).toEqual(['tool.base_url', 'http://127.0.0.1:11434/v1 (ollama)', 'flag --tool']);
    expect(row('tool.api_key')).toEqual(['tool.api_key', 'none', 'default']);
    expect(row('roles.R3')).toEqual(['roles.R3', 'tool', 'default']);
    expect(row('budget')).toEqual(['budget', '1h30m', 'flag --budget']);
    expect(row('max_cost')).toEqual(['max_cost', '$1.00', './.artoo/config.yaml:2']);
    expect(row('model_timeout')).toEqual(['model_timeout', '30s', './.artoo/config.yaml:3']);
    expect(row('control.kill')).toEqual(['control.kill', '2', 'default']);
    expect(new Set(lines.map((line) => line.search(/\S+( --\S+)?$/))).size).toBe(1);
  });

  test('says what is missing, and what a person should know, at the end', async () => {
    const { lines, row } = await artooConfig([], { project: 'max_cost: 100\n' });
    expect(row('brain')).toEqual(['brain', 'not set', 'default']);
    expect(lines.slice(-3)).toEqual(['', 'note: no model is configured', expect.stringMatching(/^note: .*raise max_cost/)]);
  });

  test('shows a tier that uses the other, and a role with an endpoint of its own', async () => {
    const { row } = await artooConfig(['--brain', 'ollama'], { project: 'roles: { R3: "m@http://localhost:1" }\n' });
    expect(row('tool')).toEqual(['tool', 'as brain', 'default']);
    expect(row('brain.model')).toEqual(['brain.model', 'chosen by the server', 'default']);
    expect(row('roles.R3.base_url')).toEqual(['roles.R3.base_url', 'http://localhost:1/v1', './.artoo/config.yaml:1']);
  });

  test('shows each rule and where it came from, and a list without any', async () => {
    const { lines, row } = await artooConfig(['--allow', 'shell(cargo build*)', '--allow=write(./docs/**)'], {
      project: 'deny: [shell(rm*)]\n',
    });
    expect(lines.filter((line) => line.startsWith('allow ')).map((line) => line.split(/ {2,}/))).toEqual([
      ['allow', 'shell(cargo build*)', 'flag --allow'],
      ['allow', 'write(./docs/**)', 'flag --allow'],
    ]);
    expect(row('ask')).toEqual(['ask', 'nothing', 'default']);
    expect(row('deny')).toEqual(['deny', 'shell(rm*)', './.artoo/config.yaml:1']);
    const json = await artooConfig(['--json', '--allow', 'shell(cargo build*)']);
    expect(JSON.parse(json.lines.join('\n')).settings).toMatchObject({
      allow: [{ value: 'shell(cargo build*)', from: 'flag --allow' }],
      deny: [],
    });
  });

  test('prints one object with --json', async () => {
    const { lines } = await artooConfig(['--json'], { env });
    expect(JSON.parse(lines.join('\n'))).toMatchObject({
      settings: {
        'brain.model': { value: 'gpt-5.4-mini', from: 'default' },
        'brain.api_key': { value: 'set (…cdef)', from: 'OPENAI_API_KEY' },
        'roles.R3': { value: 'tool', from: 'default' },
        budget: { value: 300_000 },
        strict: { value: false, from: 'default' },
      },
      notes: [],
    });
  });

  test.each([[[]], [['--json']]])('never prints a key: %j', async (args) => {
    const project =
      'brain: { base_url: "http://localhost:8000", api_key: hunter2hunter2hunter2 }\nroles: { R3: { provider: groq, api_key: hunter2 } }\n';
    const { lines } = await artooConfig(args, { env: { ...env, TOOL_API_KEY: 'hunter2hunter2-tool' }, project });
    expect(lines.join('\n')).not.toContain('hunter');
    expect(lines.join('\n')).not.toContain('sk-proj');
  });

  test('draws nothing on the terminal', async () => {
    const { lines } = await artooConfig([], { project: 'workspace: "a\\u202Eb"\n' });
    expect(lines.join('')).not.toMatch(/\p{C}/u);
  });

  test.each([[['extra']], [['--brian', 'x']], [['--budget', '5']], [['--brain']]])('%j is a usage error', async (args) => {
    await expect(artooConfig(args)).rejects.toMatchObject({ code: 'usage' });
  });

  test('a file that is wrong is an error', async () => {
    await expect(artooConfig([], { project: 'brian: x\n' })).rejects.toMatchObject({ code: 'config_invalid' });
  });
});

test.each(configFlags.map(({ name }) => name))('docs/configuration.md names --%s', (name) => {
  const page = readFileSync(new URL('../../../docs/configuration.md', import.meta.url), 'utf8');
  expect(page).toContain(`\`--${name}\``);
});
