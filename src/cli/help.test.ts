import { expect, test } from 'vitest';
import { commands, type Row } from './commands.ts';
import { taskFlags } from './flags/flag-table.ts';
import { help, pageOf } from './help.ts';

test('help names every command and every option of a goal, and fits 80 columns', () => {
  for (const name of Object.keys(commands)) expect(help()).toMatch(new RegExp(`^  artoo ${name}\\b`, 'm'));
  for (const { name } of taskFlags) expect(help()).toMatch(new RegExp(`^  (-\\w, )?--${name}\\b`, 'm'));
  expect(
    help()
      .split('\n')
      .filter((line) => line.length > 80),
  ).toEqual([]);
});

test.each(Object.entries<Row>(commands))('the page of %s names all its options, and those of its parts', async (_, { load }) => {
  const command = await load();
  for (const { name } of command.flags) expect(pageOf(command)).toContain(`--${name}`);
  for (const [part, { flags, usage }] of Object.entries(command.parts ?? {})) {
    const page = pageOf(command, [part]);
    expect(page).toContain(usage);
    expect([...page.matchAll(/^ {2}(?:-\w, )?--([\w-]+)/gm)].map(([, name]) => name)).toEqual(flags.map(({ name }) => name));
  }
});
