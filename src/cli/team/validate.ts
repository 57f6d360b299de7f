/** `artoo team validate`: whether a board is valid. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ArtooError } from '../../contracts/errors.ts';
import { visible } from '../../contracts/text/visible.ts';
import { noBoard } from '../../team/board/file.ts';
import { judgeBoardFile } from '../../team/board/judge-file.ts';
import { isValid } from '../../team/board/validate.ts';
import { findTeam } from '../../team/find-team.ts';
import { line, span } from '../../view/style/line.ts';
import { wrapLine } from '../../view/style/wrap-line.ts';
import { exits } from '../command.ts';
import type { CalledPart } from '../command-parts.ts';
import { tell } from '../terminal/report.ts';

export async function validate(called: CalledPart): Promise<number> {
  const { words, terminal } = called;
  const [named] = words;
  const root = named === undefined ? findTeam(terminal.cwd) : teamOr(terminal.cwd);
  const file = named === undefined ? resolve(root, '.liza/state.yaml') : resolve(terminal.cwd, named);
  if (named === undefined && !existsSync(file)) throw noBoard(resolve(root, '.liza'));
  const findings = judgeBoardFile({ file, root, env: terminal.env, now: new Date() });
  const valid = isValid(findings);
  const story = (columns = 80) => [
    valid ? line('VALID', 'good') : line(`INVALID: ${visible(file)}`, 'bad'),
    ...findings.flatMap(({ level, text, line: at }) =>
      wrapLine(
        [
          span('  '),
          span(level === 'warning' ? 'warning: ' : '', 'fair'),
          span(at === undefined ? '' : `line ${at}: `, 'muted'),
          span(visible(text)),
        ],
        columns,
        [span('    ')],
      ),
    ),
    ...(valid || named !== undefined ? [] : [[span('Fix the file, or restore the last good board: '), span('artoo team restore', 'code')]]),
  ];
  return tell(called, { valid, file, findings }, story, valid ? exits.ok : exits.failed);
}

/** A file in a repository without a team is checked against the current folder. */
function teamOr(cwd: string): string {
  try {
    return findTeam(cwd);
  } catch (error) {
    if (error instanceof ArtooError && error.code === 'board_missing') return cwd;
    throw error;
  }
}
