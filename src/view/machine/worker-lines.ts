/** What a worker shows the person who started it. Pure. */
import { shortId } from '../../contracts/text/short-ids.ts';
import { clip, oneLine } from '../../contracts/text/shorten.ts';
import { visible } from '../../contracts/text/visible.ts';
import { counted } from '../pages.ts';
import { lasting } from '../spans.ts';

export type WorkerTold = {
  readonly id: string;
  readonly pool: string;
  readonly parallel: number;
  readonly server: string;
  readonly realm: string;
  readonly detail: string;
  /** Whether the worker is given commands. */
  readonly isFit: boolean;
};

/** "worker ada-1f2e3d, pool default: up to 4 commands at once, for tasks on 127.0.0.1:4222; contained by …" */
export function workerLine({ id, pool, parallel, server, realm, detail, isFit }: WorkerTold): string {
  const where = `${server}${realm === 'default' ? '' : `, realm ${realm}`}`;
  return isFit
    ? `worker ${id}, pool ${pool}: up to ${counted(parallel, 'command')} at once, for tasks on ${where}; contained by ${detail}`
    : `worker ${id}, pool ${pool}, on ${where}: this machine cannot contain commands as a worker must, so no commands are sent to it: ${detail}`;
}

/** For a worker that shares an account with hosts. */
export const tooManyRightsLine =
  'These credentials let a worker read logs, and probably change them. `artoo bus init --permissions` prints users with an account of their own for workers; docs/cluster.md says how to move the streams.';

type Run = { readonly command: string; readonly task_id: string };
export type WorkerEventTold =
  | { readonly what: 'began'; readonly run: Run; readonly running: number }
  | { readonly what: 'unanswered'; readonly run: Run; readonly running: number; readonly detail: string }
  | {
      readonly what: 'ended';
      readonly run: Run;
      readonly running: number;
      readonly ms: number;
      readonly result: { readonly ok: true; readonly exit_code: number | null } | { readonly ok: false; readonly detail: string };
    };

/** One line for each command that begins or ends, or whose result cannot be sent. */
export function workerEventLine(event: WorkerEventTold): string {
  const { run, running } = event;
  const command = visible(oneLine(run.command, 100));
  if (event.what === 'began') return `  runs   ${command}   (task ${shortId(run.task_id)}; ${running} running)`;
  if (event.what === 'unanswered') return `  lost   ${command}   (its result could not be sent: ${visible(clip(event.detail, 200))})`;
  const { result, ms } = event;
  const how = result.ok ? (result.exit_code === null ? 'stopped' : `exit code ${result.exit_code}`) : visible(clip(result.detail, 200));
  return `  ended  ${command}   (${how}, ${lasting(Math.round(ms))})`;
}

/** What Ctrl+C does at this moment. */
export function workerEndLine(running: number, isUrgent: boolean): string {
  if (running === 0) return 'The worker ends.';
  return isUrgent
    ? `${counted(running, 'command')} given back: their tasks run them elsewhere.`
    : `No more commands are taken. Waiting for ${counted(running, 'command')}; Ctrl+C again gives them back to their tasks.`;
}
