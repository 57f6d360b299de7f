/** The runner that comes with artoo: a turn is a task with a given plan and a journal of its own, in which only the executor asks a model. */
import { homeIn } from '../../config/folders.ts';
import type { Settings } from '../../config/settings.ts';
import type { FinalResult } from '../../contracts/control.ts';
import { ArtooError, asArtooError, isModelAway } from '../../contracts/errors.ts';
import type { GivenPlan } from '../../contracts/given-plan.ts';
import { turnGoal, turnSlug } from '../../contracts/team-turn.ts';
import type { TeamRole } from '../../team/board/ids.ts';
import { kindsFor } from '../../team/letters/admit.ts';
import { handOver, type WatchedContext, watchContext } from '../../team/runners/hand-over.ts';
import type { Post, Runner, Turn, TurnEnd } from '../../team/runners/runner.ts';
import { openTurnFiles, type TurnFiles } from '../../team/runners/turn-files.ts';
import { receiptOf } from '../../team/supervisor/team.ts';
import type { OwnTool } from '../../tools/complete-tool.ts';
import type { Kept } from '../../tools/containment/confined.ts';
import type { Tool } from '../../tools/tool.ts';
import { openArtoo } from '../open-artoo.ts';
import type { RunningTask } from '../tasks.ts';
import type { Site } from '../wiring/rooms.ts';
import { letterTools } from './letter-tools.ts';
import { numberingLines } from './numbered-lines.ts';
import { spentWords } from './paid-runner.ts';
import { createTeamPurse, type TeamPurse } from './team-purse.ts';
import { watchTurnContext } from './turn-context.ts';
import { printTurn } from './turn-output.ts';
import { turnRules } from './turn-rules.ts';

export type BuiltInOptions = {
  /** The repository. */
  readonly root: string;
  /** The models and settings of its turns. */
  readonly site: Site;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly onNotice: (text: string) => void;
  readonly purse?: TeamPurse;
};

/** What agents of a role can use besides letters, and which effects of their commands become real. */
const equipment: Readonly<Record<TeamRole, { readonly tools: readonly string[]; readonly keeps: Kept; readonly steps: number }>> = {
  planner: { tools: ['glob', 'grep', 'read_file'], keeps: 'nothing', steps: 20 },
  coder: { tools: ['glob', 'grep', 'read_file', 'write_file', 'edit_file', 'shell'], keeps: 'workspace', steps: 40 },
  code_reviewer: { tools: ['glob', 'grep', 'read_file', 'shell'], keeps: 'nothing', steps: 20 },
};

/** `modelAway`: why no model answered in the last turn that ended; undefined if one did. */
export type BuiltInRunner = Runner & { readonly modelAway: () => ArtooError | undefined };

export function createBuiltInRunner({ root, site, env, onNotice, purse = createTeamPurse(null) }: BuiltInOptions): BuiltInRunner {
  let away: ArtooError | undefined;

  /** Takes the money for a turn before it begins, so that turns that run in parallel cannot spend the same money. */
  async function pay(turn: Turn, post: Post, signal: AbortSignal, isResumed: boolean): Promise<TurnEnd> {
    if (signal.aborted) return later;
    const money = purse.take();
    if (money === undefined) return { end: 'failed', detail: spentWords };
    const { spent = 0, ...end } = await take(turn, post, signal, isResumed, money);
    purse.putBack(money, spent);
    return end;
  }

  /** Takes a turn whose prompt and output are kept. */
  async function take(turn: Turn, post: Post, signal: AbortSignal, isResumed: boolean, money: number | null): Promise<Taken> {
    using files = filesFor(turn, isResumed);
    let printing: Promise<void> | undefined;
    try {
      return await work(turn, post, signal, isResumed, money, (running) => {
        printing = files && printTurn(running, files);
      });
    } finally {
      await printing;
    }
  }

  /** These files serve only readers: on a full disk the turn continues without them. */
  function filesFor(turn: Turn, isResumed: boolean): TurnFiles | undefined {
    try {
      return openTurnFiles(root, turn.agent, isResumed ? goesOn(turn) : turn.prompt, new Date());
    } catch (error) {
      onNotice(`the prompt and the output of ${turn.agent} could not be saved: ${asArtooError(error, 'handler_failed').message}`);
      return undefined;
    }
  }

  async function work(
    turn: Turn,
    post: Post,
    signal: AbortSignal,
    isResumed: boolean,
    money: number | null,
    onRunning: (running: RunningTask) => void,
  ): Promise<Taken> {
    const { tools, keeps } = equipment[turn.role];
    let ended: 'done' | 'lost' | undefined;
    const letters = letterTools(turn.role, async (letter) => {
      const reply = await post(turn, letter);
      if (reply.ok && reply.ends) ended = 'done';
      if (!reply.ok && reply.code === 'stale') {
        ended = 'lost';
        running?.cancel('its claim has ended');
      }
      return reply;
    });
    let running: RunningTask | undefined;
    const context = watchContext(() => running?.cancel('its context is used up'));
    await using artoo = openArtoo({
      data: site.settings.data,
      siteOf: once({ ...site, model: modelFor(turn), settings: settingsOf(turn, money) }),
      env,
      answers: { confirm: ({ caution }) => caution || { allowed: false, instead: noOneToAsk } },
      tools: (own) => [...own.filter(({ name }) => tools.includes(name)).map((tool) => fitted(tool, turn.role)), ...letters],
      keeps,
      onNotice,
    });
    try {
      running = isResumed ? artoo.resume(turn.run) : start(artoo, turn);
      onRunning(running);
      void watchTurnContext(running, site.settings.task.context_tokens, context);
      const stop = () => void artoo.close();
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
      const result = await running.result.finally(() => signal.removeEventListener('abort', stop));
      away = awayIn(result);
      if (context.isFull()) ended ??= await handOver(turn, post, context.percent());
      return endOf(turn, ended, result, context);
    } catch (error) {
      if (signal.aborted) return later;
      const failed = asArtooError(error, 'handler_failed');
      const { message, code } = failed;
      away = isModelAway(code) ? failed : undefined;
      if (isResumed && neverBegan.has(code)) return await take(turn, post, signal, false, money);
      return { end: ended ?? 'failed', detail: message };
    }
  }

  const start = (artoo: ReturnType<typeof openArtoo>, turn: Turn): RunningTask =>
    artoo.run(turnGoal(turn.agent, turn.task), { cwd: turn.folder, plan: planOf(turn, receiptOf(root, turn)), task_id: turn.run });

  /** Coders use the tool model; planning and reviewing need the brain. */
  const modelFor = ({ role }: Turn): Site['model'] =>
    typeof site.model === 'function' && role !== 'coder' ? site.model('R2') : site.model;

  /** A turn works in its own folder, and changes nothing else. */
  function settingsOf(turn: Turn, money: number | null): Settings {
    const { settings } = site;
    const { task, rules } = settings;
    const caps = { ...task.caps, active_ms: turn.maxMinutes * 60_000, usd: money ?? task.caps.usd };
    return {
      ...settings,
      servers: {},
      task: { ...task, workspace: turn.folder, memory: false, review: false, steps: equipment[turn.role].steps, caps, grows: [] },
      rules: { ...rules, allow: [...rules.allow, ...turnRules(root, homeIn(env), turn)] },
    };
  }

  return {
    name: 'built-in',
    graceMs: 0,
    run: (turn, post, signal) => pay(turn, post, signal, false),
    resume: (turn, post, signal) => pay(turn, post, signal, true),
    modelAway: () => away,
    async [Symbol.asyncDispose]() {},
  };
}

/** `spent`: in dollars, as far as prices are known. */
type Taken = TurnEnd & { readonly spent?: number };

const awayIn = ({ failure, summary }: FinalResult): ArtooError | undefined =>
  failure !== null && isModelAway(failure) ? new ArtooError(failure, summary) : undefined;

const later: TurnEnd = { end: 'stopped', detail: 'it continues later' };

/** A reviewer refers to lines, so it sees their numbers. */
const fitted = (tool: Tool, role: TeamRole): OwnTool =>
  role === 'code_reviewer' && tool.name === 'read_file' ? numberingLines(tool) : tool;

/** What needs approval is refused, and the turn continues. */
const noOneToAsk = 'No one can be asked during a turn, so this is not done. Stay within your folder, do without it, or send block.';

/** Errors of a turn that was cut off before it had a journal, and so has done nothing. */
const neverBegan: ReadonlySet<string> = new Set(['journal_missing', 'journal_empty', 'task_unknown']);

const once = (site: Site) => () => site;

const goesOn = ({ run }: Turn): string => `This continues the turn ${run}, which was cut off, with the same prompt.\n`;

/** A plan with a single sub-task, which is done when a letter has ended the turn. */
function planOf(turn: Turn, receipt: string): GivenPlan {
  const criterion = {
    criterion: `${receipt} is there: code writes it once a letter that ends your turn is admitted`,
    mode: 'verifiable',
    weight: 1,
    check: { kind: 'file_exists', path: receipt },
  } as const;
  const { role, agent } = turn;
  const intent = `Take your turn as ${agent}: do what the context says, and end it with a letter. The letters are tools.`;
  const tools = [...equipment[role].tools, ...kindsFor(role)];
  const subtask = { intent, success_criteria: [criterion], context: turn.prompt, tools, sequence: 1, deadline: null };
  return { slug: turnSlug(role), intent: turnGoal(agent, turn.task), task_criteria: [criterion], subtasks: [subtask] };
}

function endOf(
  { run }: Turn,
  ended: 'done' | 'lost' | undefined,
  { directive, summary, reason, cost }: FinalResult,
  context: Pick<WatchedContext, 'isFull' | 'percent'>,
): Taken {
  const end = ended ?? (directive === 'accept' ? 'done' : context.isFull() ? 'again' : 'failed'); // or from the receipt, if the turn was resumed after its letter
  const percent = context.percent();
  return {
    ...{ end, detail: !ended && reason === 'no_plan' ? withoutLetter(run) : summary, spent: cost.usd },
    used: {
      ...{ inputTokens: cost.input_tokens, outputTokens: cost.output_tokens, modelCalls: cost.model_calls },
      ...(cost.unpriced.length === 0 ? { usd: cost.usd } : { models: cost.unpriced }),
      ...(percent === undefined ? {} : { contextPercent: percent }),
    },
  };
}

/** Why a turn failed whose sub-task was not ended by a letter. */
const withoutLetter = (run: string): string => `it stopped without handing in its work; artoo log ${run} shows what it did`;
