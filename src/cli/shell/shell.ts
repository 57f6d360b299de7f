/** The shell without its display: sent text becomes a task, runs a command, or waits; one task at a time. */
import type { Drive, InBackground } from '../../app/drive/drive.ts';
import { newTaskId, type TaskId } from '../../contracts/ids.ts';
import type { AttachedData } from '../../contracts/intent.ts';
import { journalPath } from '../../journal/files.ts';
import type { TaskGate } from '../../tools/files/reading-gate.ts';
import { line } from '../../view/style/line.ts';
import { isAnswerKey } from '../terminal/asking/menu.ts';
import { bareCommand, bareCommandLines } from './commands/bare-command.ts';
import { leftLines } from './commands/job-lines.ts';
import { createOwnTasks, type OwnTasks } from './commands/own-tasks.ts';
import { isAboutArtoo, readSlash, skillNameIn } from './commands/slash-commands.ts';
import { cutLines } from './cut-lines.ts';
import { echoLines } from './echo-lines.ts';
import { errorLines } from './error-lines.ts';
import { readMentions } from './mentions.ts';
import type { Live } from './run-in-shell.ts';
import type { ShellDisplay } from './shell-display.ts';
import type { ShellSettings } from './shell-settings.ts';

export type ShellPorts = {
  readonly display: ShellDisplay;
  readonly settings: ShellSettings;
  readonly drive: () => Promise<Drive>;
  readonly gate: () => Promise<TaskGate>;
  /** Opens the page on the shell's drive. */
  readonly serve: (drive: Drive) => Promise<ShellPage>;
  /** Data that a goal names, such as resources of MCP servers, kept for its task. */
  readonly named?: (goal: string, task_id: TaskId) => Promise<AttachedData | undefined>;
  readonly cwd: string;
  readonly home: string;
  readonly data: string;
  /** The task that the first one follows up. */
  readonly after?: TaskId | undefined;
  /** Whether a skill of this name may be used, and if not, why; undefined if there is none. */
  readonly skill: (name: string) => Promise<'usable' | { readonly why: string } | undefined>;
  /** Runs a slash command. */
  readonly command: (text: string, shell: Shell) => Promise<void>;
};

/** The shell as a page. */
export type ShellPage = { newLines(): readonly string[]; close(): Promise<void> };

export type Shell = {
  /** What is under way; no lines while nothing runs. */
  readonly live: Live;
  readonly isRunning: boolean;
  readonly queue: readonly string[];
  /** The tasks of this shell. */
  readonly own: OwnTasks;
  readonly isVerbose: boolean;
  readonly isReviewing: boolean;
  setVerbose(isVerbose: boolean): void;
  setReviewing(isReviewing: boolean): void;
  /** Runs a command at once; queues a goal if a task runs, at the head of the queue if that was interrupted. Resolves when it has been started or queued. */
  send(text: string): Promise<void>;
  /** Passes a sentence to the running task. */
  steer(text: string): Promise<void>;
  /** Continues a task that was stopped. */
  resume(task: string): Promise<void>;
  /** The background runs of its tasks. */
  inBackground(): Promise<readonly InBackground[]>;
  /** Keeps the background runs of the running or the last task until the shell is closed. */
  keep(): Promise<readonly InBackground[]>;
  /** Opens this shell as a page. Resolves with a message for the person: a URL that lets one browser in. */
  serve(): Promise<readonly string[]>;
  /** The next goal will not be a follow-up. */
  startAfresh(): void;
  /** Removes the last text from the queue, and returns it. */
  pull(): string | undefined;
  interrupt(): void;
  /** Whether `/exit` may leave: while a task runs, only the second time. */
  mayLeave(): boolean;
  /** Resolves when no task runs and nothing waits. */
  idle(): Promise<void>;
  /** Stops the running task. Returns the task that can be resumed: the running one, or the last one if it did not end. */
  close(): Promise<TaskId | undefined>;
};

type Running = {
  id?: TaskId;
  live?: Live;
  /** Aborted when the person interrupts the task. */
  readonly stopping: AbortController;
  isWarned: boolean;
  /** How many goals at the head of the queue were sent after the interruption. */
  corrections: number;
};

/** Whether the next queued goal may start: after an interruption or an error, the person decides. */
type Followed = 'next' | 'held';

export function createShell(ports: ShellPorts): Shell {
  const { display, settings, gate, cwd, home, data } = ports;
  const queue: string[] = [];
  const own = createOwnTasks();
  let running: Running | undefined;
  let work: Promise<void> = Promise.resolve();
  let drive: Promise<Drive> | undefined;
  let session: Promise<string> | undefined;
  let page: Promise<ShellPage> | undefined;
  let after = ports.after;
  let [isVerbose, isReviewing, isClosed] = [false, settings.flags.plan === true, false];

  const openDrive = (): Promise<Drive> => {
    drive ??= ports.drive();
    return drive;
  };

  const echo = (text: string): void => {
    if (!display.isEchoing) display.show(echoLines(text));
  };

  /** Runs one task, then what was queued meanwhile: unless it was interrupted, or an error ended it that would end the next one too. */
  function begin(start: (on: Drive) => Promise<TaskId>, since: number): void {
    const current: Running = { stopping: new AbortController(), isWarned: false, corrections: 0 };
    running = current;
    display.changed();
    work = runTask(current, start, since).then((followed) => {
      running = undefined;
      display.changed();
      if (isClosed) return;
      const isCorrected = Math.min(current.corrections, queue.length) > 0;
      if ((followed === 'held' || current.stopping.signal.aborted) && !isCorrected) holdQueue();
      else beginNext();
    });
  }

  /** A single queued text returns to an empty draft; several wait for what is sent next. */
  function holdQueue(): void {
    const [oldest] = queue;
    if (oldest === undefined) return;
    if (display.giveBack(oldest)) queue.shift();
  }

  function beginNext(): void {
    const next = queue.shift();
    if (next !== undefined) beginGoal(next);
  }

  async function runTask(current: Running, start: (on: Drive) => Promise<TaskId>, since: number): Promise<Followed> {
    try {
      const on = await openDrive();
      const id = await start(on);
      current.id = id;
      own.begin(id);
      if (current.stopping.signal.aborted) await on.cancel(id);
      const { runInShell } = await import('./run-in-shell.ts');
      const onLive = (live: Live): void => {
        current.live = live;
      };
      const { result, continuation } = await runInShell({
        drive: on,
        id,
        display,
        cwd,
        isVerbose,
        journal: journalPath(data, id),
        since,
        stopping: current.stopping.signal,
        onLive,
      });
      own.end(id, continuation?.by === 'resume');
      if (!isClosed) display.show(leftLines(await on.inBackground()));
      return result.reason === 'infrastructure' ? 'held' : 'next';
    } catch (thrown) {
      if (current.id !== undefined) own.end(current.id, true);
      if (!isClosed) display.show(errorLines(thrown));
      return 'held';
    }
  }

  function beginGoal(text: string): void {
    echo(text);
    if (!display.isLive) display.show(cutLines('goal', text)); // a live shell showed this before the text was sent
    begin(async (on) => {
      const { text: goal, notes } = await readMentions(text, { cwd, home, gate: await gate() });
      display.show(notes.map((note) => line(note, 'fair')));
      session ??= on.openSession(after === undefined ? {} : { after }).catch((thrown) => {
        session = undefined;
        throw thrown;
      });
      const task_id = newTaskId(new Date());
      const named = await ports.named?.(goal, task_id);
      return on.start({ goal, cwd, session: await session, review: isReviewing, ...(named && { task_id, data: named }) });
    }, Number.NEGATIVE_INFINITY);
  }

  /** Whether the text calls a usable skill, which makes it a goal. An error in the skill is reported when the command is run. */
  async function isSkillCall(text: string): Promise<boolean> {
    const name = skillNameIn(text);
    return name !== undefined && (await ports.skill(name).catch(() => undefined)) === 'usable';
  }

  const shell: Shell = {
    live: (...size) => running?.live?.(...size) ?? [],
    get isRunning() {
      return running !== undefined;
    },
    queue,
    own,
    get isVerbose() {
      return isVerbose;
    },
    get isReviewing() {
      return isReviewing;
    },
    setVerbose: (wanted) => {
      isVerbose = wanted;
    },
    setReviewing: (wanted) => {
      isReviewing = wanted;
    },
    async send(text) {
      if (text.trim() === '') return;
      if (isCommand(text) && !(await isAboutArtoo(text)) && !(await isSkillCall(text))) {
        echo(text);
        await ports.command(text, shell).catch((thrown) => display.show(errorLines(thrown)));
        return;
      }
      if (isAnswerKey(text)) {
        echo(text);
        display.show([line(`"${text.trim()}" answers a question, but no question is open. Say what you want done in a sentence.`, 'fair')]);
        return;
      }
      const bare = bareCommand(text);
      const typed = bare && (await bare);
      if (typed !== undefined) {
        echo(text);
        display.show(bareCommandLines(text, typed));
        display.giveBack(text);
        return;
      }
      if (!running) beginGoal(text);
      else if (running.stopping.signal.aborted) queue.splice(running.corrections++, 0, text);
      else queue.push(text);
      display.changed();
    },
    async steer(text) {
      if (text.trim() === '') return;
      const id = running?.id;
      const said = id === undefined ? 'over' : await (await openDrive()).steer(id, text);
      if (said === 'over') return shell.send(text);
      display.show(cutLines('message', text)); // the entries show what was said
    },
    async resume(task) {
      begin((on) => on.resume(task), Date.now());
    },
    inBackground: async () => (await drive?.catch(() => undefined))?.inBackground() ?? [],
    async keep() {
      const tasks = new Set((await shell.inBackground()).filter(({ isKept }) => !isKept).map(({ task_id }) => task_id));
      const on = await openDrive();
      return (await Promise.all([...tasks].map((task) => on.keep(task)))).flat();
    },
    async serve() {
      page ??= openDrive().then(ports.serve);
      page.catch(() => {
        page = undefined; // so that the next `/serve` tries again
      });
      return (await page).newLines();
    },
    startAfresh() {
      session = undefined;
      after = undefined;
    },
    pull: () => queue.pop(),
    interrupt() {
      if (!running || running.stopping.signal.aborted) return;
      running.stopping.abort();
      const { id } = running;
      if (id !== undefined) void openDrive().then((on) => on.cancel(id));
    },
    mayLeave() {
      const isWarned = running?.isWarned ?? true;
      if (running) running.isWarned = true;
      return isWarned;
    },
    async idle() {
      for (let seen: Promise<void> | undefined; seen !== work; ) {
        seen = work;
        await seen;
      }
    },
    async close() {
      isClosed = true;
      queue.length = 0;
      const stopped = running?.id;
      await (await drive?.catch(() => undefined))?.close();
      await (await page?.catch(() => undefined))?.close();
      await work;
      return stopped ?? own.open;
    },
  };
  return shell;
}

/** A path at the start of a text is not a command. */
const isCommand = (text: string): boolean => text.trim().startsWith('!') || readSlash(text) !== undefined;
