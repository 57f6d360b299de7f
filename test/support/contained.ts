/**
 * A home with a project, a workspace and secrets in it, and commands that run contained in it: as this user, and also as an ordinary user if this one
 * is root.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, expect, inject, onTestFinished, type TestContext, test } from 'vitest';
import { kindOf } from '../../src/tools/asking/effect-facts.ts';
import type { ContainedRequest, ContainedRun, ContainmentKind } from '../../src/tools/containment/containment.ts';
import { asOrdinaryUser, isRoot, ordinary } from './ordinary-user.ts';
import { dealt, isProof } from './sample.ts';

export type User = 'this user' | 'an ordinary user';
export const users: readonly User[] = isRoot ? ['this user', 'an ordinary user'] : ['this user'];

/** The cases that one user tries: each user tries different ones, and all of them in a proof. */
export const triedBy = <T>(user: User, cases: readonly T[]): readonly T[] => dealt(cases, users.indexOf(user), users.length);

/** `test`, which skips cases that `triedBy` gives to another user. */
export function testBy(user: User): (title: string, run: (context: TestContext) => Promise<void>) => void {
  let at = -1;
  return (title, run) => {
    at += 1;
    if (isProof || at % users.length === users.indexOf(user)) test(title, run);
  };
}

type Contained = {
  readonly kind: ContainmentKind;
  readonly detail: string;
  readonly exitCode: number | null;
  readonly killedBy: string | null;
  readonly output: string;
  /** The changes that it would make: kind, and path relative to the home. */
  readonly effects: readonly string[];
  readonly whyUnknown: string | null;
  readonly attemptedNetwork: ContainedRun['attemptedNetwork'];
  readonly attemptedSocket: boolean;
  readonly deniedPlaces: readonly string[];
  readonly left: ContainedRun['left'];
  readonly hiddenTempPlaces: readonly string[];
  readonly hardLinks: number;
};

export type Home = {
  readonly path: string;
  readonly cwd: string;
  run(
    command: string,
    more?: Partial<Omit<ContainedRequest, 'doors'>> & {
      readonly from?: ContainmentKind;
      readonly stagings?: readonly string[];
      readonly path?: string;
      /** Variables that the person has set. */
      readonly variables?: Readonly<Record<string, string>>;
      readonly secrets?: readonly string[];
      /** The texts with which doors answer, by port. */
      readonly answers?: Readonly<Record<number, string>>;
    },
  ): Promise<Contained>;
};

/** A home for one test. */
export function newHome(user: User, files: Readonly<Record<string, string>> = {}): Home {
  const home = makeHome(user, files);
  onTestFinished(() => removeHome(home));
  return home;
}

/** One home for all tests of a group, for commands whose effects are never applied: its containment is chosen once. */
export function sharedHome(user: User, files: Readonly<Record<string, string>> = {}): () => Home {
  let home: Home | undefined;
  beforeAll(() => {
    const made = makeHome(user, files);
    home = made;
    return () => removeHome(made);
  });
  return () => home ?? expect.fail('it is there while tests run');
}

const removeHome = ({ path }: Home): void => rmSync(path, { recursive: true, force: true });

/** Not below /tmp, which commands do not see. */
function makeHome(user: User, files: Readonly<Record<string, string>>): Home {
  const path = mkdtempSync('/var/tmp/artoo-home-');
  const all = { ...usual, ...files };
  for (const [name, content] of Object.entries(all)) {
    mkdirSync(join(path, name, '..'), { recursive: true });
    writeFileSync(join(path, name), content);
  }
  if (user === 'an ordinary user') execFileSync('chown', ['-R', `${ordinary}:${ordinary}`, path]);
  const cwd = join(path, 'project');
  const places = { home: path, data: join(path, '.artoo'), secrets: [join(path, '.ssh')], cwd, workspace: join(path, 'workspace') };
  return {
    path,
    cwd,
    async run(command, { from = 'overlay', ...more } = {}) {
      const asked = { from, ...places, stagings: ['/var/tmp'], command, timeoutMs: 20_000, ...more };
      const told = JSON.parse(await servants[user](JSON.stringify(asked)));
      if ('error' in told) throw new Error(told.error);
      const { ended, changes, ...rest } = told;
      const effects = changes.map(
        (change: Parameters<typeof kindOf>[0] & { path: string }) => `${kindOf(change)} ${relative(path, change.path)}`,
      );
      return { ...rest, exitCode: ended.exitCode, killedBy: ended.killedBy, output: ended.output, effects };
    },
  };
}

const usual = {
  'project/a.txt': 'a\n',
  'project/d/x': 'x\n',
  'project/d/y': 'y\n',
  'workspace/w': 'w\n',
  '.ssh/id': 'PRIVATE\n',
  '.artoo/log': 'JOURNAL\n',
};

/** A process of that user, started when it is first asked, which answers one line at a time. It ends when its input does, with the worker that runs the tests. */
export function servant(prefix: readonly string[], script = 'test/support/children/contained.ts'): (line: string) => Promise<string> {
  let child: ChildProcess | undefined;
  const waiting: ((line: string) => void)[] = [];
  return (line) => {
    if (!child) {
      const { root, node } = inject('readable');
      const [file = '', ...args] = [...prefix, node, join(root, script)];
      const compiled = inject(isRoot && prefix[0] === asOrdinaryUser[0] ? 'ordinaryCompileCache' : 'compileCache');
      child = spawn(file, args, { cwd: '/', env: { ...process.env, NODE_COMPILE_CACHE: compiled }, stdio: ['pipe', 'pipe', 'inherit'] });
      child.unref();
      const { stdout } = child;
      if (stdout) createInterface({ input: stdout }).on('line', (answer) => waiting.shift()?.(answer));
    }
    const { promise, resolve } = Promise.withResolvers<string>();
    waiting.push(resolve);
    child.stdin?.write(`${line}\n`);
    return promise;
  };
}

const servants: Readonly<Record<User, (line: string) => Promise<string>>> = {
  'this user': servant([]),
  'an ordinary user': servant(asOrdinaryUser),
};
