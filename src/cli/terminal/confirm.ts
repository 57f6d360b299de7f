/** One question about one very action at a terminal, by Law 1 or because memory doubts it. Nothing but a plain yes is one; whatever is not understood is a no. */
import type { Remembered } from '../../config/remember-rule.ts';
import { visible, visibleLines } from '../../contracts/visible.ts';
import type { Confirmed } from '../../engine/person.ts';
import { type Asked, harmPages, harmScreen } from '../../view/asking/harm-lines.ts';
import { ruleMeaning, whyLines } from '../../view/asking/why-asked.ts';
import type { Screen } from '../../view/pages.ts';
import { fit } from '../../view/wrap.ts';
import type { Prompter } from './prompter.ts';
import { showPages } from './show-pages.ts';

export type Confirming = {
  readonly prompter: Prompter;
  readonly screen: () => Screen;
  /** Lets the person edit a command line. Nothing when the editor failed. */
  readonly editCommand: (command: string) => Promise<string | undefined>;
  /** What a command line does, going by its words. */
  readonly inspect: (command: string, cwd: string) => Promise<string>;
  /** Writes a rule to the person's own file, which has this path. */
  readonly remember: (rule: string) => Promise<Remembered>;
  readonly ruleFile: string;
  readonly note: (line: string) => void;
};

/** What the person says to it. They may look closer as often as they like: until they say yes, nothing has happened. */
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

/** Either the answer, or what is shown before the question comes again. */
type Step = Confirmed | { readonly lines: readonly string[] };

const decline = async (): Promise<Step> => ({ allowed: false });
const accept = async (): Promise<Step> => ({ allowed: true });

const steps: ReadonlyMap<string, (asked: Asked, confirming: Confirming) => Promise<Step>> = new Map([
  ...both('y', 'yes', accept),
  ...both('e', 'edit', edit),
  ...both('a', 'allow', allow),
  ...both('w', 'why', why),
  ...both('s', 'show', show),
]);

function both<T>(letter: string, word: string, step: T): readonly (readonly [string, T])[] {
  return [
    [letter, step],
    [word, step],
  ];
}

function menuOf({ tool, rule }: Asked, isWhole: boolean): string {
  const choices = ['[y]es', '[n]o', ...(tool === 'shell' ? ['[e]dit the command'] : []), ...(isWhole ? [] : ['[s]how all']), '[w]hy'];
  return `  ${choices.join(', ')}${rule === null ? '' : `, [a]llow this kind from now on: ${visible(rule)}`}`;
}

async function why(asked: Asked, { inspect }: Confirming): Promise<Step> {
  return { lines: whyLines(asked, asked.tool === 'shell' ? await inspect(asked.action, asked.cwd) : undefined) };
}

/** Another command is another question: nothing of this one is allowed. */
async function edit({ tool, action }: Asked, { editCommand }: Confirming): Promise<Step> {
  if (tool !== 'shell') return { allowed: false };
  const edited = await editCommand(action);
  if (edited === undefined) return { lines: ['The editor did not start, or ended with an error.'] };
  return edited.trim() === '' || edited === action ? { lines: ['The command is unchanged.'] } : { allowed: false, edited };
}

/** The rule is shown, and where it goes, before it is written. Where it cannot be, the yes still counts, once. */
async function allow({ rule }: Asked, { prompter, screen, remember, ruleFile, note }: Confirming): Promise<Step> {
  if (rule === null) return { allowed: false };
  const lines = ['', `This would be written to ${visible(ruleFile)}:`, `  allow: ${visible(rule)}`, ruleMeaning(rule)];
  const answer = await prompter.ask(fit(lines, screen().width), 'Allow this now, and this kind from now on? [y/N] ');
  if (!/^y(es)?$/i.test(answer?.trim() ?? '')) return { lines: ['No rule was written.'] };
  const remembered = await remember(rule);
  if (remembered.ok) return { allowed: true, rule };
  for (const line of visibleLines(`The rule was not written: ${remembered.error}`)) note(line);
  note('Your yes counts for this once.');
  return { allowed: true };
}

/** Page by page; the question comes again behind the last. */
async function show(asked: Asked, { prompter, screen }: Confirming): Promise<Step> {
  const lines = await showPages(harmPages(asked, screen()), prompter);
  return lines ? { lines } : { allowed: false };
}
