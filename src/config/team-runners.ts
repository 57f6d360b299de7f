/** The person's own programs that can take turns in a team: `runners: { name: { command: […] } }`. Only the person's own file may define them. */
import { z } from 'zod';
import { by, section } from '../reading/by.ts';
import type { Read } from '../reading/quantities.ts';
import type { Layer } from './config-layers.ts';

const texts = (what: string, form: RegExp) =>
  z.array(
    by(
      (raw): Read<string> =>
        typeof raw === 'string' && form.test(raw) ? { ok: true, value: raw } : { ok: false, error: `must be ${what}` },
    ),
    {
      error: `must be a list in which each item is ${what}`,
    },
  );

/** A path below the home folder. */
const inHome = texts('a path below your home folder, such as .mytool/config.json', /^(?!\/)(?!.*(?:^|\/)\.{0,2}(?:\/|$))[^\0\n]{1,200}$/);

const fields = {
  command: texts('a word; {task} is replaced by what the program should do', /^[^\0\n]{1,1000}$/).min(1),
  folders: inHome.default([]),
  settings: inHome.default([]),
  variables: texts('the name of an environment variable', /^[A-Za-z_][A-Za-z0-9_]{0,99}$/).default([]),
  env: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/), z.string().regex(/^[^\0\n]*$/)).default({}),
  hosts: texts('the name of a host', /^[a-z0-9.-]{1,253}(?::\d{1,5})?$/).default([]),
};

export const runnerKeys: readonly string[] = Object.keys(fields);

const Runner = section(fields, 'a map of command, settings, variables and hosts').superRefine(({ command }, context) => {
  if (!command.slice(1).some((word) => word.includes('{task}')))
    context.addIssue({
      code: 'custom',
      path: ['command'],
      message: 'must contain {task} after its first word: {task} is replaced by what the program should do',
    });
});

export const TeamRunners = z.record(z.string().regex(/^[a-z][a-z0-9-]{0,31}$/), Runner, {
  error: 'must be a map of names to runners, each a map of command, settings, variables and hosts',
});
export type TeamRunners = z.infer<typeof TeamRunners>;

/** The runners from the person's own file: a project's file cannot start a program, even if trusted. */
export const runnersIn = (layers: readonly Layer[]): TeamRunners => layers.find(({ name }) => name === 'data')?.values.runners ?? {};
