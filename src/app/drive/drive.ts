/** The port through which clients run tasks: the shell, a page, an editor, another agent. docs/shell.md describes it. */
import type { AuditPeriod } from '../../audit/reading/period.ts';
import type { Verified } from '../../audit/record/verify.ts';
import type { AuditEvent } from '../../contracts/audit.ts';
import type { FinalResult } from '../../contracts/control.ts';
import type { TaskId } from '../../contracts/ids.ts';
import type { Megram, Tag } from '../../contracts/memory.ts';
import type { MessageOf, PayloadOf } from '../../contracts/messages.ts';
import type { RoleId } from '../../contracts/parties.ts';
import type { QuestionType } from '../../contracts/routes.ts';
import type { Confirmed } from '../../engine/person.ts';
import type { CostReport } from '../../history/cost/cost-report.ts';
import type { Exchange } from '../../history/sessions/exchange.ts';
import type { MemoryStory } from '../../history/story/memory-story.ts';
import type { Tasks, Wanted } from '../../history/tasks/task-index.ts';
import type { Entry } from '../../journal/entry.ts';
import type { Overview, TagState, TagView } from '../../memory/keeper.ts';
import type { ModelWait } from '../../models/model.ts';
import type { TeamReport } from '../../team/report/report.ts';
import type { TeamStatus } from '../../team/status.ts';
import type { FileDiff } from '../../tools/changes/task-diffs.ts';
import type { Undone } from '../../tools/changes/undo/undo.ts';
import type { UndoPlan } from '../../tools/changes/undo/undo-plan.ts';
import type { Dropped } from '../drop-task.ts';
import type { Lessons } from '../memory/lesson-status.ts';
import type { ReplayReport } from '../replay.ts';
import type { ForkOptions, RunOptions } from '../tasks.ts';

/**
 * A task is named by its id, its last eight characters, its unique beginning, or `last`. Failure contract: every method rejects with an ArtooError:
 * `usage` for a malformed request, `id_invalid` or `journal_missing` for a task that does not exist, and whatever the method lists. Whatever a client
 * does, it cannot end another's task, and a client that leaves does not stop its tasks.
 */
export type Drive = AsyncDisposable & {
  /** Resolves once the task has a journal. Rejects if the task could not be started and so has no journal. */
  start(request: StartRequest): Promise<TaskId>;
  /**
   * Every entry from that number on, in order, of a running or past task: what a slow reader missed is read from the journal. Ends after the task's
   * last entry, at the last entry so far of a stopped task, or when the signal fires. Throws `journal_corrupt` after everything before the damage.
   */
  entries(task: string, options?: { readonly from?: number; readonly signal?: AbortSignal }): AsyncIterable<Entry>;
  /**
   * What is written and printed from now on, until the task ends or the signal fires. A slow reader loses some of it; everything that counts is in
   * the entries.
   */
  live(task: string, signal?: AbortSignal): AsyncIterable<Live>;
  /** How the task ended, once it has. Rejects with the reason if it stopped before its end and so can be resumed. */
  result(task: string): Promise<FinalResult>;
  /** The open questions of a task that runs here, oldest first. They stay open until a client answers. */
  questions(task: string): Promise<readonly Question[]>;
  /** Answers a question. Rejects with `payload_refused` for a reply that does not fit it; the question stays open. */
  answer(task: string, answer: Answer): Promise<Answered>;
  /** A sentence from the person, which is read before the next model step: an instruction, never an approval. */
  steer(task: string, text: string): Promise<'taken' | 'over'>;
  /** Ends a task that runs here; `resume` continues it. */
  cancel(task: string, why?: string): Promise<'taken' | 'over'>;
  /** Continues a task that was stopped before its end; a cancelled one continues in a new task. Resolves with the id of the task that continues. */
  resume(task: string): Promise<TaskId>;
  /** A new task that shares the log of another up to an entry. Resolves once it has its journal. */
  fork(task: string, options: Omit<ForkOptions, 'signal'>): Promise<TaskId>;
  /** What an undo would do; undefined if the task changed nothing. */
  planUndo(task: string): Promise<UndoPreview | undefined>;
  /** Undoes what the task changed on disk, all of it or nothing. */
  undo(task: string, signal?: AbortSignal): Promise<Undone>;
  /** Ends an unfinished, damaged or cancelled task for good; what it changed stays, and can be undone. Rejects with `task_over` or `journal_locked`. */
  drop(task: string): Promise<Dropped>;
  list(wanted?: Omit<Wanted, 'ids'>): Promise<Tasks>;
  /** The tasks that run in this process and what they ask: now, and after every change, until the signal fires. A slow reader skips to the newest. */
  news(signal?: AbortSignal): AsyncIterable<readonly RunningTaskNews[]>;
  /** What the task changed in files, line by line and without secrets; empty if its receipts are gone. */
  diffs(task: string): Promise<readonly FileChange[]>;
  /** Repeats every decision that code made in a task, from its journal alone. */
  replay(task: string): Promise<ReplayReport>;
  /** What one task used, or all tasks in a period. */
  cost(of?: CostOf): Promise<CostReport>;
  /**
   * Writes a rule into the person's own settings, which allows it from now on in that folder or everywhere. Rejects with `usage` if it is not a rule,
   * and with `config_invalid`.
   */
  allow(rule: string, folder?: string): Promise<void>;
  /** A new session; with `after`, one that begins with what was asked and answered up to that task. Rejects with `data_unwritable`. */
  openSession(options?: { readonly after?: string }): Promise<string>;
  /** The last exchanges of a session, oldest first; none if there is no such session. */
  exchanges(session: string): Promise<readonly Exchange[]>;
  /** The background runs of this process's tasks, oldest first. */
  inBackground(): Promise<readonly InBackground[]>;
  /** Keeps a task's background runs until `close`. Resolves with those that it kept. */
  keep(task: string): Promise<readonly InBackground[]>;
  readonly memory: DriveMemory;
  readonly audit: DriveAudit;
  readonly team: DriveTeam;
  /** Stops tasks without ending them: each can be resumed. A client of another process only leaves, and the tasks continue. */
  close(): Promise<void>;
};

/** A task that runs in this process, and what it asks, oldest first. */
export type RunningTaskNews = {
  readonly task_id: TaskId;
  readonly questions: readonly Pick<Question, 'id' | 'seq' | 'ts' | 'type'>[];
};

/** How a file was changed, or why that cannot be shown. */
export type FileChange = FileDiff & { readonly path: string };

/** One task, or the tasks of a period in ms since 1970; by default all tasks. */
export type CostOf = { readonly task?: string; readonly since?: number; readonly until?: number };

type StartRequest = Pick<RunOptions, 'data' | 'task_id' | 'review' | 'places' | 'caps'> & {
  readonly goal: string;
  readonly cwd: string;
  /** The id of a session: the task gets the session's last five exchanges, and adds one. */
  readonly session?: string;
};

/** A question to the person, as it is in the journal. */
export type Question = { [T in QuestionType]: Pick<MessageOf<T>, 'id' | 'seq' | 'ts' | 'type' | 'payload'> }[QuestionType];

/** An answer to a question. The reply must fit the type of the question; a reply to a confirmation names the hash of the effects that the person saw. */
export type Answer = {
  readonly question: string;
  readonly hash?: string;
  readonly reply: PayloadOf<'ClarifyAnswer'> | PayloadOf<'PlanReply'> | Confirmed | PayloadOf<'InterruptedReply'>;
};

/**
 * `taken`: the answer counts, and every client sees it among the entries. `late`: the question has already been answered, or its task is over.
 * `changed`: the effects no longer have that hash. `stopped`: the task does not run here; once it is resumed, the same question is open again.
 * `unknown`: there is no such question.
 */
export type Answered = 'taken' | 'late' | 'changed' | 'stopped' | 'unknown';

/** A piece of a model's text, what a model step waits for, or the last lines that a command has printed so far, by the key of its effect. */
export type Live =
  | { readonly key: string; readonly role: RoleId; readonly text: string }
  | { readonly key: string; readonly wait: ModelWait }
  | { readonly key: string; readonly output: string };

/** A background run of a task. */
export type InBackground = {
  readonly id: string;
  readonly task_id: string;
  readonly command: string;
  /** An ISO time. */
  readonly since: string;
  /** The ports that the background run listens on, for the task's commands. */
  readonly ports: readonly number[];
  /** Whether the background run continues when its task has ended. */
  readonly isKept: boolean;
};

type UndoPreview = Pick<UndoPlan, 'id' | 'titles' | 'steps' | 'conflicts'>;

/** What `artoo audit` shows. Rejects with `audit_unwritable`, `audit_unreadable` or `data_unwritable`. */
export type DriveAudit = {
  /** What was found and counted between two times, in ms since 1970; by default, everything. Does not reset a window. */
  report(times?: { readonly since?: number; readonly until?: number }): Promise<AuditPeriod>;
  /** Whether the record is unaltered. */
  verify(): Promise<Verified>;
  /** What was found in an ended task of this process, and what its end revealed about several tasks together; each finding is returned once. */
  of(task: string): Promise<readonly AuditEvent[]>;
};

/** What `artoo memory` shows and does. Rejects as the memory does. */
export type DriveMemory = {
  overview(): Promise<Overview>;
  /** The memories that the planner of a task was given, and those that the task left. */
  why(task: string): Promise<MemoryStory & Lessons>;
  remember(fact: string): Promise<Megram>;
  forget(id: string, options?: { readonly purge?: boolean }): Promise<{ readonly ids: readonly string[] }>;
  /** The tags of a space, or all tags, strongest first. */
  tags(options?: {
    readonly space?: string;
    readonly limit?: number;
  }): Promise<{ readonly tags: readonly TagState[]; readonly more: number }>;
  /** The memories at a tag, each with the task that it came from, and the tag's potentials over two months. */
  view(tag: Tag): Promise<TagView>;
};

/** The team of a folder, or of the nearest folder above it that has one. Rejects with `board_missing`, `board_invalid` or `board_locked`. */
export type DriveTeam = {
  board(folder: string): Promise<TeamBoard>;
  /** What the team has done, and the outcome. */
  report(folder: string): Promise<TeamReport>;
  /** The board as it is, and again after every change, until the signal fires. */
  watch(folder: string, signal: AbortSignal): AsyncIterable<TeamBoard>;
};

/** The state of the team, and its repository. */
export type TeamBoard = TeamStatus & { readonly root: string };
