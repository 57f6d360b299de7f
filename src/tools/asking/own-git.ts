/** artoo's own git, for a look at what a command left: in a scratch folder, with an environment of its own, and with the configuration of nobody. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programAt } from '../containment/programs.ts';
import { gitProgram } from '../look/git.ts';
import { type ProcessResult, runProcess } from '../running/process.ts';

export type OwnGit = AsyncDisposable & {
  /** A folder of its own, gone with it. */
  readonly scratch: string;
  /** Runs git there; `input` are lines for it to read. Undefined where git is not installed or did not end well. */
  run(args: readonly string[], options?: GitOptions): Promise<ProcessResult | undefined>;
  /** Makes an empty repository there that finds the objects of another one; its configuration is never read. */
  borrow(objects: string, format: ObjectFormat): Promise<string>;
};

export type ObjectFormat = 'sha1' | 'sha256';
type GitOptions = {
  readonly input?: readonly string[];
  /** The repository it works on; none if it is left out. */
  readonly folder?: string;
  /** The home of the person, whose configuration counts then, and the system's. */
  readonly home?: string;
};

const timeoutMs = 60_000;
/** In KiB: what a forged pack could make git allocate. */
const maxMemory = 4 * 1024 ** 2;
const start = `ulimit -v ${maxMemory} && exec "$@"`;
const startWithInput = `ulimit -v ${maxMemory} && lines=$1 && shift && printf %s "$lines" | "$@"`;

const nobody = { HOME: '/nonexistent', XDG_CONFIG_HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };

export async function openOwnGit(signal: AbortSignal): Promise<OwnGit> {
  const scratch = await mkdtemp(join(tmpdir(), 'artoo-git-'));
  const environment = ({ folder, home }: GitOptions) => ({
    ...{ PATH: '/usr/bin:/bin', LC_ALL: 'C', GIT_CEILING_DIRECTORIES: scratch, GIT_ATTR_NOSYSTEM: '1' },
    ...{ GIT_OPTIONAL_LOCKS: '0', GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none', GIT_TERMINAL_PROMPT: '0' },
    ...(home === undefined ? nobody : { HOME: home }),
    ...(folder === undefined ? {} : { GIT_DIR: folder }),
  });
  let borrowed = 0;
  return {
    scratch,
    async run(args, options = {}) {
      const { input } = options;
      const [git, sh] = [gitProgram(), programAt('sh')];
      if (git === undefined || sh === undefined) return undefined;
      const shell = input === undefined ? [start, 'sh'] : [startWithInput, 'sh', input.map((line) => `${line}\n`).join('')];
      const all = ['-c', ...shell, git, '--no-pager', ...args];
      const result = await runProcess({ file: sh, args: all, cwd: scratch, env: environment(options), timeoutMs, signal });
      return result.exitCode === 0 && !result.truncated ? result : undefined;
    },
    async borrow(objects, format) {
      const folder = join(scratch, `repository-${++borrowed}`);
      await mkdir(join(folder, 'objects/info'), { recursive: true });
      await mkdir(join(folder, 'refs'));
      await writeFile(join(folder, 'HEAD'), 'ref: refs/heads/none\n');
      await writeFile(join(folder, 'objects/info/alternates'), `${objects}\n`);
      await writeFile(join(folder, 'config'), `[core]\n\trepositoryformatversion = 1\n[extensions]\n\tobjectformat = ${format}\n`);
      return folder;
    },
    [Symbol.asyncDispose]: () => rm(scratch, { recursive: true, force: true }),
  };
}
