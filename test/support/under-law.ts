/**
 * A home with a project and a workspace, and tool calls that are made in it under Law 1: as this user, and also as an ordinary user if this one is
 * root.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ToolResult } from '../../src/tools/tool.ts';
import { servant, type User } from './contained.ts';
import { asOrdinaryUser, ordinary } from './ordinary-user.ts';

export type Machine = {
  readonly home: string;
  /** Where the task works unless a call says otherwise. */
  readonly cwd: string;
  readonly workspace: string;
  /** `allow`: rules that are added before the call, and remain. */
  shell(command: string, more?: More): Promise<Outcome>;
  write(path: string, content: string, more?: More): Promise<Outcome>;
  call(tool: string, input: object, more?: More): Promise<Outcome>;
  /** Whether something exists at a path relative to the home. */
  has(path: string): boolean;
};

type More = Partial<Pick<Machine, 'cwd' | 'workspace'>> & { readonly allow?: readonly string[]; readonly approved?: string };

/** `asked`: how many effects need a yes; 0 if the call was made. */
export type Outcome = { readonly asked: number; readonly result: ToolResult };

export type MachineOptions = {
  readonly files?: Readonly<Record<string, string>>;
  readonly links?: Readonly<Record<string, string>>;
  /** More folders on the PATH, before the others, relative to the home; a path that begins with a dot stays as it is. */
  readonly path?: readonly string[];
  /** More variables. */
  readonly env?: Readonly<Record<string, string>>;
  /** The arguments of the process that makes the calls. */
  readonly prefix?: readonly string[];
};

/** Not below /tmp, which commands do not see. */
export function newMachine(user: User, { files = {}, links = {}, path = [], env = {}, prefix = [] }: MachineOptions = {}): Machine {
  const home = mkdtempSync('/var/tmp/artoo-home-');
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  for (const folder of ['project', 'workspace', '.artoo']) mkdirSync(join(home, folder));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), content, { mode: name.endsWith('.sh') ? 0o755 : 0o644 });
  }
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(home, name));
  if (user === 'an ordinary user') execFileSync('chown', ['-hR', `${ordinary}:${ordinary}`, home]);
  const serve = prefix.length > 0 ? servant(prefix, child) : servants[user];
  const searched = [...path.map((folder) => (folder.startsWith('./') ? folder : join(home, folder))), '/usr/bin', '/bin'].join(':');
  const places = { home, data: join(home, '.artoo'), env: { PATH: searched, ...env }, task: 'task', allow: [], cwd: join(home, 'project') };

  async function call(tool: string, input: object, more: More = {}): Promise<Outcome> {
    const result = JSON.parse(await serve(JSON.stringify({ ...places, workspace: join(home, 'workspace'), tool, input, ...more })));
    if (typeof result.error === 'string') throw new Error(result.error);
    const asked = result.harm?.effects.filter(({ why }: { why?: string }) => why !== undefined).length ?? 0;
    return { asked, result };
  }
  return {
    ...{ home, cwd: places.cwd, workspace: join(home, 'workspace'), call },
    shell: (command, more = {}) => call('shell', { command }, more),
    write: (file, content, more = {}) => call('write_file', { path: file, content }, more),
    has: (name) => existsSync(join(home, name)),
  };
}

const child = 'test/support/children/under-law.ts';
const servants: Readonly<Record<User, (line: string) => Promise<string>>> = {
  'this user': servant([], child),
  'an ordinary user': servant(asOrdinaryUser, child),
};
