/** R3, the Executor: does sub-tasks with real tools, several sub-tasks at once, or reports that a sub-task cannot be done. */
import type { SubTaskId } from '../../contracts/ids.ts';
import type { OfferedTool } from '../../contracts/offered-tool.ts';
import type { SubTask } from '../../contracts/plan.ts';
import type { Turn } from '../../models/model.ts';
import type { Toolbox } from '../../tools/toolbox.ts';
import { boundFor } from '../prompting/bound-for.ts';
import type { Context, Draft, RoleFactory } from '../role.ts';
import { runAttempt } from './attempt.ts';
import { describeTools, undescribedIn } from './describe-tools.ts';
import { Ledger } from './ledger.ts';
import { correctionText, steeringText, subTaskText } from './prompt.ts';

/** A sub-task under way; all its attempts share one conversation. */
type Work = {
  readonly subtask: SubTask;
  readonly turns: Turn[];
  /** Tools that its calls have found. */
  readonly found: OfferedTool[];
  /** The lines that replace results which are no longer sent. */
  readonly references: Map<Turn, string>;
  attempt: number;
  /** How many of the things that the person said while the task ran are in the plan or the conversation. */
  heard: number;
};

export const createExecutor =
  (toolbox: Toolbox): RoleFactory =>
  (settings) => {
    const ledger = new Ledger();
    const bound = { characters: boundFor(settings.context_tokens) };
    const works = new Map<SubTaskId, Work>();
    const waiting: Work[] = [];
    const said: string[] = [];
    let running = 0;

    /** A handler that gets one of the `parallel` slots works until the queue is empty; any other handler leaves its work in the queue for those. */
    async function* drain(context: Context): AsyncGenerator<Draft> {
      if (running >= settings.parallel) return;
      running += 1;
      try {
        for (let work = waiting.shift(); work; work = waiting.shift()) yield await attemptAt(work, context);
      } finally {
        running -= 1;
      }
    }

    /** What the person said that is not in this conversation yet, as turns. */
    function unheard(work: Work): readonly Turn[] {
      const news = said.slice(work.heard);
      work.heard = said.length;
      return news.length === 0 ? [] : [{ role: 'user', text: steeringText(news) }];
    }

    async function attemptAt(work: Work, context: Context): Promise<Draft> {
      work.attempt += 1;
      const { subtask, turns, references, attempt, found } = work;
      const planned = [...toolbox.offered, ...(subtask.found_tools ?? [])].filter(({ name }) => subtask.tools.includes(name));
      const tools = planned.filter(({ name }) => !subtask.blocked.tools.includes(name));
      const undescribed = undescribedIn(subtask, [...planned, ...found]);
      if (undescribed.length > 0) {
        const described = await describeTools(undescribed, subtask, attempt, settings, context);
        found.push(...described.tools);
        if (described.missing !== undefined) turns.push({ role: 'user', text: described.missing });
      }
      const site = { toolbox, settings, ledger, subtask, tools, turns, references, bound, attempt, context, found };
      const done = await runAttempt({ ...site, unheard: () => unheard(work) });
      return { to: 'R4a', type: 'ExecutionResult', payload: { subtask_id: subtask.subtask_id, attempt, ...done } };
    }

    return {
      id: 'R3',
      on: {
        async *SubTask({ ts, payload: subtask }, context) {
          const turns: Turn[] = [{ role: 'user', text: subTaskText(subtask, settings, ts) }];
          const work: Work = { subtask, turns, references: new Map(), found: [], attempt: 0, heard: subtask.heard ?? 0 };
          works.set(subtask.subtask_id, work);
          ledger.startRound(subtask.round);
          waiting.push(work);
          yield* drain(context);
        },
        async *Steer({ payload: { text } }) {
          said.push(text);
        },
        async *CorrectionSignal({ payload }, context) {
          const work = works.get(payload.subtask_id);
          if (!work) throw new Error(`a correction for ${payload.subtask_id}, which was never started`);
          if (payload.failure_class === 'environmental') ledger.forgetFailures(payload.subtask_id);
          work.turns.push({ role: 'user', text: correctionText(payload) });
          waiting.unshift(work); // work already under way goes first
          yield* drain(context);
        },
      },
    };
  };
