/** How artoo itself uses git to examine the results of an action: in a clean environment, and never in the repository itself. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programAt } from '../../containment/programs.ts';
import { gitProgram } from '../../look/run-git.ts';
import { noOtherConfiguration, quietGit } from '../../running/git-environment.ts';
import { runProcess } from '../../running/process.ts';

export type OwnGit = AsyncDisposable & {
  /** A scratch folder, created on first use and removed at the end. */
  scratch(): Promise<string>;
  /** The output of git; undefined if git is not installed, fails, or prints too much. */
  run(args: readonly string[], options?: GitOptions): Promise<string | undefined>;
  /** A new empty repository in the scratch folder; it uses the objects of another one, whose configuration is never read. */
  borrow(objects: string, format: ObjectFormat): Promise<string>;
};

export type ObjectFormat = 'sha1' | 'sha256';

type GitOptions = {
  /** Lines that git reads from its input. */
  readonly input?: readonly string[] | undefined;
  /** The repository that git works on, if any. */
  readonly folder?: string | undefined;
  /** The person's home: if present, the configuration of the person and of the system applies. */
  readonly home?: string | undefined;
};

const timeoutMs = 60_000;
/** In KiB: a forged pack could make git allocate memory without limit. macOS has no such limit. */
const maxMemory = 4 * 1024 ** 2;
const bounded = `{ ulimit -v ${maxMemory}; } 2>/dev/null; lines=$1; shift; [ -n "$lines" ] || exec "$@"; printf %s "$lines" | "$@"`;

export function openOwnGit(signal: AbortSignal): OwnGit {
  let made: Promise<string> | undefined;
  let borrowed = 0;
  const scratch = () => {
    made ??= mkdtemp(join(tmpdir(), 'artoo-git-'));
    return made;
  };
  return {
    scratch,
    async run(args, { input, folder, home } = {}) {
      const [git, sh] = [gitProgram(), programAt('sh')];
      if (git === undefined || sh === undefined) return undefined;
      const lines = (input ?? []).map((line) => `${line}\n`).join('');
      const env = {
        ...environment,
        ...(home === undefined ? noOtherConfiguration : { HOME: home }),
        GIT_DIR: folder ?? noOtherConfiguration.HOME,
      };
      const request = { args: ['-c', bounded, 'sh', lines, git, '--no-pager', ...args], cwd: '/', env, timeoutMs, signal };
      const { exitCode, truncated, output, errors } = await runProcess({ file: sh, ...request });
      return exitCode === 0 && !truncated && errors === '' ? output : undefined;
    },
    async borrow(objects, format) {
      const folder = join(await scratch(), `repository-${++borrowed}`);
      await mkdir(join(folder, 'objects/info'), { recursive: true });
      await mkdir(join(folder, 'refs'));
      await writeFile(join(folder, 'HEAD'), 'ref: refs/heads/none\n');
      await writeFile(join(folder, 'objects/info/alternates'), `${objects}\n`);
      await writeFile(join(folder, 'config'), `[core]\n\trepositoryformatversion = 1\n[extensions]\n\tobjectformat = ${format}\n`);
      return folder;
    },
    async [Symbol.asyncDispose]() {
      if (made !== undefined) await rm(await made, { recursive: true, force: true });
    },
  };
}

const environment = { ...quietGit, PATH: '/usr/bin:/bin', GIT_OPTIONAL_LOCKS: '0' };
