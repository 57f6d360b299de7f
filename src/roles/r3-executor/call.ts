/** One tool call: whether it may be made, the person's yes where it would harm, and what is kept of it as evidence. */
import { resolve } from 'node:path';
import { ArtooError } from '../../contracts/errors.ts';
import type { ToolCall } from '../../contracts/execution.ts';
import type { Json } from '../../contracts/json.ts';
import type { SubTask } from '../../contracts/plan.ts';
import { effectKey, type Place } from '../../effects/effects.ts';
import type { TaskSettings } from '../../journal/entry.ts';
import type { AskedCall } from '../../models/model.ts';
import { failed, type Harm, type ToolRequest, type ToolResult } from '../../tools/tool.ts';
import type { AboutCall, Toolbox } from '../../tools/toolbox.ts';
import { headAndTail } from '../head-and-tail.ts';
import type { Context } from '../role.ts';
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

/** `refused` says why the person's no, or that nobody was there, ends the sub-task. */
export type Called = { readonly call: ToolCall; readonly refused?: string };

export async function makeCall(asked: AskedCall, site: CallSite): Promise<Called> {
  const { toolbox, ledger, offered, subtask } = site;
  const about = toolbox.about(asked.tool, asked.input);
  const wouldFailAgain = ledger.wouldFailAgain(subtask.subtask_id, asked);
  const why = whyNotCalled(asked.tool, about, { offered, blocked: subtask.blocked, wouldFailAgain });
  if (why !== undefined) return { call: evidence(asked, about, site.place(), failed('refused', why)) };
  return perform(asked, about, site);
}

async function perform(asked: AskedCall, about: AboutCall, site: CallSite): Promise<Called> {
  const { settings, ledger, subtask } = site;
  const { cwd, workspace } = settings;
  const request: ToolRequest = { tool: asked.tool, input: asked.input, cwd, workspace, own: ledger.ownAt(resolve(cwd, about.target)) };
  let place = site.place();
  let since = ledger.moment;
  let result = await run(place, request, site);
  if (result.harm) {
    const refused = await whyRefused(result.harm, asked.tool, site);
    if (refused !== undefined) return { call: evidence(asked, about, place, failed('refused', refused)), refused };
    place = site.place();
    since = ledger.moment;
    result = await run(place, { ...request, approved: result.harm.hash }, site);
    if (result.harm)
      return { call: evidence(asked, about, place, failed('refused', 'what it would do has changed since the yes, so nothing was done')) };
  }
  const foundNothing = asked.tool !== 'shell' && !about.changes && result.output.trim() === ''; // asked again, it would find nothing again; a command may well be silent
  ledger.note(subtask.subtask_id, asked, { ok: result.ok && !foundNothing, changes: about.changes, since });
  ledger.keep(result.changed ?? []);
  return { call: evidence(asked, about, place, result) };
}

/** A call that was given up on is a call that failed; any other trouble is not the call's. */
async function run(place: Place, request: ToolRequest, { context }: CallSite): Promise<ToolResult> {
  try {
    return await context.effects.tool(place, request);
  } catch (error) {
    if (error instanceof ArtooError && error.code === 'timed_out') return failed('timeout', error.message);
    throw error;
  }
}

/** Asks the person, once for each action in a task. Nothing when they said yes to this very action; an edited one is another. */
async function whyRefused({ action, effects, reason, hash }: Harm, tool: string, site: CallSite): Promise<string | undefined> {
  const { ledger, subtask, settings, context } = site;
  const told = `[LAW1] ${tool} was not confirmed: ${headAndTail(action, 300)} (${reason})`;
  if (ledger.wasRefused(hash)) return told;
  const payload = { subtask_id: subtask.subtask_id, tool, action, cwd: settings.cwd, effects, reason, hash, rule: null };
  const reply = await context.ask({ to: 'User', type: 'ConfirmRequest', payload });
  if (reply.allowed && reply.hash === hash && reply.edited === undefined) return undefined;
  ledger.refuse(hash);
  return told;
}

/** What is kept of a call. Long inputs and outputs are cut: the journal has both whole, where the call was made. */
function evidence({ tool, input }: AskedCall, { target, programs }: AboutCall, place: Place, result: ToolResult): ToolCall {
  const { ok, output, exit_code, error } = result;
  return {
    call_id: effectKey('R3', place),
    tool: tool === '' ? '(no name)' : headAndTail(tool, 200), // what a model calls may have none, or a megabyte; evidence of it must have one
    ...(programs ? { programs } : {}),
    input: cut(input),
    target,
    ok,
    ...(exit_code === undefined ? {} : { exit_code }),
    output_head_tail: headAndTail(error ? `${error.message}${output === '' ? '' : `\n${output}`}` : output),
    ...(error ? { error_class: error.class } : {}),
  };
}

/** The same value with its long texts cut. */
export function cut(value: Json): Json {
  if (typeof value === 'string') return headAndTail(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(cut);
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, cut(part)]));
}
