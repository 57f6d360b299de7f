/** One tool call: whether it is allowed, the person's approval if it would do harm or memory warns against it, and what is kept as evidence. */

import type { FileEffect } from '../../contracts/control.ts';
import { ArtooError } from '../../contracts/errors.ts';
import type { Declined, ToolCall } from '../../contracts/execution.ts';
import type { PayloadOf } from '../../contracts/messages.ts';
import type { SubTask } from '../../contracts/plan.ts';
import type { Json } from '../../contracts/shapes/json.ts';
import { law1Mark } from '../../contracts/text/law-mark.ts';
import { effectKey, inputHash, type Place } from '../../effects/effects.ts';
import type { TaskSettings } from '../../journal/entry.ts';
import type { AskedCall } from '../../models/model.ts';
import { failed, type Harm, succeeded, type ToolRequest, type ToolResult } from '../../tools/tool.ts';
import type { AboutCall, Toolbox } from '../../tools/toolbox.ts';
import { headAndTail } from '../prompting/head-and-tail.ts';
import { maxOutputLength, shownOutput } from '../prompting/shown-output.ts';
import type { Context } from '../role.ts';
import { cautionsFor } from './caution.ts';
import { mapTexts } from './conversation.ts';
import type { Ledger } from './ledger.ts';
import { whyNotCalled } from './may-call.ts';

export type CallSite = {
  readonly toolbox: Toolbox;
  readonly settings: TaskSettings;
  readonly ledger: Ledger;
  readonly subtask: SubTask;
  readonly offered: readonly string[];
  /** The next free place in this step. */
  readonly place: () => Place;
  readonly context: Context;
};

/** `refused`: why the sub-task ends: the person said no, or gave no answer. `instead`: what the person wants done in place of the call. */
type Called = {
  readonly call: ToolCall;
  readonly refused?: string;
  readonly unanswered?: true;
  readonly instead?: string;
  /** The person changed the call before it ran; the `call` is what ran. */
  readonly edited?: true;
  /** Tools that the call found. */
  readonly found?: ToolResult['offers'];
};

export async function makeCall(asked: AskedCall, site: CallSite): Promise<Called> {
  const { toolbox, ledger, offered, subtask } = site;
  const about = toolbox.about(asked.tool, asked.input);
  const blocked = ledger.hasChangedIn(subtask.round) ? { ...subtask.blocked, targets: [] } : subtask.blocked; // once something has changed in the round, exact calls are no longer blocked
  const why = whyNotCalled(asked.tool, about, { offered, blocked, wouldFailAgain: ledger.wouldFailAgain(asked) });
  if (why !== undefined) return { call: evidence(asked, about, site.place(), failed('refused', why), site) };
  const answer = await confirmInDoubt(asked, about, site);
  const declined = declinedBy(answer, { action: about.target || asked.tool, effects: [] });
  if (!('edited' in answer)) return notDone(answer, (result) => evidence(asked, about, site.place(), { ...result, declined }, site));
  if (answer.edited === undefined) return perform(asked, about, site);
  const input = { ...fieldsOf(asked.input), ...answer.edited };
  return { ...(await perform({ ...asked, input }, toolbox.about(asked.tool, input), site, declined)), edited: true };
}

/** Limits for one call: how often the person is asked about what it changes, including their own edits, and about how many hosts. */
const [maxQuestions, maxHosts] = [4, 32] as const;

/** `before`: what the person has already declined about this call. */
async function perform(asked: AskedCall, about: AboutCall, site: CallSite, before: readonly Declined[] = []): Promise<Called> {
  const { settings, ledger, subtask, toolbox } = site;
  const { cwd, workspace, places } = settings;
  const where = { cwd, workspace, ...(places ? { places } : {}) };
  let call = { asked, about };
  const refused = ledger.refused.length > 0 ? { refused: ledger.refused } : {};
  let request: ToolRequest = { tool: asked.tool, input: asked.input, ...where, ...refused };
  let [questions, hosts] = [0, 0];
  let declined = before;
  for (;;) {
    const place = site.place();
    const since = ledger.changeCount;
    const result = await run(place, request, call.about, site);
    if (!result.harm) {
      const { programs, changes: mayChange } = call.about;
      const foundNothing = programs === undefined && !mayChange && result.output.trim() === ''; // a search without results would find nothing again; a command may succeed without output
      const changes = result.changed ? result.changed.length > 0 : mayChange; // what the call did, if known; otherwise what it may do
      ledger.note(subtask.subtask_id, call.asked, { ok: result.ok && !foundNothing, changes, since });
      const edited = call.asked === asked ? {} : ({ edited: true } as const);
      return { call: evidence(call.asked, call.about, place, { ...result, declined }, site), found: result.offers, ...edited };
    }
    if (result.harm.host === undefined) questions += 1;
    else hosts += 1;
    const isTooOften = questions > maxQuestions || hosts > maxHosts;
    const answer = isTooOften ? { refused: tooOften } : await confirm(result.harm, asked.tool, site);
    declined = [...declined, ...declinedBy(answer, result.harm)];
    if (!('edited' in answer)) return notDone(answer, (result) => evidence(call.asked, call.about, place, { ...result, declined }, site));
    if (answer.edited === undefined) {
      const { filled: _, ...unfilled } = request;
      const more = { ...(result.harm.network && { network: true }), ...(answer.filled && { filled: answer.filled }) };
      request = { ...unfilled, approved: result.harm.hash, ...more };
    } else {
      const input = { ...fieldsOf(request.input), ...answer.edited };
      call = { asked: { ...asked, input }, about: toolbox.about(asked.tool, input) };
      request = { tool: asked.tool, input, ...where, ...refused };
    }
  }
}

/** A call to which the person said no, as evidence. */
const notDone = (no: No, evidenceOf: (result: ToolResult) => ToolCall): Called => ({
  call: evidenceOf(failed('refused', 'refused' in no ? no.refused : 'not done: the person said no, and said what to do instead')),
  ...('instead' in no ? no : { refused: no.refused, ...(no.unanswered && { unanswered: no.unanswered }) }),
});

/** What the person declined with this answer: nothing with a plain yes, or if the answer is not theirs. */
function declinedBy(answer: Confirmed, { action, effects }: Pick<Harm, 'action' | 'effects'>): readonly Declined[] {
  const edited = 'edited' in answer && answer.edited !== undefined ? Object.values(answer.edited)[0] : undefined;
  const isNo = 'instead' in answer || ('refused' in answer && answer.isSaid === true);
  if (!isNo && edited === undefined) return [];
  return [
    {
      action: headAndTail(action, 300),
      ...(edited === undefined ? {} : { edited: headAndTail(edited, 300) }),
      ...('instead' in answer ? { instead: headAndTail(answer.instead, 300) } : {}),
      effects: effects.slice(0, maxChanges).map(({ path, change }) => ({ path, change })),
    },
  ];
}

const tooOften = `${law1Mark}it does or needs something different each time it is tried, so it was not done`;

const fieldsOf = (input: Json): Readonly<Record<string, Json>> =>
  typeof input === 'object' && input !== null && !Array.isArray(input) ? (input as Record<string, Json>) : {}; // an object: neither null nor a list

/** `assured`: only the person has confirmed that the call took effect. */
type Ran = ToolResult & { readonly assured?: true; readonly declined?: readonly Declined[] };

/** A call that timed out has failed; if the outcome of a call is unknown, the person decides; any other error is not a failure of the call. */
async function run(place: Place, request: ToolRequest, about: AboutCall, site: CallSite): Promise<Ran> {
  try {
    return await site.context.effects.tool(place, request);
  } catch (error) {
    if (error instanceof ArtooError && error.code === 'timed_out') return failed('timeout', error.message);
    if (!(error instanceof ArtooError) || error.code !== 'interrupted') throw error;
    const payload = { subtask_id: site.subtask.subtask_id, tool: request.tool, action: about.target, cwd: request.cwd };
    const { answer } = await site.context.ask({ to: 'User', type: 'InterruptedCall', payload });
    if (answer === 'stop')
      throw new ArtooError('interrupted', `${error.message}: ${request.tool} ${headAndTail(about.target, 300)}`, { cause: error });
    return answer === 'again' ? run(site.place(), request, about, site) : { ...succeeded(assured), assured: true };
  }
}

const assured =
  '[artoo was stopped while this ran; the person says that it took effect. What it printed is lost; look at what it changed here]';

/**
 * The person's answer: a final no, a no with something to do instead, or a yes. A yes may be to an edited command line, in which case `edited` is the
 * changed part of the input.
 */
type Confirmed = No | Yes;
/** `isSaid`: the person has just said so. */
type No = { readonly refused: string; readonly unanswered?: true; readonly isSaid?: true } | Instead;
type Instead = { readonly instead: string };
type Yes = { readonly edited: Readonly<Record<string, string>> | undefined; readonly filled?: ToolRequest['filled'] };

/** Asks the person about harm, once per task for each action and each effect. */
async function confirm(harm: Harm, tool: string, site: CallSite): Promise<Confirmed> {
  const { action, effects, more, network, host, reason, hash, rule, folder, denied, form } = harm;
  const { ledger } = site;
  const what = headAndTail(action, 300);
  if (denied !== undefined) return { refused: `${law1Mark}the rule ${denied} forbids ${what}` };
  if (ledger.wasRefused(harm)) return { refused: `${law1Mark}${what} was refused before in this task (${reason})` };
  const answer = await ask(
    {
      ...{ tool, action, effects, more, network, ...(host === undefined ? {} : { host }), reason, hash, caution: false, rule },
      ...(folder === undefined ? {} : { folder }),
      ...(form && { form }),
    },
    site,
  );
  if (!('unanswered' in answer)) return answer;
  ledger.refuse(harm);
  if (!answer.unanswered) return { refused: `${law1Mark}you said no to ${what} (${reason})`, isSaid: true };
  const ways = [rule, folder].flatMap((way) => (typeof way === 'string' ? [`--allow ${quoted(way)}`] : []));
  const way = ways.length === 0 ? '' : `. To allow it: ${ways.join(' or ')}`;
  return { refused: `${law1Mark}${what} needs a yes (${reason}), and no one was there to give it${way}`, unanswered: true };
}

/** A rule, quoted for a shell. */
const quoted = (rule: string): string => `'${rule.replaceAll("'", String.raw`'\''`)}'`;

/**
 * Asks the person about a call with a mixed record in memory, once per task for each caution. A yes does not allow harm, which is asked about
 * separately.
 */
async function confirmInDoubt({ tool, input }: AskedCall, about: AboutCall, site: CallSite): Promise<Confirmed> {
  const { ledger, subtask, settings } = site;
  const met = cautionsFor(tool, about, subtask.cautions);
  const open = met.filter((caution) => ledger.answerTo(caution) === undefined);
  const reason = met.map(({ because }) => because).join('; ');
  const refused = `you said no to ${headAndTail(about.target, 300) || tool} (${reason})`;
  if (met.some((caution) => ledger.answerTo(caution) === false)) return { refused };
  if (open.length === 0) return { edited: undefined };
  const hash = inputHash({ caution: open.map((caution) => [caution.tool, caution.target ?? null]), tool, input, cwd: settings.cwd });
  const question = { tool, action: about.target, effects: [], more: 0, network: false, reason, hash, caution: true, rule: null };
  const answer = await ask(question, site);
  if ('instead' in answer) return answer; // unlike a plain no, an alternative is not remembered: the next call may be asked about again
  const isNo = 'unanswered' in answer;
  for (const caution of open) ledger.answer(caution, !isNo);
  return isNo ? { refused, ...(!answer.unanswered && { isSaid: true as const }) } : answer;
}

type Question = Omit<PayloadOf<'ConfirmRequest'>, 'subtask_id' | 'cwd'>;

/** A plain no; `unanswered` if the person gave no answer. */
type PlainNo = { readonly unanswered: boolean };

/** The answer: a yes to exactly this action or to the command line as edited by the person, what they want instead, or a plain no. */
async function ask(question: Question, { subtask, settings, context, toolbox }: CallSite): Promise<Yes | Instead | PlainNo> {
  const payload = { subtask_id: subtask.subtask_id, cwd: settings.cwd, ...question };
  const reply = await context.ask({ to: 'User', type: 'ConfirmRequest', payload });
  const no: PlainNo = { unanswered: reply.unanswered === true };
  if (reply.hash !== question.hash) return no;
  const instead = reply.allowed ? '' : (reply.instead?.trim() ?? '');
  if (instead !== '') return { instead };
  if (reply.edited === undefined) return reply.allowed ? { edited: undefined, ...(reply.filled && { filled: reply.filled }) } : no;
  const declared = toolbox.evidence.get(question.tool);
  if (declared?.kind !== 'runs' || reply.edited === '') return no; // only a command line can be edited
  return { edited: { [declared.line]: reply.edited } };
}

/** What is kept of a call. Long inputs and outputs are cut: the journal entry of the call has both in full. */
function evidence({ tool, input }: AskedCall, about: AboutCall, place: Place, result: Ran, { toolbox, ledger }: CallSite): ToolCall {
  const { target, programs } = about;
  const { ok, output, exit_code, error, started, changed = [], declined = [] } = result;
  const text = error ? `${error.message}${output && `\n${output}`}` : output;
  const call_id = effectKey('R3', place);
  ledger.outputs.keep(call_id, text);
  return {
    call_id,
    tool: tool === '' ? '(no name)' : headAndTail(tool, 200), // a model may give an empty name or one of a megabyte; evidence needs a name of bounded length
    ...(programs ? { programs } : {}),
    ...(started === undefined ? {} : { started }),
    input: cut(input),
    target,
    ok,
    ...(exit_code === undefined ? {} : { exit_code }),
    output_head_tail: shownOutput(text, (left) => toolbox.leftOut(tool, input, left)),
    ...(error ? { error_class: error.class } : {}),
    ...(result.assured && { assured: result.assured }),
    ...(changed.length === 0 ? {} : { changed: changed.slice(0, maxChanges).map(changeOf) }),
    ...(declined.length === 0 ? {} : { declined }),
  };
}

const changeOf = ({ path, change, moved_from }: FileEffect): Changed => ({
  ...{ path, change },
  ...(moved_from === undefined ? {} : { moved_from }),
});
type Changed = NonNullable<ToolCall['changed']>[number];

/** How many changes of a call are kept as evidence; the journal has all. */
const maxChanges = 200;

/** A value with its long texts cut; most written files and scripts fit unchanged. */
export const cut = (value: Json): Json => mapTexts(value, (text) => headAndTail(text, maxOutputLength));
