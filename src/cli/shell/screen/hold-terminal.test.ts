import { expect, onTestFinished, test } from 'vitest';
import type { Terminal } from '../../command.ts';
import { holdTerminal } from './hold-terminal.ts';

/** Which program has the terminal at each step. */
function holding() {
  const told: string[] = [];
  let interrupt = (): void => {};
  const terminal = {
    takeInterrupts(act: () => void) {
      interrupt = act;
      return { [Symbol.dispose]: () => void told.push('interrupts are given back') };
    },
  } as Terminal; // no other members are used
  const held = holdTerminal({
    terminal,
    screen: { enter: () => void told.push('enter'), leave: () => void told.push('leave') },
    keyboard: { listen: () => void told.push('listen'), release: () => void told.push('release') },
    onInterrupt: () => void told.push('interrupted'),
  });
  onTestFinished(() => held[Symbol.dispose]());
  return { held, told, interrupt: () => interrupt() };
}

test('the terminal is taken at once, and given back as it was in the end', () => {
  const { held, told } = holding();
  held[Symbol.dispose]();
  expect(told).toEqual(['listen', 'enter', 'interrupts are given back', 'leave', 'release']);
});

test.each(['exit', 'uncaughtExceptionMonitor'] as const)('on %s it is given back, too', (event) => {
  const { told } = holding();
  process.emit(event as 'exit', 0);
  expect(told.slice(2)).toEqual(['leave', 'release']);
});

test('after the process was stopped and continued, it is taken again', () => {
  const { told } = holding();
  process.emit('SIGCONT');
  expect(told).toEqual(['listen', 'enter', 'leave', 'release', 'listen', 'enter']);
});

test('another program has it for itself, one after another, and Ctrl+C stops that program alone', async () => {
  const { held, told, interrupt } = holding();
  const first = held.outside(async ({ cancel }) => {
    told.push('first');
    interrupt();
    return cancel.aborted;
  });
  const second = held.outside(async ({ cancel }) => cancel.aborted);
  expect([await first, await second]).toEqual([true, false]);
  expect(told.slice(2, 7)).toEqual(['leave', 'release', 'first', 'listen', 'enter']);
  interrupt();
  expect(told.at(-1)).toBe('interrupted');
});

test('a program that fails gives it back', async () => {
  const { held, told } = holding();
  await expect(held.outside(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(told.slice(-2)).toEqual(['listen', 'enter']);
  await held.inside();
});
