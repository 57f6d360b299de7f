/** A home with a project, a workspace and artoo's data, and the real tools under Law 1 in it. */
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, expect, onTestFinished } from 'vitest';
import { assembleTools } from '../../src/app/wiring/assemble-tools.ts';
import type { Json } from '../../src/contracts/shapes/json.ts';
import { readRule, type Use } from '../../src/laws/rules/read-rule.ts';
import type { Outside } from '../../src/tools/network/outside.ts';
import type { ToolRequest, ToolResult } from '../../src/tools/tool.ts';

/** For one test. */
export function lawful(files?: Files, rules?: Rules, outside?: Outside): Lawful {
  const made = makeLawful(files, rules, outside);
  onTestFinished(() => removeHome(made));
  return made;
}

/** One home for all tests of a group, none of which changes what another one reads: its containment is chosen once. */
export function sharedLawful(files?: Files, rules?: Rules): () => Lawful {
  let made: Lawful | undefined;
  beforeAll(() => {
    const shared = makeLawful(files, rules);
    made = shared;
    return () => removeHome(shared);
  });
  return () => made ?? expect.fail('it is there while tests run');
}

type Files = Readonly<Record<string, string>>;
type Rules = Partial<Record<Use, readonly string[]>>;
type Lawful = ReturnType<typeof makeLawful>;

function removeHome({ home, assembled }: Lawful): void {
  assembled.close();
  rmSync(home, { recursive: true, force: true });
}

/** Not below /tmp, which commands do not see. */
function makeLawful(files: Files = {}, rules: Rules = {}, outside?: Outside) {
  const home = mkdtempSync('/var/tmp/artoo-lawful-');
  const [cwd, workspace, data] = [join(home, 'project'), join(home, 'workspace'), join(home, '.artoo')];
  for (const [name, content] of Object.entries({ 'project/notes.txt': 'one\ntwo\n', 'workspace/w.txt': 'w\n', ...files })) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), content);
  }
  const read = (use: Use) =>
    (rules[use] ?? []).map((text) => {
      const rule = readRule(text, { cwd, home }, use);
      if ('wrong' in rule) throw new Error(rule.wrong);
      return rule;
    });
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    LANG: 'C.UTF-8',
    ANTHROPIC_API_KEY: 'sk-secret-key-of-somebody',
    BASH_ENV: '/tmp/evil',
  };
  const open = () => assembleTools({ data, env, rules: { allow: read('allow'), ask: read('ask'), deny: read('deny') }, outside });
  const assembled = open();
  let calls = 0;

  /** One call, as R3 makes it. A call with the key of an earlier one repeats that call. */
  function call(
    tool: string,
    input: Json,
    more: Partial<ToolRequest> & {
      readonly task_id?: string;
      readonly key?: string;
      readonly signal?: AbortSignal;
      readonly onOutput?: (text: string) => void;
    } = {},
  ) {
    const { task_id = 'task', key = `1.1.1/R3/${++calls}.1`, signal = new AbortController().signal, onOutput, ...request } = more;
    return assembled.toolbox.run({ tool, input, cwd, workspace, ...request }, { task_id, key }, signal, onOutput);
  }
  const lookUp = (tool: string, input: Json, { key = '', ...request }: Partial<ToolRequest> & { readonly key?: string }) =>
    open().toolbox.lookUp({ tool, input, cwd, workspace, ...request }, { task_id: 'task', key }, new AbortController().signal);
  const run = (command: string, more: Parameters<typeof call>[2] = {}) => call('shell', { command }, more);

  return {
    ...{ home, cwd, workspace, data, assembled, call, run, lookUp, open },
    /** Runs a command, and says yes to what needs it. */
    async confirmed(command: string, more: Parameters<typeof call>[2] = {}): Promise<ToolResult> {
      const { harm } = await run(command, more);
      if (!harm) throw new Error(`${command} needs no yes`);
      return run(command, { ...more, approved: harm.hash, network: harm.network });
    },
    /** Everything below home except artoo's own data: type, mode, content or target. */
    tree: (): Record<string, string> => treeOf(home, ['./.artoo']),
  };
}

/** The tools, for a home. */
export const toolsIn = (home: string, data: string) => assembleTools({ data, env: { HOME: home, PATH: process.env.PATH } }).toolbox;

/** Every entry below a folder: type and mode, and content or target. */
function treeOf(folder: string, without: readonly string[]): Record<string, string> {
  const tree: Record<string, string> = {};
  const visit = (path: Buffer): void => {
    const name = `${path}`;
    if (without.includes(name)) return;
    const at = Buffer.concat([Buffer.from(`${folder}/`), path]);
    const stats = lstatSync(at);
    tree[name] = `${stats.mode.toString(8)} ${stats.isFile() ? sumOf(at) : stats.isSymbolicLink() ? readlinkSync(at) : ''}`;
    if (stats.isDirectory()) for (const each of readdirSync(at, 'buffer')) visit(Buffer.concat([path, Buffer.from('/'), each]));
  };
  visit(Buffer.from('.'));
  return tree;
}

const sumOf = (path: Buffer): string => createHash('sha256').update(readFileSync(path)).digest('hex');
