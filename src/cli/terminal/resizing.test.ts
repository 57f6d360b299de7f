import { expect, test } from 'vitest';
import { resizingOf, resizingUnasked } from './resizing.ts';

const ssh = { SSH_CONNECTION: '192.0.2.1 1 192.0.2.2 22' };
const tmux = { TMUX: '/tmp/tmux-0/default,1,0' };

test.each([
  ['a terminal on this machine', {}, { rewraps: true, lateMs: 0 }, { rewraps: true, lateMs: 0 }],
  ['xterm', { XTERM_VERSION: 'XTerm(380)' }, { rewraps: false, lateMs: 0 }, { rewraps: false, lateMs: 0 }],
  ['over SSH', ssh, { rewraps: true, lateMs: 250 }, { rewraps: false }],
  ['tmux', tmux, { rewraps: true, lateMs: 20 }, { rewrapsCursor: true, lateMs: 20 }],
  ['tmux over SSH', { ...ssh, ...tmux }, { rewraps: true, lateMs: 250 }, { rewrapsCursor: true, lateMs: 20 }],
])('%s', (_, env, asked, unasked) => {
  expect(resizingOf(env)).toEqual(asked);
  expect(resizingUnasked(env)).toEqual(unasked);
});
