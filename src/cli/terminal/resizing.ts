/** How terminals behave when their window changes its size, as far as their variables tell. Pure. */
import type { RendererOptions } from '../../view/screen/renderer.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** tmux tells of a change up to 250 ms late, and a network as late as it is slow; to ask the terminal itself takes up to 300 ms more. */
const lateMs = 600;

/** Whether programs hear of a new size only after the terminal has it. */
export const tellsLate = ({ TMUX, STY, SSH_CONNECTION }: Env): boolean =>
  TMUX !== undefined || STY !== undefined || SSH_CONNECTION !== undefined;

export const resizingOf = (env: Env): Pick<RendererOptions, 'rewraps' | 'lateMs'> => ({
  rewraps: rewraps(env),
  lateMs: tellsLate(env) ? lateMs : 0,
});

/** xterm, GNU screen and the console of Linux leave lines as they are when their width changes. */
const rewraps = ({ XTERM_VERSION, TMUX, STY, TERM }: Env): boolean =>
  TMUX !== undefined || (XTERM_VERSION === undefined && STY === undefined && TERM !== 'linux');
