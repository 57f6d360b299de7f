/** One attempt at a sub-task: model steps and tool calls until there is an answer or a refusal, or the steps run out. */
import { z } from 'zod';
import { ArtooError } from '../../contracts/errors.ts';
import type { ExecutionResult, ToolCall } from '../../contracts/execution.ts';
import type { OfferedTool } from '../../contracts/offered-tool.ts';
import type { Place } from '../../effects/effects.ts';
import { readCalls } from '../../models/answers/read-calls.ts';
import { withoutReasoning } from '../../models/answers/reasoning.ts';
import type { AskedCall, ModelAnswer, ModelRequest, Turn } from '../../models/model.ts';
import { delimited } from '../prompting/delimited.ts';
import { headAndTail } from '../prompting/head-and-tail.ts';
import { reportInfeasible } from '../report-infeasible.ts';
import { type CallSite, cut, makeCall } from './call.ts';
import { lengthOf, withinBound } from './conversation.ts';
import { system } from './prompt.ts';
import { readOutput, referenceTo, referenceToReading } from './read-output.ts';

/** The limit on calls in one step. */
const maxCalls = 16;
/** The limit on how much of its own words a model sees again in later steps, in characters. */
const maxRemembered = 8_192;

const Infeasible = z.object({ reason: z.string().trim().min(1) }).catch({ reason: 'no reason was given' });

export type Attempt = Pick<ExecutionResult, 'status' | 'output' | 'reason' | 'refused' | 'unanswered' | 'infeasible' | 'tool_calls'>;

/** Why an attempt ends before the model gives an answer. */
type End = Pick<Attempt, 'reason' | 'refused' | 'unanswered' | 'infeasible'>;

type Site = Omit<CallSite, 'place' | 'offered'> & {
  readonly attempt: number;
  readonly tools: readonly OfferedTool[];
  /** The conversation so far, which the attempt continues. */
  readonly turns: Turn[];
  /** Tools that calls have found, which are on offer from the next step on. */
  readonly found: OfferedTool[];
  /** The lines that replace results which are no longer sent. */
  readonly references: Map<Turn, string>;
  /** How long the conversation may be; lowered when the model refuses one as too long. */
  readonly bound: { characters: number };
  /** What the person said since the last call of this function, as turns. */
  readonly unheard: () => readonly Turn[];
};

export async function runAttempt(site: Site): Promise<Attempt> {
  const { subtask, attempt, turns, references, bound, unheard } = site;
  const maxSteps = site.settings.steps;
  const at = { round: subtask.round, subtask: subtask.index, attempt };
  const calls: ToolCall[] = [];
  for (let step = 1; step <= maxSteps; step += 1) {
    turns.push(...unheard());
    const fitted = withinBound(turns, bound.characters, references);
    const readable = fitted.isReplaced ? [readOutput] : [];
    const tools = [...site.tools, ...site.found];
    const request = { system, turns: fitted.turns, tools: [...tools, reportInfeasible, ...readable] };
    const offered = [...tools, ...readable].map(({ name }) => name);
    const answer = await answerOrTighten({ ...at, step }, request, site);
    if (!answer) continue;
    const said = withPrintedCalls(answer, offered, `text-${attempt}-${step}`);
    const text = withoutReasoning(said.text);
    const asked = said.calls.slice(0, maxCalls);
    turns.push({ role: 'assistant', text: headAndTail(said.text, maxRemembered), calls: asked.map(shortened) });
    if (asked.length === 0 && answer.cut) {
      turns.push({ role: 'user', text: tooLong });
      continue;
    }
    const news = asked.length === 0 && step < maxSteps ? unheard() : [];
    if (news.length > 0) {
      turns.push(...news);
      continue;
    }
    if (asked.length === 0) return { status: 'completed', output: text, tool_calls: calls, reason: null, refused: false };
    let number = 0;
    const place = () => ({ ...at, step, call: ++number });
    const end = await callAll(asked, said.calls.length - asked.length, calls, { ...site, place, offered });
    if (end) return { status: 'failed', output: text, tool_calls: calls, ...end };
  }
  return { status: 'failed', output: null, tool_calls: calls, reason: `no result after ${maxSteps} steps`, refused: false };
}

/** Undefined if the model refuses the conversation as too long and the next step can shorten it. */
async function answerOrTighten(at: Place, request: ModelRequest, site: Site): Promise<ModelAnswer | undefined> {
  const { context, turns, references, bound, settings } = site;
  try {
    return await context.effects.model(at, request);
  } catch (error) {
    const sent = lengthOf(request.turns);
    const half = Math.min(bound.characters, Math.floor(sent / 2));
    const isShorter = () => lengthOf(withinBound(turns, half, references).turns) < sent * 0.9;
    if (!(error instanceof ArtooError) || error.code !== 'model_too_small' || at.step === settings.steps || !isShorter()) throw error;
    bound.characters = half;
    return undefined;
  }
}

const tooLong = 'That was cut off because it was too long. Use fewer words, or do it in smaller parts.';

type Said = Pick<ModelAnswer, 'text' | 'calls'>;

/** An answer without calls may contain calls printed as text: these count as calls, with ids that are unique in the conversation. */
function withPrintedCalls({ text, calls }: Said, offered: readonly string[], id: string): Said {
  const printed = calls.length === 0 ? readCalls(text, [...offered, reportInfeasible.name]) : undefined;
  if (!printed) return { text, calls };
  return { text: printed.text, calls: printed.calls.map((call, index) => ({ call_id: `${id}-${index + 1}`, ...call })) };
}

/** A call as the model sees it again in later steps. */
const shortened = (call: AskedCall): AskedCall => ({ ...call, tool: headAndTail(call.tool, 200), input: cut(call.input) });

/**
 * Makes the calls of one step in order and answers each, because a conversation cannot continue while a call is unanswered. Returns why the attempt ends, if it
 * does.
 */
async function callAll(
  asked: readonly AskedCall[],
  more: number,
  made: ToolCall[],
  site: CallSite & Pick<Site, 'turns' | 'found' | 'references'>,
): Promise<End | undefined> {
  const { outputs } = site.ledger;
  let end: End | undefined;
  let instead: string | undefined;
  for (const [index, call] of asked.entries()) {
    let text = instead === undefined ? 'not made: the attempt has ended' : 'not made: the person wants something else';
    let reference: string | undefined;
    const isOver = end !== undefined || instead !== undefined;
    if (!isOver && call.tool === reportInfeasible.name) {
      end = { reason: headAndTail(Infeasible.parse(call.input).reason), refused: false, infeasible: true };
      text = 'noted';
    } else if (!isOver && call.tool === readOutput.name && site.offered.includes(readOutput.name)) {
      text = outputs.read(call.input);
      reference = referenceToReading(call.input, text.length);
    } else if (!isOver) {
      const called = await makeCall(call, site);
      made.push(called.call);
      site.found.push(...(called.found ?? []).filter(({ name }) => !isOnOffer(name, site)));
      text = called.edited ? `${asRun(called.call)}\n${resultText(called.call)}` : resultText(called.call);
      reference = referenceTo(called.call, outputs.lengthOf(called.call.call_id));
      if (called.refused !== undefined) end = { reason: called.refused, refused: true, ...(called.unanswered && { unanswered: true }) };
      ({ instead } = called);
    }
    if (more > 0 && index === asked.length - 1) text += `\n${more} further calls were not made: at most ${maxCalls} per step`;
    const turn: Turn = { role: 'tool', call_id: call.call_id, tool: shortened(call).tool, text: delimited('result', text) };
    site.turns.push(turn);
    if (reference !== undefined) site.references.set(turn, reference);
  }
  return end;
}

/** Without this note, a model assumes that its own version of the call was run. */
const asRun = ({ input }: ToolCall): string => `The person changed this call before it ran. What ran is: ${JSON.stringify(input)}`;

/** Whether a tool is on offer. A tool that a search found stays off if it is blocked. */
const isOnOffer = (name: string, { offered, found, subtask }: CallSite & Pick<Site, 'found'>): boolean =>
  offered.includes(name) || found.some((each) => each.name === name) || subtask.blocked.tools.includes(name);

/** What the model is told about a call that was made, including that there was no output, and how a command ended. */
function resultText({ output_head_tail, exit_code, error_class }: ToolCall): string {
  const output = output_head_tail.trim() === '' ? '(no output)' : output_head_tail;
  if (exit_code === undefined || error_class !== undefined) return output; // if there was an error, the output contains it
  return `${output.replace(/\n$/, '')}\n[exit code ${exit_code}]`;
}
