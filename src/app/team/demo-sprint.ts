/** The demo of a team: a sprint in a scratch repository. Only the models are scripted; the board, git, commands and tests are real. */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { defaultSettings } from '../../config/settings.ts';
import type { Json } from '../../contracts/shapes/json.ts';
import { readCassette } from '../../effects/cassette.ts';
import { uncapped } from '../../laws/caps.ts';
import type { Model, ModelRequest } from '../../models/model.ts';
import type { Board, Task } from '../../team/board/board.ts';
import { gitOutput } from '../../team/git/git.ts';
import { initTeam, planTeam } from '../../team/init/init-team.ts';
import { lookAtRepository } from '../../team/init/repository.ts';
import type { TeamLine } from '../../team/journal.ts';
import type { TeamEnd } from '../../team/supervisor/loop.ts';
import { approveDrafts } from '../../team/supervisor/plan/approve-drafts.ts';
import { demoCassette } from '../demo-files.ts';
import type { Site } from '../wiring/rooms.ts';
import { openTeam } from './open-team.ts';

const files: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "greetings", "type": "module", "scripts": { "test": "node --test" } }\n',
  'specs/vision.md': [
    '# Greetings',
    '',
    '- `greet(name)` returns `Hello, <name>!`. Without a name it returns `Hello, World!`.',
    '- `farewell(name)` returns `Goodbye, <name>!`.',
    '',
  ].join('\n'),
};

/** What the team in the demo is asked for. */
export const demoGoal = 'Greet people, and say goodbye to them';

export type DemoSprintOptions = {
  /** An existing folder, which the caller removes. */
  readonly root: string;
  readonly data: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Replaces the scripted model. */
  readonly model?: Model;
  /** Wraps the model, to slow it down. */
  readonly around?: (model: Model) => Model;
  readonly onLine?: (line: TeamLine) => void;
  readonly onAlert?: (text: string) => void;
  /** Called with the drafts before the scripted person approves them. */
  readonly onDrafts?: (tasks: readonly Task[]) => Promise<void>;
  readonly signal: AbortSignal;
};

export type DemoSprint = {
  readonly end: TeamEnd;
  readonly board: Board;
  /** `git log` of the integration branch. */
  readonly log: string;
  /** Returns what did not go as scripted. */
  readonly surprises: readonly string[];
};

/**
 * Two coders work in parallel: one is rejected and corrects its work, one asks a question and its task is replaced. A sprint that was cut off
 * continues.
 */
export async function playSprint(options: DemoSprintOptions): Promise<DemoSprint> {
  const { root, data, env, model, around = (each) => each, onLine, onAlert = () => {}, onDrafts = async () => {}, signal } = options;
  if (!existsSync(join(root, '.liza'))) await makeTeam(root);
  const cassette = await readCassette(demoCassette('team'));
  const site = siteOf(around(readingCommits(model ?? cassette)), data, root);
  await using open = openTeam({ root, site, env, onAlert, ...(onLine && { onLine }) });
  if ((await open.file.read()).tasks.length === 0) await open.supervise({ agents: ['planner'], signal, maxWaitMs: 0 });
  const drafts = (await open.file.read()).tasks.filter(({ status }) => status === 'DRAFT');
  if (drafts.length > 0) {
    await onDrafts(drafts);
    await approveDrafts(open.team, drafts);
  }
  const end = await open.supervise({ agents: ['planner', 'coder', 'coder', 'code_reviewer'], signal, maxWaitMs: patienceMs });
  const board = await open.file.read();
  const log = await gitOutput(root, ['log', '--graph', '--format=%h %s (%an)', 'integration']);
  return { end, board, log, surprises: signal.aborted ? [] : surprisesIn(end, board, model ? 0 : cassette.unused.length) };
}

async function makeTeam(root: string): Promise<void> {
  await makeRepository(root);
  const repository = await lookAtRepository(root, 'specs/vision.md');
  await initTeam(repository, { ...(await planTeam(repository, demoGoal, 'specs/vision.md')), testCommand: 'node --test' }, new Date());
}

/** How long memory may take: plenty, because what a demo shows must not depend on how busy the machine is. */
const patienceMs = 60_000;

function surprisesIn(end: TeamEnd, { tasks }: Board, unused: number): readonly string[] {
  const statuses = tasks.map(({ id, status }) => `${id} ${status}`).join(', ');
  return [
    ...(end === 'done' ? [] : [`the sprint ended with ${end}`]),
    ...(statuses === 'greet MERGED, farewell SUPERSEDED, farewell-named MERGED' ? [] : [`its tasks are ${statuses}`]),
    ...(unused === 0 ? [] : [`${unused} scripted answers were never used`]),
  ];
}

/** A repository with a spec and one commit. */
async function makeRepository(root: string): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
  await gitOutput(root, ['init', '--quiet', '--initial-branch=main']);
  await gitOutput(root, ['add', '--all']);
  await gitOutput(root, ['commit', '--quiet', '--message', 'What we want']);
}

function siteOf(model: Model, data: string, workspace: string): Site {
  const settings = defaultSettings({ data, workspace });
  return { settings: { ...settings, task: { ...settings.task, caps: uncapped, grows: [] } }, model, secrets: () => [] };
}

/** A scripted reviewer cannot know which commit it will see: it uses the one named in its prompt. */
const readingCommits = (model: Model): Model => ({
  ...model,
  async step(request, origin, signal) {
    const answer = await model.step(request, origin, signal);
    const commit = commitIn(request);
    return { ...answer, calls: answer.calls.map((call) => ({ ...call, input: filledIn(call.input, commit) })) };
  },
});

const commitIn = ({ turns }: ModelRequest): string => /^Commit: ([0-9a-f]{40})/m.exec(turns[0]?.text ?? '')?.[1] ?? '';
const filledIn = (input: Json, commit: string): Json => JSON.parse(JSON.stringify(input).replaceAll('{{commit}}', commit)) as Json; // the same JSON
