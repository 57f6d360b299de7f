/** Plays `artoo demo cluster` on a stage: one task, three workers, and one of them is killed in the middle of its work. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DemoCluster, openDemoCluster } from '../../app/demo/cluster/demo-cluster.ts';
import { type Demo, type DemoTask, openDemo } from '../../app/demo/demo.ts';
import { type DemoPlace, makePlace } from '../../app/demo/demo-place.ts';
import type { Scenario } from '../../app/demo/scenarios.ts';
import type { FinalResult } from '../../contracts/control.ts';
import { readJournal } from '../../journal/reader.ts';
import { openTape } from '../../journal/tape-file.ts';
import { fitted } from '../../view/picture/layout.ts';
import { createPicture } from '../../view/picture/picture.ts';
import { type Line, line, span } from '../../view/style/line.ts';
import { onAbort } from '../terminal/on-abort.ts';
import { showEnd } from './play-task.ts';
import type { Stage } from './stage.ts';

/** Returns what did not go as scripted. */
export async function playCluster(scenario: Scenario, stage: Stage, data: string | undefined): Promise<readonly string[]> {
  await using place = await makePlace(scenario.files, data);
  await using cluster = await openDemoCluster(place.folder);
  stage.show(machineLines(cluster));
  await using demo = await openDemo(scenario, place, { around: stage.around, workers: cluster.host });
  stage.show([[span('$ ', 'muted'), span(`artoo --bus ${cluster.url} "${scenario.goal}"`, 'code')], line('')]);
  const started = demo.start();
  const over = new AbortController();
  const killing = killOne(cluster, stage, AbortSignal.any([stage.left, over.signal]));
  const result = await played({ demo, place, started }, stage).finally(() => over.abort());
  const killed = await killing;
  if (stage.left.aborted || !result) return [];
  if (killed === undefined) return ['the commands did not run on the workers'];
  const surprises = [...demo.surprises([result]), ...(await missing(scenario, place)), ...(await difference(demo, started.journal))];
  stage.show(accountLines(cluster, killed, surprises.length === 0));
  return surprises;
}

const machineLines = ({ workers, url }: DemoCluster): readonly Line[] => [
  [
    span('A bus at '),
    span(url, 'code'),
    span(', and three workers on it, each a process of its own: '),
    span(workers.join(', '), 'strong'),
    span('.'),
  ],
  line('Each command runs on a worker, on a copy of the folder. The changes that it would make come back and are applied here.', 'muted'),
  line(''),
];

/** Kills the worker that runs the most commands, once all eight commands are running. */
async function killOne(cluster: DemoCluster, stage: Stage, signal: AbortSignal): Promise<string | undefined> {
  const worker = await cluster.busiest(8, signal);
  if (worker === undefined) return undefined;
  const running = cluster.began.get(worker)?.length ?? 0;
  const pid = await cluster.kill(worker);
  stage.show([
    line(''),
    [span(`kill -9 ${pid}`, 'bad'), span(`  worker ${worker} is killed in the middle of ${running} commands`, 'muted')],
    line(''),
  ]);
  return worker;
}

type Playing = { readonly demo: Demo; readonly place: DemoPlace; readonly started: DemoTask };

async function played({ demo, place, started: { task } }: Playing, stage: Stage): Promise<FinalResult | undefined> {
  const picture = createPicture({ cwd: place.cwd });
  using watch = stage.watch(picture);
  const over = new AbortController();
  onAbort(stage.left, () => (stage.terminate.aborted ? void demo.host.close() : task.cancel()), over.signal);
  const ending = task.result.finally(() => over.abort());
  ending.catch(() => {}); // its error is thrown below
  for await (const seen of demo.host.watch({ task_id: task.id })) {
    stage.show(fitted('entry' in seen ? picture.see(seen.entry) : [], stage.columns));
    watch?.changed();
  }
  const result = await ending;
  if (stage.left.aborted) return undefined;
  await showEnd(result, { place, picture }, stage);
  return result;
}

/** The chapters whose words were not counted exactly once. */
async function missing({ files }: Scenario, { cwd }: DemoPlace): Promise<readonly string[]> {
  const chapters = Object.entries(files).filter(([name]) => name.startsWith('chapters/'));
  const wrong = chapters.map(async ([name, text]) => {
    const counted = await readFile(join(cwd, name.replace('chapters/', 'counts/')), 'utf8').catch(() => '');
    return counted.trim() === String(text.trim().split(/\s+/).length) ? [] : [`${name} was not counted exactly once`];
  });
  return (await Promise.all(wrong)).flat();
}

/** Replays the journal without workers, bus or models, and returns what differs. */
async function difference(demo: Demo, journal: string): Promise<readonly string[]> {
  const { entries } = await readJournal(journal);
  using tape = await openTape(journal);
  const replayed = await demo.host.replay(tape).catch((error: unknown) => ({ size: 0, error }));
  return replayed.size === entries.length ? [] : ['a replay of its journal shows a difference'];
}

function accountLines({ workers, began }: DemoCluster, killed: string, isWhole: boolean): readonly Line[] {
  const counts = workers.map((worker) => `${worker} began ${began.get(worker)?.length ?? 0}${worker === killed ? ' and died' : ''}`);
  return [
    line(''),
    line(`Commands: ${counts.join(', ')}.`),
    ...(isWhole ? [line('Eight results, each applied once. Replayed from its journal, the task makes the same decisions.')] : []),
  ];
}
