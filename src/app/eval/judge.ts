/** Decides in code whether a task was done: its checks on the folder as it is, its hidden tests in a copy of the home. */
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Check } from '../../contracts/criteria.ts';
import type { Json } from '../../contracts/shapes/json.ts';
import { clip, oneLine } from '../../contracts/text/shorten.ts';
import type { HiddenTests, SuiteTask } from '../../eval/suite/suite-task.ts';
import type { CheckResult } from '../../eval/trials/trial-result.ts';
import { decideCheck, lookFor } from '../../roles/judging/checks/checks.ts';
import { outputText } from '../../roles/output-text.ts';
import { removeTree } from '../../tools/containment/remove-tree.ts';
import { placeFiles } from './place-files.ts';
import { howItEnded } from './prepare.ts';
import type { TrialGround } from './trial-ground.ts';

export type Judged = CheckResult & { readonly guard: boolean };

/** One verdict per check, in the order of the task. `answer` is null before the task has run. */
export async function judge(task: SuiteTask, answer: Json, ground: TrialGround, signal: AbortSignal): Promise<readonly Judged[]> {
  const judged: Judged[] = [];
  for (const { check, guard } of task.checks) {
    const look = lookFor(check);
    const observation = look && (await ground.observe({ look, cwd: ground.work, places: [] }, signal));
    const { verdict, evidence } = decideCheck(check, { output: answer, observation });
    judged.push({ check: checkText(check), verdict, evidence: clip(evidence.replaceAll(`${ground.work}/`, ''), 300), guard });
  }
  if (task.tests)
    judged.push({ check: `tests: ${oneLine(task.tests.run, 80)}`, ...(await runTests(task.tests, answer, ground, signal)), guard: false });
  return judged;
}

const run = promisify(execFile);
const copyMs = 120_000;

async function runTests(
  { files, run: line, timeout_ms: timeoutMs }: HiddenTests,
  answer: Json,
  { home, run: inGround }: TrialGround,
  signal: AbortSignal,
): Promise<Pick<CheckResult, 'verdict' | 'evidence'>> {
  if (!inGround) return { verdict: 'unverifiable', evidence: 'the tests cannot be contained here' };
  const copy = `${home}-judged`;
  try {
    mkdirSync(copy, { mode: 0o700 });
    const whyNot = await run('cp', ['-a', '--', `${home}/.`, copy], { signal, timeout: copyMs }).then(
      () => undefined,
      (error: Error) => oneLine(error.message.split('\n').slice(1).join(' ') || error.message, 160),
    );
    signal.throwIfAborted();
    if (whyNot !== undefined) return { verdict: 'unverifiable', evidence: `what the task left behind cannot be copied: ${whyNot}` };
    placeFiles(join(copy, 'work'), files);
    const env = { ANSWER: clip(outputText(answer), maxAnswer) };
    const ended = await inGround(line, { copy, env, timeoutMs, signal });
    signal.throwIfAborted();
    return { verdict: ended.exitCode === 0 ? 'pass' : 'fail', evidence: howItEnded(ended) };
  } finally {
    await removeTree(copy);
  }
}

/** How much of an answer is passed on: a longer one does not fit into an environment. */
const maxAnswer = 100_000;

/** A check in words: `file_contains notes/a.md "alpha"`. */
function checkText({ kind, ...fields }: Check): string {
  const parts = Object.entries(fields).map(([name, value]) => (name === 'path' ? String(value) : JSON.stringify(value)));
  return oneLine([kind, ...parts].join(' '), 120);
}
