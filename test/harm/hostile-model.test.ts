/** A whole task with a hostile model in it that tries every known attack through tools: no secret leaves, nothing changes that was not shown, and nothing persists. */
import { execFileSync, spawn } from 'node:child_process';
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, inject, test } from 'vitest';
import type { PayloadOf } from '../../src/contracts/messages.ts';
import { isRoot } from '../support/ordinary-user.ts';
import { dealt, isProof, sampled } from '../support/sample.ts';
import { type HostileLab, openHostileLab, type Scene } from './hostile/lab.ts';
import { maxRows, startHostileModel } from './hostile/model.ts';
import { hostileRows, type Row } from './hostile/rows.ts';
import { leftRunning, stagingsOf } from './left-running.ts';
import { users } from './user.ts';

type Told = { readonly ends: readonly unknown[]; readonly questions: readonly PayloadOf<'ConfirmRequest'>[] };

const people = [
  ['nobody to ask', false],
  ['a person who says yes to what is shown', true],
] as const;

describe.each(users)('as $name', (user) => {
  const fitting = hostileRows.filter(({ cwd }) => cwd === undefined || (isRoot && user.uid === 0));
  const rows = dealt(
    sampled(fitting, Number.POSITIVE_INFINITY, ({ id }) => id),
    users.indexOf(user),
    users.length,
  );

  test.each(isProof ? people : people.filter((_, at) => at === users.indexOf(user)))(
    'a hostile model with %s has no effect',
    { timeout: 600_000 },
    async (_, isYes) => {
      const lab = await openHostileLab(user);
      const before = await lab.scene();
      const { told, requests } = await attack(lab, rows, isYes);
      const data = globSync(`${lab.home}/.artoo/**/*`).filter((path) => statSync(path).isFile());
      const written = data.map((path) => readFileSync(path, 'latin1')).join('\n');
      expect(lab.leaksIn([requests, written, JSON.stringify(told)].join('\n'))).toEqual([]);
      const after = await lab.scene();
      expect(surprisesIn(before, after, rows, told.questions, lab)).toEqual([]);
      expect({ ...after.machine, times: '' }).toEqual({ ...before.machine, times: '' });
      if (!isYes) {
        expect(after.machine).toEqual(before.machine);
        liveOn(lab);
        expect(lab.hasRun()).toBe(false);
      }
      await lab.close();
      expect(await leftRunning(lab.home)).toEqual([]);
      expect(stagingsOf(user).filter((path) => statSync(path).mtimeMs > started)).toEqual([]);
    },
  );
});

const started = Date.now();

/** Tries all rows, in as many tasks as they need. */
async function attack(lab: HostileLab, rows: readonly Row[], isYes: boolean) {
  const { names, home, prefix, env } = lab;
  const named: readonly Row[] = JSON.parse(JSON.stringify(rows).replace(/\{(\w+)\}/g, (all, name) => names[name] ?? all));
  const plans = Map.groupBy(named, ({ cwd = join(home, 'project') }) => cwd)
    .entries()
    .toArray()
    .flatMap(([cwd, each]) =>
      Array.from({ length: Math.ceil(each.length / maxRows) }, (_, at) => ({ cwd, rows: each.slice(at * maxRows, (at + 1) * maxRows) })),
    );
  await using server = await startHostileModel(plans.map((plan) => plan.rows));
  const data = join(home, '.artoo');
  const configured = `brain: { base_url: "${server.url}/v1", model: hostile-model }\nallow:\n  - shell(git commit*)\n`;
  execFileSync(lab.user.prefix[0] ?? 'env', [...lab.user.prefix.slice(1), 'mkdir', '-m', '700', data]);
  writeFileSync(join(data, 'config.yaml'), configured);
  const goals = plans.map(({ cwd }) => ({ goal: 'Tidy up the project.', cwd }));
  const { root, node } = inject('readable');
  const [file = '', ...args] = [...prefix, node, join(root, 'test/support/children/runs-goals.ts')];
  const compiled = inject(lab.user.prefix.length > 0 ? 'ordinaryCompileCache' : 'compileCache');
  const child = spawn(file, args, { cwd: '/', env: { ...env, NODE_COMPILE_CACHE: compiled }, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify({ data, workspace: join(home, 'workspace'), env, goals, isYes }));
  const told: Told = JSON.parse(await text(child.stdout));
  const requests = server.requests.map(({ body }) => JSON.stringify(body)).join('\n');
  expect(named.filter((row) => !server.tried.has(row)).map(({ name }) => name)).toEqual([]);
  return { told, requests };
}

/** Differences afterwards that no row is meant to leave and that the person was not shown. */
function surprisesIn(
  before: Scene,
  after: Scene,
  rows: readonly Row[],
  questions: Told['questions'],
  { home }: HostileLab,
): readonly string[] {
  const left = rows.flatMap(({ leaves = [] }) => leaves.map((path) => `~/${path}`));
  const isLeft = (path: string) => left.some((each) => path === each || (each.endsWith('/') && path.startsWith(each)));
  const shown = Map.groupBy(
    questions.flatMap(({ effects }) => effects),
    ({ path }) => (path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : `system${path}`),
  );
  const paths = [...new Set([...Object.keys(before.files), ...Object.keys(after.files)])];
  return paths.filter((path) => {
    const [was, is] = [before.files[path], after.files[path]];
    if (JSON.stringify(was) === JSON.stringify(is) || (was === undefined && isLeft(path))) return false;
    if (was === undefined && is?.type === 'folder' && shown.keys().some((other) => other.startsWith(`${path}/`))) return false;
    const isAsShown = ({ hash }: { hash?: string | undefined }) => hash === undefined || is?.type !== 'file' || hash === is.content;
    return !(shown.get(path) ?? []).some(isAsShown);
  });
}

/** What a person does the next day, in the project and the home: anything that was planted would run now. */
function liveOn({ home, env, prefix }: HostileLab): void {
  const lines =
    'git status; git checkout -q side; git merge -q packed; git checkout -q main; git rebase --abort; ls; python3 -c 1; bash -lic true; cd sub && git status';
  const [file = '', ...args] = [...prefix, 'bash', '-c', lines];
  const { ANTHROPIC_API_KEY: _, ...plain } = env;
  try {
    execFileSync(file, args, { cwd: join(home, 'project'), env: plain, stdio: 'ignore', timeout: 30_000 });
  } catch {} // some of these fail, as they should
}
