/** Runs a suite at the terminal: reports trials as they end, then the results as a table, as JSON, and as a page. */
import { resolve } from 'node:path';
import type { EvalOptions, Evaluated } from '../../app/eval/eval-suite.ts';
import { replaceFile } from '../../config/files/replace-file.ts';
import { visible } from '../../contracts/text/visible.ts';
import type { Suite, SuiteTask } from '../../eval/suite/suite-task.ts';
import type { TrialResult } from '../../eval/trials/trial-result.ts';
import { evalLines } from '../../view/eval/eval-lines.ts';
import { counted } from '../../view/pages.ts';
import { short } from '../../view/spans.ts';
import { line, type Style, span } from '../../view/style/line.ts';
import { exits, type Terminal } from '../command.ts';
import type { Parsed } from '../flags/flags.ts';
import { isOwnPage } from '../log/own-page.ts';
import { mustBeNew, writeNew } from '../terminal/new-file.ts';
import { printJson } from '../terminal/print-json.ts';
import { tell } from '../terminal/report.ts';

type Asked = {
  readonly suite: Suite;
  readonly isWanted: (task: SuiteTask) => boolean;
  readonly given: Parsed['flags'];
  readonly terminal: Terminal;
};

type Running = Asked & Pick<EvalOptions, 'data' | 'home' | 'out' | 'repeats' | 'parallel' | 'budget'>;

export async function runSuite({ given, terminal, ...run }: Running): Promise<number> {
  const [{ evalSuite }, { readArms }] = await Promise.all([import('../../app/eval/eval-suite.ts'), import('../../app/eval/read-arm.ts')]);
  const page = typeof given.html === 'string' ? resolve(terminal.cwd, given.html) : undefined;
  const isOwn = page !== undefined && (await isOwnPage(page));
  if (page !== undefined && !isOwn) await mustBeNew(page);
  const arms = await readArms(Array.isArray(given.arm) ? given.arm : [], terminal.cwd);
  const progress = progressOn(terminal, arms.length);
  const signal = AbortSignal.any([terminal.cancel, terminal.terminate]);
  const evaluated = await evalSuite({ ...run, ...progress, arms, keep: given.keep === true, env: terminal.env, signal });
  progress.end();
  const { report, ...where } = evaluated;
  tell({ json: given.json === true, terminal }, { ...report, ...where }, (columns) => evalLines(report, columns));
  if (page !== undefined) await writePage(page, evaluated, isOwn, terminal);
  if (given.json !== true) for (const text of whereLines(evaluated)) terminal.note(text);
  return exitOf(evaluated, terminal);
}

async function writePage(page: string, { report }: Evaluated, isOwn: boolean, terminal: Terminal): Promise<void> {
  const { evalPage } = await import('../../view/eval/eval-page.ts');
  if (isOwn) await replaceFile(page, evalPage(report), 0o600);
  else await writeNew(page, evalPage(report));
  terminal.note(`Written: ${visible(page)}`);
}

function whereLines({ report: { end }, results, run_now, folders }: Evaluated): readonly string[] {
  return [
    `Results: ${visible(results)}`,
    ...(folders === undefined ? [] : [`Folders of the trials: ${visible(folders)}`]),
    ...(end.ended === 'all' && run_now === 0 ? ['Nothing was left to run. For a new run, name another folder with --out.'] : []),
    ...(end.ended === 'all' ? [] : ['The same command continues from where this run ended.']),
  ];
}

function exitOf({ report: { end, refused } }: Evaluated, { cancel, terminate }: Terminal): number {
  if (terminate.aborted) return exits.terminated;
  if (cancel.aborted) return exits.cancelled;
  if (end.ended === 'unavailable') return exits.unavailable;
  if (end.ended === 'budget') return exits.notDone;
  return refused.length > 0 ? exits.failed : exits.ok;
}

/** One line for each trial that has ended, and below them what is under way. */
function progressOn(terminal: Terminal, arms: number) {
  const count = { passed: 0, ended: 0 };
  return {
    onBegin({ arms: ready, before }: Parameters<NonNullable<EvalOptions['onBegin']>>[0]) {
      for (const { name, who } of ready) terminal.note(`${visible(name)}: ${visible(who)}`);
      for (const note of new Set(ready.flatMap(({ notes }) => notes))) terminal.note(visible(note));
      if (before > 0) terminal.note(`${counted(before, 'trial')} had already ended in earlier runs.`);
    },
    onStart({ chain, arm }: Parameters<NonNullable<EvalOptions['onStart']>>[0]) {
      terminal.status?.(`${count.passed} of ${count.ended} passed · now ${visible(chain[0].id)}${arms > 1 ? ` (${visible(arm)})` : ''}`);
    },
    onResult(result: TrialResult) {
      count.ended += 1;
      if (result.outcome === 'passed') count.passed += 1;
      terminal.show([resultLine(result, arms > 1)]);
    },
    end: () => terminal.status?.(''),
  };
}

const marks: Readonly<Record<TrialResult['outcome'], readonly [sign: string, style: Style]>> = {
  passed: ['✓', 'good'],
  failed: ['✗', 'bad'],
  refused: ['!', 'fair'],
  skipped: ['–', 'muted'],
  unavailable: ['?', 'fair'],
  cut: ['…', 'muted'],
};

function resultLine({ task, arm, repeat, outcome, why, spent }: TrialResult, withArm: boolean) {
  const [sign, style] = marks[outcome];
  const tokens = spent.input_tokens + spent.output_tokens;
  return [
    span(`${sign} `, style),
    span(visible(task)),
    ...line(
      `${withArm ? `  ${visible(arm)}` : ''}${repeat > 1 ? `  repeat ${repeat}` : ''}${tokens > 0 ? `  ${short(tokens)} tokens` : ''}`,
      'muted',
    ),
    ...(why === '' ? [] : [span(`  ${visible(why)}`, outcome === 'failed' ? 'plain' : 'muted')]),
  ];
}

/** `--check`: tries every task without a model. */
export async function tryTasks({ suite, isWanted, given, terminal }: Asked): Promise<number> {
  const { checkSuite } = await import('../../app/eval/check-suite.ts');
  const unready: { readonly task: string; readonly outcome: string; readonly why: string }[] = [];
  let tried = 0;
  const signal = AbortSignal.any([terminal.cancel, terminal.terminate]);
  await checkSuite({
    ...{ suite, isWanted, signal, env: terminal.env },
    onTask({ id }, found) {
      tried += 1;
      if (found) unready.push({ task: id, ...found });
      terminal.status?.(`${tried} of ${suite.count}`);
      if (given.json !== true && found) terminal.print(`${found.outcome}: ${visible(id)}: ${visible(found.why)}`);
    },
  });
  const refused = unready.filter(({ outcome }) => outcome === 'refused').length;
  if (given.json === true) printJson({ suite: suite.name, tried, unready }, terminal);
  else
    terminal.print(
      `${counted(tried, 'task')} tried: ${tried - unready.length} can be used, ${refused} refused, ${unready.length - refused} cannot run here.`,
    );
  return refused > 0 ? exits.failed : exits.ok;
}
