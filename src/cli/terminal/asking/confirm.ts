/**
 * Asks about one action at a terminal, because of Law 1 or a mixed record in memory. Only a plain yes counts; after an unclear answer the question is
 * asked again.
 */

import type { Remembered } from '../../../config/files/remember-rule.ts';
import { ruleIn } from '../../../config/rules.ts';
import { visible, visibleLines } from '../../../contracts/text/visible.ts';
import type { Confirmed } from '../../../engine/person.ts';
import { editsHere, isEditHere } from '../../../laws/rules/offered-rules.ts';
import { type Asked, actionRows, harmPages, harmScreen } from '../../../view/asking/harm-lines.ts';
import { type RuleOffer, ruleOffers } from '../../../view/asking/rule-offers.ts';
import { noRuleText, ruleMeaning, whyLines } from '../../../view/asking/why-asked.ts';
import type { Screen } from '../../../view/pages.ts';
import type { Line } from '../../../view/style/line.ts';
import { type Paint, withoutColour } from '../../../view/style/paint.ts';
import { fit } from '../../../view/wrap.ts';
import type { Prompter } from '../prompter.ts';
import { showPages } from '../show-pages.ts';
import { askInstead, undecided } from './ask-instead.ts';
import { fillForm } from './fill-form.ts';
import { type AnswerWord, type How, menuRows, notUnderstood } from './menu.ts';
import { readNo } from './read-no.ts';

export type Confirming = {
  readonly prompter: Prompter;
  readonly screen: () => Screen;
  readonly paint?: Paint;
  /** Lets the person edit a command line in their editor. Undefined if the editor failed. */
  readonly editCommand: (command: string) => Promise<string | undefined>;
  /** What a command line would do, judging by its words. */
  readonly inspect: (command: string, cwd: string) => Promise<string>;
  /** Writes a rule to `ruleFile`, the person's own settings. */
  readonly remember: (rule: string) => Promise<Remembered>;
  readonly ruleFile: string;
  readonly note: (line: string) => void;
};

/** The person's answer. The person may look closer as often as they like: nothing happens before they say yes. */
export async function confirm(asked: Asked, confirming: Confirming): Promise<Confirmed> {
  const { prompter, screen, paint = withoutColour } = confirming;
  const { rows, isWhole } = harmScreen(asked, screen(), paint);
  const choices = choicesFor(asked, isWhole);
  const menu = () => menuOf(choices, screen().width);
  const question = asked.caution ? 'Go ahead? ' : allowOnce;
  let shown = rows;
  for (;;) {
    const answer = await prompter.ask(['', ...shown, ...menu().map(paint)], question, 'decision');
    if (answer === undefined) return { allowed: false, unanswered: true };
    const no = readNo(answer);
    if (no?.instead !== undefined) return { allowed: false, instead: no.instead };
    const word = no ? 'no' : answer.trim().toLowerCase();
    const choice = choices.find((each) => each.word === word || (word.length === 1 && each.word.startsWith(word)));
    const step = choice ? await choice.take(asked, confirming) : { lines: [notTaken(answer, asked, choices)] };
    if ('allowed' in step) return step;
    shown = [...fit(step.lines, screen().width), ...actionRows(asked, screen(), paint)];
  }
}

/** What to type instead; where someone wants to allow what no rule can allow, why not. */
function notTaken(answer: string, asked: Asked, choices: readonly Choice[]): string {
  const isAllow = /^(?:a|allow)$/i.test(answer.trim());
  if (isAllow && asked.caution !== true) return `${noRuleText(asked)} Nothing has happened yet. Type one of ${keysOf(choices).join(', ')}.`;
  return notUnderstood(answer, keysOf(choices), asked.who !== undefined);
}

/** The question itself. */
export const allowOnce = 'Allow this once? ';

/** The answers that can be typed, as rows below the action. */
export const answerRows = (asked: Asked, isWhole: boolean, columns: number | undefined, how?: How): readonly Line[] =>
  menuOf(choicesFor(asked, isWhole), columns, how);

/** The keys that choose these answers. */
export const answerKeys = (asked: Asked, isWhole: boolean): readonly string[] => keysOf(choicesFor(asked, isWhole));

const menuOf = (choices: readonly Choice[], columns: number | undefined, how?: How): readonly Line[] =>
  menuRows(
    choices.map(({ label }) => label),
    columns,
    how,
  );

/** The answer, or lines to show before the question is asked again. */
type Step = Confirmed | { readonly lines: readonly string[] };

type Choice = {
  /** An answer is typed in full, or by its first letter. */
  readonly word: AnswerWord;
  readonly label: string;
  readonly take: (asked: Asked, confirming: Confirming) => Promise<Step>;
};

/** The answers that make sense for this action. */
function choicesFor(asked: Asked, isWhole: boolean): readonly Choice[] {
  const { who, tool, rule, folder, caution, effects } = asked;
  const isCommand = tool === 'shell';
  const mayAllow = caution !== true && (rule !== null || folder !== undefined);
  return [
    { word: 'yes', label: asked.form === undefined ? 'y yes' : 'y yes, and fill it in', take: agree },
    { word: 'no', label: who === undefined ? 'n no' : 'n no (and what to do instead)', take: decline },
    ...(isCommand ? [{ word: 'edit' as const, label: 'e edit the command', take: edit }] : []),
    ...(mayAllow ? [{ word: 'allow' as const, label: 'a allow from now on', take: allow }] : []),
    ...(who !== undefined && isEditHere(asked)
      ? [{ word: 'task' as const, label: 't yes to every edit here in this task, but not to deletions or commands', take: allowEdits }]
      : []),
    { word: 'why', label: 'w why', take: why },
    ...(isWhole ? [] : [{ word: 'diff' as const, label: effects.length > 0 ? 'd the whole diff' : 'd all of it', take: diff }]),
  ];
}

const keysOf = (choices: readonly Choice[]): readonly string[] => choices.map(({ word }) => word.slice(0, 1));

/** A yes, with the filled-in form if there is one. */
async function agree({ form }: Asked, { prompter }: Confirming): Promise<Step> {
  if (form === undefined) return { allowed: true };
  const filled = await fillForm(form, prompter);
  return filled ? { allowed: true, filled } : { lines: [undecided] };
}

/** A plain no is final for this action; after a no with a sentence, the task continues with that sentence. */
async function decline({ who }: Asked, confirming: Confirming): Promise<Step> {
  if (who === undefined) return { allowed: false };
  const given = await askInstead(confirming, 'this part of the task');
  return given ? { allowed: false, ...given } : { lines: [undecided] };
}

async function why(asked: Asked, { inspect }: Confirming): Promise<Step> {
  return { lines: whyLines(asked, asked.tool === 'shell' ? await inspect(asked.action, asked.cwd) : undefined) };
}

/** For an edited command the question is asked again; the original is not allowed. Anything but one plain line is edited in the person's editor. */
async function edit({ action }: Asked, { prompter, editCommand }: Confirming): Promise<Step> {
  const isPlainLine = action !== '' && !action.includes('\n') && visible(action) === action;
  const line = isPlainLine ? await prompter.editLine('Command: ', action) : { text: action, isForEditor: true };
  if (!line) return { lines: [unchanged] };
  const edited = line.isForEditor ? await editCommand(line.text) : line.text;
  if (edited === undefined) return { lines: ['The editor did not start, or ended with an error.'] };
  return edited.trim() === '' || edited === action ? { lines: [unchanged] } : { allowed: false, edited };
}

const unchanged = 'The command is unchanged.';

const allowEdits = async (): Promise<Step> => ({ allowed: true, rule: editsHere, scope: 'task' });

/** The rule as it was written to the person's file; undefined if it is not permanent. */
const writtenAs = ({ rule, scope }: RuleOffer, { cwd }: Asked): string | undefined =>
  scope === 'task' ? undefined : scope === 'folder' ? ruleIn(rule, cwd) : rule;

/** The person chooses how far the rule reaches. If the rule cannot be written, the approval still counts once. */
async function allow(asked: Asked, { prompter, screen, remember, ruleFile, note }: Confirming): Promise<Step> {
  const offers = ruleOffers(asked);
  const meanings = [...new Set(offers.map(({ rule }) => ruleMeaning(rule)))];
  const lines = [
    'Allow without asking:',
    ...offers.map(({ says }, at) => `  ${at + 1} ${visible(says)}`),
    ...meanings,
    `"from now on" is written to ${visible(ruleFile)}. Enter alone goes back to the question.`,
  ];
  let shown: readonly string[] = ['', ...fit(lines, screen().width)];
  let offer: RuleOffer | undefined;
  while (!offer) {
    const answer = (await prompter.ask(shown, `Which? (1–${offers.length}) `, 'step'))?.trim() ?? '';
    if (/^(no?)?$/i.test(answer)) return { lines: ['Nothing was allowed.'] };
    offer = /^\d+$/.test(answer) ? offers[Number(answer) - 1] : undefined;
    shown = fit([`There is no ${visible(answer)} in the list. Enter alone: back.`], screen().width);
  }
  const written = writtenAs(offer, asked);
  const remembered: Remembered = written === undefined ? { ok: true, added: false } : await remember(written);
  if (remembered.ok) return { allowed: true, rule: offer.rule, scope: offer.scope };
  for (const each of visibleLines(`The rule was not written: ${remembered.error}`)) note(each);
  note('Your yes holds only for this call.');
  return { allowed: true };
}

/** Page by page; the question is asked again after the last page. */
async function diff(asked: Asked, { prompter, screen, paint = withoutColour }: Confirming): Promise<Step> {
  return { lines: await showPages(harmPages(asked, screen(), paint), prompter) };
}
