/** How terminals behave when their window is resized, judging by environment variables. Pure. */
import type { RendererOptions } from '../../view/screen/renderer.ts';
import type { LiveRegionOptions } from './live-region.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Whether programs are notified of a new size late: tmux reports the first change at once, later ones up to 250 ms late. */
const tellsLate = ({ TMUX, STY, SSH_CONNECTION }: Env): boolean => TMUX !== undefined || STY !== undefined || SSH_CONNECTION !== undefined;

/** Nothing is drawn while a window keeps changing, so only the delay of the first report matters. */
export const resizingOf = (env: Env): Pick<RendererOptions, 'rewraps' | 'lateMs'> => ({
  rewraps: rewraps(env),
  lateMs: env.SSH_CONNECTION !== undefined ? lateMs.remote : tellsLate(env) ? lateMs.here : 0,
});

/** The same where the terminal is not asked: over SSH alone, how late a change is reported is unknown, and no wrapping is expected. */
export const resizingUnasked = (env: Env): LiveRegionOptions => {
  if (env.TMUX !== undefined) return { lateMs: lateMs.here, rewrapsCursor: true };
  return tellsLate(env) ? { rewraps: false } : resizingOf(env);
};

const lateMs = { here: 20, remote: 250 } as const;

/** xterm, GNU screen and the console of Linux leave lines as they are when their width changes. */
const rewraps = ({ XTERM_VERSION, TMUX, STY, TERM }: Env): boolean =>
  TMUX !== undefined || (XTERM_VERSION === undefined && STY === undefined && TERM !== 'linux');
