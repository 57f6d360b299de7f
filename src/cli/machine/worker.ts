/** `artoo worker`: this machine runs commands for the tasks of others. */
import { availableParallelism } from 'node:os';
import { openWorker } from '../../app/worker/open-worker.ts';
import { poolShape } from '../../config/bus-settings.ts';
import { ownBus } from '../../config/configure.ts';
import { quickDataFolder } from '../../config/data-folder.ts';
import { homeIn } from '../../config/folders.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { tooManyRightsLine, workerEndLine, workerEventLine, workerLine } from '../../view/machine/worker-lines.ts';
import { fit } from '../../view/wrap.ts';
import { type Command, exits, type Terminal } from '../command.ts';
import { busFlags, type Flag } from '../flags/flag-table.ts';
import { parseFlags, shown } from '../flags/flags.ts';
import { textOf } from '../flags/from-here.ts';
import { flagHelp } from '../help.ts';

const flags: readonly Flag[] = [
  ...busFlags,
  { name: 'pool', value: '<name>', help: 'the label by which hosts choose their workers (default: "default")' },
  { name: 'parallel', value: '<number>', help: 'how many commands run at once (default: one per processor)' },
  { name: 'data', value: '<folder>', help: "the folder for artoo's own data, which commands cannot see" },
];

export const worker: Command = {
  name: 'worker',
  usage: 'artoo worker --bus nats://… [options]',
  flags,
  summary: `Runs commands for tasks of other machines, received over the bus. Each command
runs contained, on a snapshot of its task's folders: it can see the snapshot and
this machine's system files, but neither the network nor your files, and it
changes nothing here. Its changes go back to the task's machine, where the
person and Law 1 decide about them. A worker without containment, or on a
platform other than that of the task's machine, gets no commands.
docs/cluster.md says more.

${flagHelp(flags)}

After Ctrl+C the worker finishes its running commands and takes no new ones; a
second Ctrl+C gives the commands back to their tasks, which run them elsewhere.`,

  async run(args, terminal) {
    const { flags: given, words } = parseFlags(args, flags);
    if (words[0] !== undefined) throw new ArtooError('usage', `unexpected "${shown(words[0])}"`);
    const { env, cwd, terminate } = terminal;
    const bus = await ownBus({ flags: given, env, cwd, home: homeIn(env) });
    if (bus === undefined) throw new ArtooError('usage', 'a worker needs the bus that it serves: artoo worker --bus nats://host:4222');
    const pool = textOf(given, 'pool') ?? bus.pool ?? 'default';
    if (!poolShape.test(pool)) throw new ArtooError('usage', `--pool must have 1 to 32 letters, digits, _ or -, not ${shown(pool)}`);
    const parallel = parallelIn(textOf(given, 'parallel'));
    const data = await quickDataFolder(given, terminal);
    const tell = (text: string): void => {
      for (const row of fit([text], terminal.isPrinting ? terminal.width : undefined)) terminal.print(row);
    };
    const onEvent = (event: Parameters<typeof workerEventLine>[0]) => tell(workerEventLine(event));
    await using opened = await openWorker({ bus, pool, parallel, data, env, signal: terminate, onEvent });
    tell(workerLine({ ...opened, pool, parallel, server: bus.server, realm: bus.realm }));
    if (opened.mayReadLogs) tell(tooManyRightsLine);
    await ended(opened, terminal);
    return terminate.aborted ? exits.terminated : exits.ok;
  },
};

function parallelIn(text: string | undefined): number {
  const parallel = text === undefined ? availableParallelism() : Number(text);
  if (!Number.isInteger(parallel) || parallel < 1 || parallel > 1_024)
    throw new ArtooError('usage', `--parallel must be a number from 1 to 1024, not ${shown(text ?? '')}`);
  return parallel;
}

/** The first Ctrl+C lets the worker finish what is running; a second one, or a request to terminate, makes it give those commands back. */
async function ended(
  worker: { readonly running: number; finish(): Promise<void>; giveBack(): Promise<void> },
  { cancel, terminate, takeInterrupts, note }: Terminal,
): Promise<void> {
  const over = Promise.withResolvers<void>();
  let times = 0;
  const stop = (isUrgent: boolean) => {
    times = isUrgent ? 2 : times + 1;
    if (times > 2) return;
    note(workerEndLine(worker.running, times > 1));
    void (times > 1 ? worker.giveBack() : worker.finish()).then(over.resolve, over.reject);
  };
  using _interrupts = takeInterrupts?.(() => stop(false));
  for (const signal of [cancel, terminate]) {
    if (signal.aborted) stop(signal === terminate);
    else signal.addEventListener('abort', () => stop(signal === terminate), { once: true });
  }
  await over.promise;
}
