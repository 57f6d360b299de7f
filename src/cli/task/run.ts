/** `artoo "goal"`: one task from beginning to end. */
import { resolve } from 'node:path';
import { attach } from '../../app/attach.ts';
import type { ServerUse } from '../../app/resources.ts';
import type { Artoo } from '../../app/tasks.ts';
import { homeIn } from '../../config/folders.ts';
import { settle } from '../../config/settle.ts';
import type { SkillPlace } from '../../config/skills.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { newTaskId } from '../../contracts/ids.ts';
import { skillNamedIn } from '../../contracts/skills.ts';
import { visible } from '../../contracts/text/visible.ts';
import { exchangesUpTo, saidIn } from '../../history/sessions/follow-up.ts';
import { openChanges } from '../../tools/changes/change-store.ts';
import { exits, type Terminal } from '../command.ts';
import { firstStart } from '../first-start.ts';
import { existingFolder } from '../flags/existing-folder.ts';
import { taskFlags } from '../flags/flag-table.ts';
import { parseFlags } from '../flags/flags.ts';
import { fromHere, textOf } from '../flags/from-here.ts';
import { flagHelp } from '../help.ts';
import { type Input, readInput } from '../terminal/stdin.ts';
import { findTty } from '../terminal/tty.ts';
import { recoverFirst } from '../undo/recover.ts';
import { followedUp, followsSentence } from './followed-up.ts';
import { howToShow, quietly, runTask } from './run-task.ts';
import { tooLong } from './too-long.ts';
import { mentionUnfinished } from './unfinished.ts';

export async function runGoal(args: readonly string[], terminal: Terminal): Promise<number> {
  const options = args.slice(0, [...args, '--'].indexOf('--'));
  if (options.includes('--help') || options.includes('-h')) {
    terminal.print(`artoo [options] "goal in plain words"\n\n${flagHelp(taskFlags)}`);
    return exits.ok;
  }
  const { goal, isPatient, cwd, record, replay, flags } = read(args, terminal);
  const signal = AbortSignal.any([terminal.cancel, terminal.terminate]);
  const place = { cwd: await existingFolder(cwd), home: homeIn(terminal.env) };
  const wantsModel = replay === undefined;
  const isReady = await firstStart(terminal, { flags, cwd: place.cwd, wantsModel, before: 'task' });
  signal.throwIfAborted();
  if (!isReady) throw new ArtooError('model_unset', 'no model is configured');
  const schema = textOf(flags, 'output-schema');
  const output_schema = schema === undefined ? undefined : await (await import('../../config/output-schema.ts')).readOutputSchema(schema);
  const configured = await settle({ flags, env: terminal.env, ...place, wantsModel, signal });
  const settled = output_schema === undefined ? configured : { ...configured, task: { ...configured.task, output_schema } };
  await refuseUnusableSkill(goal, { data: settled.data, ...place });
  const cassette = replay === undefined ? undefined : await (await import('../../effects/cassette.ts')).readCassette(replay);
  const input: Input = terminal.input
    ? await readInput({ stream: terminal.input, isPatient, note: terminal.note, signal })
    : { data: undefined, isEmpty: false, late: new AbortController().signal };
  if (input.isEmpty) terminal.note('artoo: nothing was piped in');
  using tty = findTty(terminal, input.data !== undefined);
  if (settled.task.review && !tty)
    throw new ArtooError('usage', '--plan needs a person at a terminal to approve the plan, and there is no terminal here');
  using quiet = quietly(tty, terminal, flags);
  await recoverFirst(openChanges(settled.data), terminal, signal);
  using recorder = record === undefined ? undefined : (await import('../../effects/record.ts')).createRecorder(record); // opened last: after an earlier error there is no empty file
  signal.throwIfAborted();
  if (!settled.quiet && !flags.json) await mentionUnfinished(settled.data, cwd, terminal);
  const isCut = tooLong('goal', goal);
  for (const note of [...settled.notes, ...(isCut ? [`${isCut}; pipe long texts in as data`] : [])]) terminal.note(`artoo: ${note}`);
  const last = flags.continue ? await followedUp(settled.data, cwd) : undefined;
  if (last && !settled.quiet && !flags.json) terminal.note(`artoo: ${followsSentence(last)}`);
  const session = last ? await saidIn(await exchangesUpTo(last), openChanges(settled.data).isUndone) : [];
  const task_id = newTaskId(new Date());
  const given = await withNamed(goal, input.data, { settings: settled, env: terminal.env, cwd, signal });
  const data = given && (await attach(given, settled.task.workspace, task_id));
  const begin = (artoo: Artoo) => artoo.run(goal, { cwd, task_id, session, ...(data && { data }) });
  const { late } = input;
  const answers = cassette && { cassette, file: replay ?? '', isWhole: true };
  const code = await runTask({ begin, cwd, how: howToShow(flags, settled), settled, answers, recorder, late, tty, quiet }, terminal);
  if (!late.aborted) return code;
  terminal.note('artoo: data arrived on standard input too late, so the task was stopped; run it again with a lone - to wait for the data');
  return exits.usage;
}

/** A goal that begins with `/name` names a skill, if there is one. Throws `usage` if it exists and cannot be used. */
async function refuseUnusableSkill(goal: string, place: SkillPlace): Promise<void> {
  const name = skillNamedIn(goal);
  if (name === undefined) return;
  const { skillCalled } = await import('../../config/skills.ts');
  const found = await skillCalled(name, place);
  if (typeof found === 'object') throw new ArtooError('usage', visible(found.why));
}

/** Resources are read only if there are servers. */
async function withNamed(goal: string, piped: Uint8Array | undefined, use: ServerUse): Promise<Uint8Array | undefined> {
  if (Object.keys(use.settings.servers ?? {}).length === 0) return piped;
  return (await import('../../app/resources.ts')).withResources(goal, piped, use);
}

function read(args: readonly string[], terminal: Terminal) {
  const { flags: given, words } = parseFlags(args, taskFlags);
  const flags = fromHere(given, terminal.cwd);
  const goal = words.filter((word) => word !== '-').join(' ');
  if (goal.trim() === '') throw new ArtooError('goal_empty', 'no goal was given');
  return {
    goal,
    isPatient: words.includes('-'),
    cwd: resolve(terminal.cwd, textOf(flags, 'cwd') ?? '.'),
    record: textOf(flags, 'record'),
    replay: textOf(flags, 'replay'),
    flags,
  };
}
