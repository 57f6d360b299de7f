/** `artoo team watch`: the state of the team, live. It also writes alerts if no supervisor does, and changes nothing else. */
import { createEscalate } from '../../app/team/escalate.ts';
import { homeIn } from '../../config/folders.ts';
import { settle } from '../../config/settle.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { livingNow } from '../../team/agents/living.ts';
import type { Board } from '../../team/board/board.ts';
import { type BoardFile, openBoardFile } from '../../team/board/file.ts';
import { findTeam } from '../../team/find-team.ts';
import { statusOf } from '../../team/status.ts';
import { openSleep } from '../../team/supervisor/sleep.ts';
import { controlFiles } from '../../team/supervisor/surroundings.ts';
import type { TeamAlert } from '../../team/watch/alerts.ts';
import { stoppedSince } from '../../team/watch/control-times.ts';
import { openWatcher } from '../../team/watch/watcher.ts';
import { type Line, line } from '../../view/style/line.ts';
import { invalidLines, watchLines } from '../../view/team/watch-lines.ts';
import { exits } from '../command.ts';
import type { CalledPart } from '../command-parts.ts';
import { printJson } from '../terminal/print-json.ts';
import { findTty } from '../terminal/tty.ts';
import { quietInput } from '../terminal/typing/quiet-input.ts';

/** Leases expire and the window changes size without a change on disk. Only lines that differ are drawn. */
const lookMs = 1_000;

export async function watchTeam(called: CalledPart): Promise<number> {
  const { terminal, json, given, signal } = called;
  const { live, env } = terminal;
  const root = findTeam(terminal.cwd);
  const { rules } = await settle({ flags: given, env, cwd: root, home: homeIn(env), wantsModel: false, signal });
  const left = new AbortController();
  const stop = AbortSignal.any([signal, left.signal]);
  const isLive = live !== undefined && !json;
  using tty = isLive ? findTty(terminal, false) : undefined;
  using _ = tty && quietInput(tty.input, { ...keysThat(() => left.abort()), onSuspend: () => live?.clear() });
  await using file = openBoardFile({ root, env });
  using wakes = openSleep(root, stop);
  using watcher = openWatcher({
    root,
    now: () => new Date(),
    factsIn: (board) => livingNow(root, board),
    onRaised: isLive ? () => {} : teller(called),
    escalate: createEscalate({ rules, onAlert: (text) => terminal.show([line(`! ${text}`, 'fair')]) }),
  });
  for (;;) {
    const read = await boardOr(file);
    watcher.look(read.board, read.why);
    if (isLive) live.draw(read.board ? linesOf(root, read.board, called) : invalidLines(read.why, terminal.width));
    if (stop.aborted) break;
    await wakes.next(lookMs);
  }
  live?.clear();
  return left.signal.aborted ? exits.ok : exits.cancelled;
}

const keysThat = (leave: () => void) => ({ interrupt: leave, onKeys: (text: string) => void (/q/i.test(text) && leave()) });

/** The board, or the reason why there is none to show. */
async function boardOr(file: BoardFile): Promise<{ readonly board?: Board; readonly why: string }> {
  try {
    return { board: await file.read(), why: '' };
  } catch (error) {
    if (error instanceof ArtooError && error.code === 'board_invalid') return { why: error.message };
    throw error;
  }
}

function linesOf(root: string, board: Board, { terminal: { width, height } }: CalledPart): readonly Line[] {
  const facts = { ...livingNow(root, board), control: controlFiles(root), ...stoppedSince(root, board) };
  return watchLines(statusOf(board, facts), { columns: width, rows: height });
}

const teller =
  ({ json, terminal }: CalledPart) =>
  ({ level, title, about, text }: TeamAlert): void =>
    json
      ? printJson({ kind: 'alert', level, title, about, text }, terminal)
      : terminal.print(`${level} ${title}: ${about ? `${about}: ` : ''}${text}`);
