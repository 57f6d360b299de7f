/** `artoo team report`: what the team has done, and the outcome, in the terminal, as JSON or as one HTML page. */
import { join, resolve } from 'node:path';
import { readReport } from '../../app/team/team-report.ts';
import { replaceFile } from '../../config/files/replace-file.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { findTeam } from '../../team/find-team.ts';
import { reportLines } from '../../view/team/report-lines.ts';
import { reportPage } from '../../view/team/report-page.ts';
import type { CalledPart } from '../command-parts.ts';
import { isOwnPage } from '../log/own-page.ts';
import { mustBeNew, writeNew } from '../terminal/new-file.ts';
import { report, tell } from '../terminal/report.ts';

export async function reportTeam(called: CalledPart): Promise<number> {
  const { given, words, data, terminal } = called;
  const root = findTeam(terminal.cwd);
  if (words.length > 0 && given.html !== true) throw new ArtooError('usage', 'only the page takes a file: --html <file>');
  if (given.html === true && called.json) throw new ArtooError('usage', 'choose one of --json and --html');
  const page = given.html === true ? resolve(terminal.cwd, words[0] ?? join(root, '.liza', 'report.html')) : undefined;
  const isOwn = page !== undefined && (await isOwnPage(page));
  if (page !== undefined && !isOwn) await mustBeNew(page);
  const told = await readReport({ root, data, env: terminal.env });
  if (page === undefined) return tell(called, { root, ...told }, (columns) => reportLines(told, columns));
  if (isOwn) await replaceFile(page, reportPage(told), 0o600);
  else await writeNew(page, reportPage(told));
  return report(called, { page }, () => [`Written: ${page}`]);
}
