/** `artoo team validate`: whether a board is valid. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ArtooError } from '../../contracts/errors.ts';
import { visible } from '../../contracts/text/visible.ts';
import { noBoard } from '../../team/board/file.ts';
import { judgeBoardFile } from '../../team/board/judge-file.ts';
import { beforeAnyLease } from '../../team/board/place.ts';
import { isValid } from '../../team/board/validate.ts';
import { findTeam } from '../../team/find-team.ts';
import { type Line, line, span } from '../../view/style/line.ts';
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
  const mends = !valid && isValid(judgeBoardFile({ file, root, env: terminal.env, now: beforeAnyLease }));
  const story = (columns = 80) => [
    ...(valid
      ? [line('VALID', 'good')]
      : wrapLine(line(`INVALID${mends ? ', until the team runs again' : ''}: ${visible(file)}`, 'bad'), columns)),
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
    ...(valid || (named !== undefined && !mends) ? [] : wrapLine(mends ? willMend : toRestore, columns)),
  ];
  return tell(called, { valid, ...(mends && { mends }), file, findings }, story, valid ? exits.ok : exits.failed);
}

/** Only leases are over: there is nothing to fix, and nothing to restore. */
const willMend: Line = [
  span('Nothing is broken: an agent stopped without signing off. The next run takes back what it held: '),
  span('artoo team run', 'code'),
];

const toRestore: Line = [span('Fix the file, or restore the last good board: '), span('artoo team restore', 'code')];

/** A file in a repository without a team is checked against the current folder. */
function teamOr(cwd: string): string {
  try {
    return findTeam(cwd);
  } catch (error) {
    if (error instanceof ArtooError && error.code === 'board_missing') return cwd;
    throw error;
  }
}
