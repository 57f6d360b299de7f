/** After a task at a terminal, proven lessons become rules while the person watches. */
import { describe, expect, test } from 'vitest';
import { type Home, newHome } from './support/command.ts';
import { startGreeting } from './support/greeting.ts';
import type { Asked, ProviderServer, Reply } from './support/provider-server.ts';
import { runArtoo } from './support/run-artoo.ts';
import { dueEvents, stock } from './support/stocked-memory.ts';
import { atTerminal } from './support/terminal.ts';

const goal = 'write a greeting';
const at = ({ url }: ProviderServer) => ['--brain', `good-model@${url}`];
const levels = async (home: Home) => JSON.parse((await runArtoo(['memory', '--json'], { at: home })).out).levels;

/** The Dreamer calls the model as R2, but not for a plan. */
const dreaming = (reply: Reply) => (asked: Asked) => (asked.role === 'R2' && JSON.stringify(asked).includes('<notes>') ? reply : undefined);

async function homeWithDue(): Promise<Home> {
  const home = newHome();
  await stock(home.data, dueEvents());
  return home;
}

describe('a rule that is due when a task ends', () => {
  test('is made after the result was shown, and told', async () => {
    const home = await homeWithDue();
    await using server = await startGreeting(dreaming({ text: 'Use du: it is fast.' }));
    const terminal = atTerminal([...at(server), goal], home);
    expect(await terminal.ended).toBe(0);
    expect(terminal.screen()).toMatch(/✓ Done.*one proven lesson is now a rule/s);
    expect(await levels(home)).toMatchObject({ C: 1 });
  });

  test('waits for the next time when a key is pressed, and the task is done all the same', async () => {
    const home = await homeWithDue();
    await using server = await startGreeting(dreaming({ fault: 'silence' }));
    const terminal = atTerminal([...at(server), goal], home);
    await terminal.shows('press any key to skip');
    terminal.type('x');
    expect(await terminal.ended).toBe(0);
    expect(terminal.screen()).toContain('artoo memory dream');
    expect(await levels(home)).toMatchObject({ C: 0 });
  });

  test('is left alone where no one is watching', async () => {
    const home = await homeWithDue();
    await using server = await startGreeting(dreaming({ fault: 'silence' }));
    expect(await runArtoo([...at(server), goal], { at: home })).toMatchObject({ code: 0 });
    expect(await levels(home)).toMatchObject({ C: 0 });
  });
});
