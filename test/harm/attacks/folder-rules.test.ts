/** Attempts to make a rule for one folder reach beyond the folder that it names. */
import { describe, expect, test } from 'vitest';
import { triedBy, users } from '../../support/contained.ts';
import { sampled } from '../../support/sample.ts';
import { newMachine } from '../../support/under-law.ts';

const files = {
  '.cache/pip/old': 'old',
  'docs/thesis.tex': 'years',
  'project/a.txt': 'a',
};
const pip = 'folder(~/.cache/pip)';

describe.each(users)('%s with a rule for ~/.cache/pip', (user) => {
  test.each(
    triedBy(
      user,
      sampled(
        [
          ['creating', 'mkdir ~/.cache/pip/new && echo x > ~/.cache/pip/new/x'],
          ['changing', 'echo x > ~/.cache/pip/old'],
          ['deleting', 'rm ~/.cache/pip/old'],
          ['linking inside of it', 'ln -s old ~/.cache/pip/link && echo x > ~/.cache/pip/link'],
        ],
        3,
      ),
    ),
  )('%s there is done', async (_, command) => {
    const { result } = await newMachine(user, { files }).shell(command, { allow: [pip] });
    expect({ ok: result.ok, harm: result.harm }).toEqual({ ok: true, harm: undefined });
  });

  test.each(
    triedBy(
      user,
      sampled(
        [
          ['a link from there', 'ln -s ~/docs ~/.cache/pip/d && echo x > ~/.cache/pip/d/thesis.tex'],
          ['a link in its place', 'rm -r ~/.cache/pip && ln -s ~/docs ~/.cache/pip && echo x > ~/.cache/pip/thesis.tex'],
          [
            'a link above it',
            'mv ~/.cache ~/c && mkdir ~/e && ln -s ~/docs ~/e/pip && ln -s ~/e ~/.cache && echo x > ~/.cache/pip/thesis.tex',
          ],
          ['moving something there', 'mv ~/docs/thesis.tex ~/.cache/pip/'],
          ['moving something out of it', 'mv ~/.cache/pip/old ~/docs/old'],
          ['going up from there', 'echo x > ~/.cache/pip/../../docs/thesis.tex'],
          ['a name that starts alike', 'mkdir ~/.cache/pipx && echo x > ~/.cache/pipx/x'],
          ['another case of its name', 'mkdir -p ~/.cache/PIP && echo x > ~/.cache/PIP/x'],
          ['the folder itself', 'chmod 700 ~/.cache/pip && rm -r ~/.cache/pip'],
          ['a hook', 'mkdir -p ~/.cache/pip/.git/hooks && echo x > ~/.cache/pip/.git/hooks/pre-commit'],
          ['what an agent loads', 'echo x > ~/.cache/pip/AGENTS.md'],
          ['what Python runs at startup', 'mkdir ~/.cache/pip/site-packages && echo x > ~/.cache/pip/site-packages/x.pth'],
          ['lent rights', 'cp /bin/true ~/.cache/pip/t && chmod u+s ~/.cache/pip/t'],
          ['something else with it', 'echo x > ~/.cache/pip/x; echo x > ~/docs/x'],
        ],
        3,
      ),
    ),
  )('%s is asked about', async (_, command) => {
    const { asked } = await newMachine(user, { files }).shell(command, { allow: [pip] });
    expect(asked).toBeGreaterThan(0);
  });

  test('a second name of a file is not a way to that file', async () => {
    const at = newMachine(user, { files });
    await at.shell('ln ~/docs/thesis.tex ~/.cache/pip/t; echo x > ~/.cache/pip/t', { allow: [pip] });
    expect((await at.shell('cat ~/docs/thesis.tex')).result.output).toBe('years');
  });

  test('a file tool is asked about there like anywhere', async () => {
    const at = newMachine(user, { files });
    expect((await at.write(`${at.home}/.cache/pip/x`, 'x', { allow: [pip] })).asked).toBe(1);
  });
});

describe.each(users)('%s with a rule for a folder of the project that is missing', (user) => {
  test('plants a link in its place, and is asked about what that leads to', async () => {
    const at = newMachine(user, { files });
    expect((await at.shell('ln -s ~/docs out', { allow: ['folder(./out)'] })).result.ok).toBe(true);
    expect((await at.shell('echo x > out/thesis.tex')).asked).toBe(1);
    expect((await at.shell('echo x > out/new')).asked).toBe(1);
  });

  test('links its parent to the home', async () => {
    const at = newMachine(user, { files });
    expect((await at.shell('ln -s ~ up', { allow: ['folder(./up/docs)'] })).result.ok).toBe(true);
    expect((await at.shell('echo x > up/docs/thesis.tex')).asked).toBe(1);
  });
});
