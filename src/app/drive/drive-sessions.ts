/** The sessions of a drive: a task that is started in a session gets the session's last exchanges, and adds one. */
import { asArtooError } from '../../contracts/errors.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { answerIn, type Exchange } from '../../history/sessions/exchange.ts';
import { exchangesUpTo } from '../../history/sessions/follow-up.ts';
import { addToSession, createSession, readSession } from '../../history/sessions/session-file.ts';
import { findTask } from '../../history/tasks/find-task.ts';
import { readAfterwards } from '../../history/tasks/task-marks.ts';
import { journalPath } from '../../journal/files.ts';
import type { RunningTask } from '../tasks.ts';
import { resultIn } from './read-back.ts';

export type DriveSessions = {
  /** Throws `data_unwritable`. */
  open(after: string | undefined): Promise<string>;
  /** Throws `id_invalid`. */
  exchanges(session: string): Promise<readonly Exchange[]>;
  /** Records that the task was started in this session, and its answer when it ends. If that cannot be written, a notice reports it. */
  add(session: string, goal: string, task: RunningTask): void;
};

export function driveSessions(data: string, onNotice: (text: string) => void): DriveSessions {
  function note(session: string, exchange: Parameters<typeof addToSession>[2]): void {
    try {
      addToSession(data, session, exchange, new Date());
    } catch (thrown) {
      onNotice(`follow-ups will not include this: ${asArtooError(thrown, 'data_unwritable').message}`);
    }
  }

  /** The exchange with its answer, if the task was stopped or cancelled, then resumed, and has since ended. */
  async function withAnswer(exchange: Exchange): Promise<Exchange> {
    const { task, output } = exchange;
    const last = task && lastOf(data, task);
    if (last === undefined || (output !== undefined && last === task)) return exchange;
    const result = await resultIn(journalPath(data, last)).catch(() => undefined);
    return result ? { ...exchange, task: last, output: answerIn(result) } : exchange;
  }

  return {
    async open(after) {
      const before = after === undefined ? [] : await exchangesUpTo(await findTask(data, after));
      return createSession(data, before, new Date());
    },
    exchanges: (session) => Promise.all(readSession(data, session).map(withAnswer)),
    add(session, goal, { id, result }) {
      note(session, { task: id, input: goal });
      result.then(
        (ended) => note(session, { task: id, output: answerIn(ended) }),
        () => {}, // a task that stopped can be resumed, and then gets its answer
      );
    },
  };
}

/** How many resumptions of one task are followed: more than any person makes. */
const maxResumes = 100;

/** The task itself, or the last task that continued it. */
function lastOf(data: string, task: TaskId): TaskId {
  const afterwards = readAfterwards(data);
  let last = task;
  for (let resumes = 0; resumes < maxResumes; resumes += 1) last = afterwards(last).resumed_as ?? last;
  return last;
}
