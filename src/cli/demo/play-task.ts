/** Plays a scenario of the demo on a stage: its runs and, if it has them, the kill, the undo and the auditor. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Demo, type DemoTask, openDemo } from '../../app/demo/demo.ts';
import { type DemoPlace, makePlace } from '../../app/demo/demo-place.ts';
import { runAndKill } from '../../app/demo/killed-task.ts';
import type { Scenario } from '../../app/demo/scenarios.ts';
import type { FinalResult } from '../../contracts/control.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { outputText } from '../../roles/output-text.ts';
import type { Asked } from '../../view/asking/harm-lines.ts';
import { endingLines } from '../../view/picture/ending.ts';
import { fitted } from '../../view/picture/layout.ts';
import { createPicture, type Picture } from '../../view/picture/picture.ts';
import { nothingSpent } from '../../view/picture/spent.ts';
import { line, span } from '../../view/style/line.ts';
import { onAbort } from '../terminal/on-abort.ts';
import { playAudit } from './play-audit.ts';
import { playUndo } from './play-undo.ts';
import { answerLine, openQuestion, questionLines } from './question-lines.ts';
import type { Stage } from './stage.ts';

/** Returns what did not go as scripted. */
export async function playTask(scenario: Scenario, stage: Stage, data: string | undefined): Promise<readonly string[]> {
  await using place = await makePlace(scenario.files, data);
  await using demo = await openDemo(scenario, place, {
    ...(!scenario.isAudited && { around: stage.around }), // an audited task is not shown, so its models are not slowed down
    async onQuestion(asked) {
      await nextTurn(); // so that what led to the question is shown first
      const question: Asked = { ...asked, cwd: place.cwd, who: 'R3', about: { goal: scenario.goal } };
      stage.show(questionLines(question, stage));
      await stage.pause('y answers', openQuestion(question, 'y', stage));
      stage.show([answerLine('y')]);
    },
  });
  const results: FinalResult[] = [];
  for (let run = 1; run <= (scenario.runs ?? 1) && !stage.left.aborted; run += 1) {
    if (run > 1) stage.show([line(''), line('And once more:', 'strong')]);
    stage.show([[span('$ ', 'muted'), span(`artoo "${scenario.goal}"`, 'code')], line('')]);
    const result = await playRun({ scenario, demo, place }, stage, data !== undefined);
    if (result) results.push(result);
  }
  const undone = scenario.isUndone && results[0] && !stage.left.aborted ? await playUndo(results[0].task_id, scenario, place, stage) : [];
  const missed = scenario.isAudited && !stage.left.aborted ? await playAudit(idsOf(results), place, stage) : [];
  return stage.left.aborted ? [] : [...demo.surprises(results), ...undone, ...missed];
}

const idsOf = (results: readonly FinalResult[]): readonly TaskId[] => results.map(({ task_id }) => task_id);

type Playing = { readonly scenario: Scenario; readonly demo: Demo; readonly place: DemoPlace };

/** Undefined if the person left before the run began. */
async function playRun({ scenario, demo, place }: Playing, stage: Stage, isKept: boolean): Promise<FinalResult | undefined> {
  const picture = createPicture({ cwd: place.cwd });
  using watch = stage.watch(picture);
  const started = scenario.killedAt === undefined ? demo.start() : await killAndResume({ scenario, demo, place }, picture, stage);
  if (!started) return undefined;
  const { task, journal } = started;
  const over = new AbortController();
  onAbort(stage.left, () => (stage.terminate.aborted ? void demo.host.close() : task.cancel()), over.signal);
  const ending = task.result.finally(() => over.abort());
  ending.catch(() => {}); // an error is thrown below
  for await (const seen of demo.host.watch({ task_id: task.id })) {
    const told = 'entry' in seen ? picture.see(seen.entry) : [];
    if (!scenario.isAudited) stage.show(fitted(told, stage.columns));
    watch?.changed();
  }
  const result = await ending;
  watch?.[Symbol.dispose]();
  if (stage.left.aborted) return undefined;
  if (!scenario.isAudited) await showEnd(result, { place, picture }, stage);
  if (isKept) stage.show([line(`journal  ${journal}`, 'muted')]);
  return result;
}

/** The first half in a process that is killed, the second half in this one. */
async function killAndResume({ scenario, demo, place }: Playing, picture: Picture, stage: Stage): Promise<DemoTask | undefined> {
  const see = (entry: Parameters<Picture['see']>[0]) => stage.show(fitted(picture.see(entry), stage.columns));
  const killed = await runAndKill(scenario, place, see, stage.left);
  if (!killed) return undefined;
  stage.show([line(''), [span(`kill -9 ${killed.pid}`, 'bad'), span('  the process is killed in the middle of its work', 'muted')]]);
  await stage.pause('Enter resumes it');
  if (stage.left.aborted) return undefined;
  stage.show([line(''), [span('$ ', 'muted'), span('artoo resume', 'code')], line('')]);
  return demo.resume(killed.task_id, killed.answered);
}

/** The answer, rendered, and how the task ended. */
export async function showEnd(
  result: FinalResult,
  { place, picture }: { place: DemoPlace; picture: Picture },
  stage: Stage,
): Promise<void> {
  const { markdownLines } = await import('../../view/markdown/markdown-lines.ts'); // a parser that scripts never need
  const output = result.directive === 'abandon' ? '' : outputText(result.output);
  const ending = endingLines(result, {
    cwd: place.cwd,
    told: picture.told,
    found: picture.found,
    aims: picture.state.aims,
    dropped: picture.state.dropped,
    estimated: nothingSpent.estimated,
    offersNext: false,
  });
  stage.show([
    line(''),
    ...(output === '' ? [] : [...markdownLines(output, stage.columns ?? 80), line('')]),
    ...fitted(ending, stage.columns),
  ]);
}
