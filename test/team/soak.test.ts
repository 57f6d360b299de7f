/** Six scripted agents work off many tasks on one board: all are merged, the board is valid at every moment, and nothing is left over. ARTOO_SOAK_TASKS says how many tasks. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTeam } from '../../src/app/team/open-team.ts';
import { defaultSettings } from '../../src/config/settings.ts';
import type { Json } from '../../src/contracts/json.ts';
import { uncapped } from '../../src/laws/caps.ts';
import type { Model, ModelRequest } from '../../src/models/model.ts';
import { openBoardFile } from '../../src/team/board/file.ts';
import { newBoard } from '../../src/team/board/new-board.ts';
import { newText } from '../../src/team/board/text/read-text.ts';
import { gitOutput } from '../../src/team/git/git.ts';
import { isLockFree, type LockName } from '../../src/team/hold-lock.ts';
import { replayJournal } from '../../src/team/replay/read-journal.ts';
import { reviewCriteria } from '../../src/team/review/verdict.ts';
import { collectedHeap } from '../support/collected-heap.ts';
import { isProof } from '../support/sample.ts';
import { scratch } from '../support/scratch.ts';
import { aTask } from './boards.ts';

const count = Number(process.env.ARTOO_SOAK_TASKS ?? (isProof ? 200 : 4));
/**
 * So much more may be in use at the end than after half of the tasks, when everything was loaded: a task stays on the board and in what is known of the journal. Measured: 0.03 MB a task. The memory of
 * the process says little: it also holds what was not collected yet.
 */
const [baseBytes, bytesPerTask] = [16_000_000, 100_000];
const ids = Array.from({ length: count }, (_, at) => `task-${at + 1}`);
const doneWhen = (id: string): string => `${id}.txt says hello`;

async function repository(): Promise<string> {
  const root = join(scratch(), 'project');
  mkdirSync(join(root, 'specs'), { recursive: true });
  writeFileSync(join(root, 'specs/vision.md'), '# Say hello\n');
  await gitOutput(root, ['init', '--quiet', '--initial-branch=main']);
  await gitOutput(root, ['add', '--all']);
  await gitOutput(root, ['commit', '--quiet', '--message', 'first']);
  await gitOutput(root, ['branch', 'integration']);
  writeFileSync(join(root, '.git/info/exclude'), '.liza/\n.worktrees/\n');
  mkdirSync(join(root, '.liza'));
  const board = newBoard({ goal: 'Say hello', spec: 'specs/vision.md', integrationBranch: 'integration' }, new Date());
  const tasks = ids.map((id) => aTask({ id, kind: 'docs', done_when: doneWhen(id), history: [{ event: 'finalized' }] }));
  writeFileSync(
    join(root, '.liza/state.yaml'),
    newText({ ...board, tasks, sprint: { ...board.sprint, scope: { planned: ids, stretch: [] } } }),
  );
  return root;
}

type Call = { readonly tool: string; readonly input: Json };

/** Coders write one file; reviewers reject every fourth task once. */
function scriptedModel(): Model {
  const rejected = new Set<string>();
  let calls = 0;
  const lettersFor = ({ turns }: ModelRequest): readonly Call[] => {
    const prompt = turns[0]?.text ?? '';
    const id = /^Task: (task-\d+) /m.exec(prompt)?.[1] ?? '';
    const commit = /^Commit: ([0-9a-f]{40})/m.exec(prompt)?.[1];
    return commit === undefined ? coding(id) : reviewing(id, commit);
  };
  const coding = (id: string): readonly Call[] => [
    { tool: 'checkpoint', input: { intent: 'say hello', validation: 'read it', files_to_modify: [`${id}.txt`] } },
    { tool: 'write_file', input: { path: `${id}.txt`, content: `hello ${rejected.has(id) ? 'again' : ''}\n` } },
    { tool: 'submit', input: { message: `hello from ${id}` } },
  ];
  function reviewing(id: string, commit: string): readonly Call[] {
    const isRejected = Number(id.slice('task-'.length)) % 4 === 0 && !rejected.has(id);
    const issue = 'it says hello once only';
    const prior = rejected.has(id) ? [{ issue, status: 'RESOLVED' }] : [];
    if (isRejected) rejected.add(id);
    const criteria = reviewCriteria({ done_when: doneWhen(id) }).map((criterion, at) =>
      isRejected && at === 0
        ? { criterion, verdict: 'fail', failure_class: 'logical', evidence: `${id}.txt:1` }
        : { criterion, verdict: 'pass', evidence: `${id}.txt:1` },
    );
    const blocker = {
      file: `${id}.txt`,
      line: 1,
      issue,
      why: 'hello is said again',
      suggestion: 'say it again',
      spec_ref: 'specs/vision.md',
    };
    const blockers = isRejected ? [blocker] : [];
    return [{ tool: 'verdict', input: { commit, criteria, blockers, prior, overall: isRejected ? 'REJECTED' : 'APPROVED' } }];
  }
  return {
    async step(request) {
      const isFirst = request.turns.length === 1;
      const asked = isFirst ? lettersFor(request).map((call) => ({ call_id: `call-${++calls}`, ...call })) : [];
      return { text: isFirst ? '' : 'It is done.', calls: asked, usage: { input_tokens: 1, output_tokens: 1, usd: 0 } };
    },
  };
}

const openFiles = (): number => readdirSync('/proc/self/fd').length;
/** Processes that this one started and that live. */
const children = (): readonly string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && new RegExp(`^PPid:\\s${process.pid}$`, 'm').test(readFileSync(`/proc/${pid}/status`, 'utf8'));
    } catch {
      return false; // it ended
    }
  });

test(
  `${count} tasks are merged by six agents, and nothing is left over`,
  async () => {
    const root = await repository();
    const [data, began] = [scratch(), performance.now()];
    const settings = defaultSettings({ data, workspace: root });
    const site = {
      settings: { ...settings, task: { ...settings.task, caps: uncapped, grows: [] } },
      model: scriptedModel(),
      secrets: () => [],
    };
    const before = { files: openFiles(), children: children() };
    const [alerts, wrong]: [string[], unknown[]] = [[], []];
    let [peak, halfway] = [0, 0];
    let [checks, merged, checking]: [number, number, Promise<void>] = [0, 0, Promise.resolve()];
    {
      await using reader = openBoardFile({ root, env: process.env });
      const check = async (): Promise<void> => {
        const findings = await reader.validate();
        checks += 1;
        peak = Math.max(peak, process.memoryUsage().rss);
        if (halfway === 0 && merged * 2 >= count) halfway = collectedHeap();
        wrong.push(...findings.filter(({ level }) => level === 'error'));
      };
      await using team = openTeam({
        ...{ root, site, env: process.env, onAlert: (text: string) => alerts.push(text) },
        onLine: (line) => {
          if (line.kind === 'update') merged += line.log.filter(({ action }) => action === 'merged').length;
          checking = checking.then(check);
        },
      });
      const agents = ['planner', 'coder', 'coder', 'coder', 'code_reviewer', 'code_reviewer'] as const;
      expect(await team.supervise({ agents, maxWaitMs: 20_000, signal: AbortSignal.timeout(60_000 + count * 60_000) })).toBe('done');
      await checking;
      const { tasks, sprint, agents: left } = await team.file.read();
      expect({ open: tasks.filter(({ status }) => status !== 'MERGED').map(({ id, status }) => `${id} ${status}`), left }).toEqual({
        open: [],
        left: {},
      });
      expect(sprint.metrics).toMatchObject({
        tasks_done: count,
        review_verdict_approvals: count,
        review_verdict_rejections: Math.floor(count / 4),
        task_submitted_for_review_count: count + Math.floor(count / 4),
      });
    }
    const unexpected = alerts.filter((text) => !text.startsWith('RUBBER STAMP')); // reviewers that approve almost everything are noticed
    expect({ unexpected, wrong }).toEqual({ unexpected: [], wrong: [] });
    expect(checks).toBeGreaterThan(count);
    expect(replayJournal(root)).toMatchObject({ difference: undefined, foreign: 1, applied: 0 });
    expect(await gitOutput(root, ['for-each-ref', '--format=%(refname:short)', 'refs/heads'])).toBe('integration\nmain');
    expect((await gitOutput(root, ['worktree', 'list'])).split('\n')).toHaveLength(1);
    expect(readdirSync(join(root, '.worktrees'))).toEqual([]);
    const locks = readdirSync(join(root, '.liza/locks'));
    expect(locks.filter((name) => !isLockFree(root, name as LockName))).toEqual([]);
    expect(readdirSync(join(root, '.liza'), { recursive: true }).filter((name) => /\.(?:draft|receipt)$/.test(String(name)))).toEqual([]);
    await expect.poll(() => children().filter((pid) => !before.children.includes(pid)), { timeout: 10_000 }).toEqual([]);
    await expect.poll(() => openFiles() - before.files, { timeout: 10_000 }).toBeLessThanOrEqual(2);
    const end = collectedHeap();
    expect(end - halfway).toBeLessThan(baseBytes + count * bytesPerTask);
    if (isProof || process.env.ARTOO_SOAK_TASKS !== undefined)
      process.stderr.write(
        `${count} tasks in ${Math.round((performance.now() - began) / 1000)} s, ${checks} looks at the board, memory at most ${Math.round(peak / 1e6)} MB, of which ${Math.round(halfway / 1e6)} MB were in use halfway and ${Math.round(end / 1e6)} MB at the end, journal ${Math.round(readFileSync(join(root, '.liza/journal.jsonl')).length / 1e3)} kB\n`,
      );
  },
  120_000 + count * 60_000,
);
