/** Asks about one action at a terminal, by Law 1 or because memory has a mixed record of it. Anything but a plain yes is a no. */
import type { Remembered } from '../../config/remember-rule.ts';
import { visible, visibleLines } from '../../contracts/text/visible.ts';
import type { Confirmed } from '../../engine/person.ts';
import { type Asked, harmPages, harmScreen } from '../../view/asking/harm-lines.ts';
import { ruleMeaning, whyLines } from '../../view/asking/why-asked.ts';
import type { Screen } from '../../view/pages.ts';
import { fit } from '../../view/wrap.ts';
import { isYes, type Prompter } from './prompter.ts';
import { showPages } from './show-pages.ts';

export type Confirming = {
  readonly prompter: Prompter;
  readonly screen: () => Screen;
  /** Lets the person edit a command line. Undefined when the editor failed. */
  readonly editCommand: (command: string) => Promise<string | undefined>;
  /** What a command line does, judging by its words. */
  readonly inspect: (command: string, cwd: string) => Promise<string>;
  /** Writes a rule to `ruleFile`, the person's own. */
  readonly remember: (rule: string) => Promise<Remembered>;
  readonly ruleFile: string;
  readonly note: (line: string) => void;
};

/** The person's answer. They may look closer as often as they like: until they say yes, nothing happens. */
export async function confirm(asked: Asked, confirming: Confirming): Promise<Confirmed> {
  const { prompter, screen } = confirming;
  const { rows, isWhole } = harmScreen(asked, screen());
  const menu = menuOf(asked, isWhole);
  let shown = rows;
  for (;;) {
    const lines = ['', ...shown, ...fit([menu], screen().width)];
    const answer =
      (await prompter.ask(lines, asked.caution ? 'Continue with it? [y/N] ' : 'Allow this once? [y/N] '))?.trim().toLowerCase() ?? '';
    const step = await (steps.get(answer) ?? decline)(asked, confirming);
    if ('allowed' in step) return step;
    shown = fit(step.lines, screen().width);
  }
}

/** Either the answer, or what is shown before the question is asked again. */
type Step = Confirmed | { readonly lines: readonly string[] };

const decline = async (): Promise<Step> => ({ allowed: false });
const yes = async (): Promise<Step> => ({ allowed: true });

/** By word, and by its first letter. */
const steps: ReadonlyMap<string, (asked: Asked, confirming: Confirming) => Promise<Step>> = new Map(
  Object.entries({ yes, edit, allow, folder, why, show }).flatMap(([word, step]) => [
    [word, step] as const,
    [word.slice(0, 1), step] as const,
  ]),
);

function menuOf({ tool, rule, folder: place }: Asked, isWhole: boolean): string {
  const choices = ['[y]es', '[n]o', ...(tool === 'shell' ? ['[e]dit the command'] : []), ...(isWhole ? [] : ['[s]how all']), '[w]hy'];
  const lasting = [
    ...(rule === null ? [] : [`[a]llow this kind from now on: ${visible(rule)}`]),
    ...(place === undefined ? [] : [`[f]or this folder from now on: ${visible(place)}`]),
  ];
  return `  ${[...choices, ...lasting].join(', ')}`;
}

async function why(asked: Asked, { inspect }: Confirming): Promise<Step> {
  return { lines: whyLines(asked, asked.tool === 'shell' ? await inspect(asked.action, asked.cwd) : undefined) };
}

/** An edited command is asked about anew; this one is not allowed. */
async function edit({ tool, action }: Asked, { editCommand }: Confirming): Promise<Step> {
  if (tool !== 'shell') return { allowed: false };
  const edited = await editCommand(action);
  if (edited === undefined) return { lines: ['The editor did not start, or ended with an error.'] };
  return edited.trim() === '' || edited === action ? { lines: ['The command is unchanged.'] } : { allowed: false, edited };
}

function allow({ rule }: Asked, confirming: Confirming): Promise<Step> {
  return add(rule ?? undefined, 'this kind', confirming);
}

function folder({ folder: rule }: Asked, confirming: Confirming): Promise<Step> {
  return add(rule, 'for this folder', confirming);
}

/** Shows the rule and its file before it is written. When it cannot be written, the yes still counts once. */
async function add(rule: string | undefined, what: string, { prompter, screen, remember, ruleFile, note }: Confirming): Promise<Step> {
  if (rule === undefined) return { allowed: false };
  const lines = ['', `This would be written to ${visible(ruleFile)}:`, `  allow: ${visible(rule)}`, ruleMeaning(rule)];
  const answer = await prompter.ask(fit(lines, screen().width), `Allow this now, and ${what} from now on? [y/N] `);
  if (!isYes(answer)) return { lines: ['No rule was written.'] };
  const remembered = await remember(rule);
  if (remembered.ok) return { allowed: true, rule };
  for (const line of visibleLines(`The rule was not written: ${remembered.error}`)) note(line);
  note('Your yes counts this once.');
  return { allowed: true };
}

/** Page by page; the question is asked again after the last. */
async function show(asked: Asked, { prompter, screen }: Confirming): Promise<Step> {
  const lines = await showPages(harmPages(asked, screen()), prompter);
  return lines ? { lines } : { allowed: false };
}
