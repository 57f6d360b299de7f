/** One round on the page of a task: plan, sub-tasks with what was found, and calls for whoever opens them. Pure. */
import type { AttemptStory, CallStory, QuestionStory } from '../../history/story/attempt.ts';
import type { CriterionStory, VerdictStory } from '../../history/story/criteria.ts';
import type { RoundStory, TurnStory } from '../../history/story/round.ts';
import type { SubTaskStory } from '../../history/story/subtask.ts';
import { type Html, html, nothing } from '../html.ts';
import { trend } from '../measure.ts';
import { counted } from '../pages.ts';
import { lasting } from '../spans.ts';
import { groupsOf, markOf, reasonIn } from './round-lines.ts';

/** `beside`: what happened beside the plan. */
export function roundSection(round: RoundStory, beside: readonly Html[]): Html {
  const { seq, rejected, reviews, plan, no_plan, gate, turn } = round;
  return html`<section class="round"><h3>Round ${round.round} ${number(seq)}</h3>
${rejected.map((each) => note(each.seq, `A plan was sent back: ${each.reasons.join('; ')}.`))}
${reviews.map(reviewNote)}
${no_plan ? note(no_plan.seq, `No plan was found: ${no_plan.reasons.join('; ')}.`) : nothing}
${plan && plan.criteria.length > 0 && !gate ? html`<h4>Must be true in the end ${number(plan.seq)}</h4>${pending(plan.criteria)}` : nothing}
${groupsOf(round.subtasks).map(groupBlock)}
${beside}
${gate && gate.verdicts.length > 0 ? html`<h4>The whole ${number(gate.seq)}</h4>${verdictList(gate.verdicts)}` : nothing}
${gate && !gate.met && gate.verdicts.length === 0 ? note(gate.seq, `Missed: ${gate.missed}`) : nothing}
${turn ? turnBlock(turn) : nothing}
</section>`;
}

/** The entry that something comes from. */
export const number = (seq: number): Html => html`<span class="n" title="entry of the journal">${seq}</span>`;

const note = (seq: number, text: string): Html => html`<p class="note soft">${text} ${number(seq)}</p>`;

function reviewNote({ seq, subtasks, reasons, reply }: RoundStory['reviews'][number]): Html {
  const why = reasons.length === 0 ? '' : ` (as edited it cannot be carried out: ${reasons.join('; ')})`;
  const answer = !reply ? 'no answer yet' : !reply.approved ? 'not approved' : reply.edited ? 'edited' : 'approved';
  return note(seq, `The plan, ${counted(subtasks, 'sub-task')}, was shown to the person${why}: ${answer}.`);
}

const pending = (criteria: readonly CriterionStory[]): Html =>
  html`<ul class="items">${criteria.map(
    ({ criterion, check }) =>
      html`<li><span class="mark open">·</span>${criterion}<span class="why">${check ?? 'judged by a model'}</span></li>`,
  )}</ul>`;

const groupBlock = (group: readonly SubTaskStory[]): Html =>
  group.length === 1 ? html`${group.map(subTaskCard)}` : html`<h4>Side by side</h4><div class="side">${group.map(subTaskCard)}</div>`;

const tones = { pass: 'good', fail: 'bad', unverifiable: 'fair' } as const;

function subTaskCard(subtask: SubTaskStory): Html {
  const { seq, index, intent, tools, started, attempts, verdicts, criteria, end } = subtask;
  const calls = attempts.reduce((sum, attempt) => sum + attempt.calls.length, 0);
  const untold = end?.status === 'failed' && end.why !== null && verdicts.length === 0 ? end.why : '';
  return html`<div class="card"><h3>${index}. ${intent} ${number(seq)}</h3>
<p class="small soft">${endText(subtask)}${tools.map((tool) => html` <span class="tag">${tool}</span>`)}</p>
${started && verdicts.length > 0 ? verdictList(verdicts) : pending(criteria)}
${untold === '' ? nothing : html`<p class="small soft">${untold}</p>`}
${attempts.flatMap(({ questions }) => questions).map(questionNote)}
${
  attempts.length === 0
    ? nothing
    : html`<details><summary>${counted(calls, 'call')}${attempts.length > 1 ? `, ${attempts.length} attempts` : ''}</summary>
${attempts.map((attempt) => attemptBlock(attempt, attempts.length > 1))}</details>`
}</div>`;
}

function endText({ started, end, attempts }: SubTaskStory): Html {
  if (!started) return html`<span class="open">not started</span>`;
  if (!end) return html`<span class="open">under way</span>`;
  const after = attempts.length > 1 ? ` after ${attempts.length} attempts` : '';
  if (end.status === 'matched') return html`<span class="good">met${after}</span>`;
  return html`<span class="bad">${end.refused ? 'refused' : `failed${after}`}</span>`;
}

const verdictList = (verdicts: readonly VerdictStory[]): Html =>
  html`<ul class="items">${verdicts.map(
    ({ verdict, criterion, evidence, by }) =>
      html`<li><span class="mark ${tones[verdict]}" title="${verdict}">${markOf(verdict)}</span>${criterion}<span class="why">${evidence}${by === 'model' ? ' (judged by a model)' : ''}</span></li>`,
  )}</ul>`;

const answers = {
  yes: ['good', 'said yes'],
  no: ['bad', 'did not say yes'],
  another: ['fair', 'wanted another command'],
  again: ['fair', 'said: do it again'],
  done: ['fair', 'said: it is done'],
  stop: ['bad', 'did not say to go on'],
} as const;

function questionNote({ seq, tool, action, reason, answer }: QuestionStory): Html {
  const [tone, said] = answer ? answers[answer.says] : (['open', 'has not answered yet'] as const);
  return html`<ul class="items"><li><span class="mark ${tone}">?</span><code>${tool} ${action}</code><span class="why">Asked, because ${reason}. The person <b class="${tone}">${said}</b>. ${number(seq)}</span></li></ul>`;
}

function attemptBlock({ attempt, seq, calls, claim, correction }: AttemptStory, named: boolean): Html {
  return html`${named ? html`<h4>Attempt ${attempt} ${number(seq)}</h4>` : nothing}
${calls.map(callBlock)}
${claim ? html`<p class="note">${claim.status === 'failed' ? `Gave up: ${claim.reason ?? claim.says}` : `Says: ${claim.says}`} ${number(claim.seq)}</p>` : nothing}
${correction ? html`<p class="note bad">Sent back: ${correction.wrong.replaceAll(/^- /gm, '')} ${number(correction.seq)}</p>` : nothing}`;
}

const callTones = { ok: 'good', failed: 'bad', 'needs a yes': 'fair', 'not made': 'fair', unknown: 'fair' } as const;

function callBlock({ seq, tool, target, state, error, exit_code, output, ms }: CallStory): Html {
  const facts = [
    state,
    ...(error === null || state === 'needs a yes' ? [] : [error]),
    ...(exit_code === null ? [] : [`exit code ${exit_code}`]),
  ];
  const took = ms !== null && ms >= 1 ? `, ${lasting(ms)}` : '';
  return html`<div class="call"><code><b>${tool}</b> ${target}</code> <span class="small ${callTones[state]}">${facts.join(', ')}${took}</span> ${number(seq)}${
    output === '' ? nothing : html`<pre>${output}</pre>`
  }</div>`;
}

function turnBlock(turn: TurnStory): Html {
  const { seq, loss, prev_directive, directive } = turn;
  const first = prev_directive === 'init';
  return html`<h4>Measured ${number(seq)}</h4>
<p class="measure"><span>distance <b>${loss.D.toFixed(2)}</b></span><span>implausibility <b>${loss.P.toFixed(2)}</b></span><span>spent <b>${loss.Omega.toFixed(2)}</b></span><span>loss <b>${loss.L.toFixed(2)}</b></span>${first ? nothing : html`<span>change <b>${trend(turn, turn.epsilon)}</b></span>`}</p>
<p class="note"><b>${directive.replaceAll('_', ' ')}</b>${reasonIn(turn) === '' ? '' : `: ${reasonIn(turn)}`}</p>`;
}
