/** Runs a command line. What does not plainly only read is run after a yes to that very command in that very folder (Law 1). */
import { hash } from 'node:crypto';
import { access } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { isPlainlyReadOnly } from '../laws/read-only.ts';
import { programsOf } from '../laws/shell-line.ts';
import { failedBy } from './errno.ts';
import { runProcess } from './process.ts';
import { shellFailure } from './shell-failure.ts';
import { needsYes, succeeded, type Tool, type ToolContext, type ToolResult } from './tool.ts';

const ShellInput = z.object({
  command: z
    .string()
    .min(1)
    .max(100_000)
    .refine((command) => !command.includes('\0'), { error: 'must not contain a null byte' })
    .describe('A command line for bash. It gets no input and no terminal.'),
  timeout_s: z.int().min(1).max(600).default(60).describe('After this many seconds it is stopped, with everything that it started.'),
});
type ShellInput = z.infer<typeof ShellInput>;

type Environment = Readonly<Record<string, string | undefined>>;

/** The tool `shell`; of this environment, commands see no more than they need. */
export function createShell(environment: Environment): Tool<ShellInput> {
  const env = scrubbed(environment);
  return {
    name: 'shell',
    description: 'Run a command line in bash, in the current folder. Commands that may change anything wait for a yes of the person.',
    input: ShellInput,
    timeoutMs: 610_000,
    target: ({ command }) => command,
    programs: ({ command }) => programsOf(command),
    changes: ({ command }) => !isPlainlyReadOnly(command),
    repeatable: ({ command }, approved) => !approved || isPlainlyReadOnly(command),
    run: (input, context) => run(input, context, env),
  };
}

const kept = /^(?:PATH|HOME|USER|LOGNAME|LANG|LC_.*|TZ|TERM|TMPDIR)$/;

/** What commands may see of an environment: no keys, and nothing that makes a shell or a loader run something else. They speak English, so that their errors can be read. */
export function scrubbed(environment: Environment): Readonly<Record<string, string>> {
  const {
    PATH = '',
    LC_ALL,
    ...entries
  } = Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value !== undefined && kept.test(name) ? [[name, value]] : [])),
  );
  const folders = PATH.split(':').filter(isAbsolute).join(':'); // a relative one is wherever a command happens to be
  return { ...entries, ...(LC_ALL ? { LANG: LC_ALL } : {}), LC_MESSAGES: 'C', ...(folders ? { PATH: folders } : {}) };
}

async function run({ command, timeout_s }: ShellInput, context: ToolContext, env: Readonly<Record<string, string>>): Promise<ToolResult> {
  const { cwd, approved, signal } = context;
  const needed = hash('sha256', JSON.stringify(['shell', command, cwd]));
  if (!isPlainlyReadOnly(command) && approved !== needed) {
    return needsYes({ action: command, effects: [], reason: 'its effects cannot be told before it runs', hash: needed });
  }
  try {
    const line = isPlainlyReadOnly(command) ? `${limits}${command}` : command;
    const ended = await runProcess({ ...(await shellFor(line)), cwd, env, timeoutMs: timeout_s * 1000, signal });
    const { output, exitCode, truncated } = ended;
    const error = shellFailure(ended, timeout_s);
    const told = { truncated, ...(exitCode === null ? {} : { exit_code: exitCode }) };
    return error ? { ok: false, output, error, ...told } : succeeded(output, told);
  } catch (error) {
    return failedBy(error, `cannot run the command in ${cwd}`);
  }
}

/** What only reads needs little: 2 GiB of memory each, and files (which some make to sort) of 1 GiB. */
const limits = 'ulimit -v 2097152 2>/dev/null; ulimit -f 1048576 2>/dev/null; ';

/** Bash without any start-up file, or whatever shell there is. */
async function shellFor(command: string): Promise<{ file: string; args: readonly string[] }> {
  const bash = '/bin/bash';
  const found = await access(bash).then(
    () => true,
    () => false,
  );
  const last = ['-c', '--', command]; // or a command that starts with a dash would be an option
  return found ? { file: bash, args: ['--noprofile', '--norc', ...last] } : { file: '/bin/sh', args: last };
}
