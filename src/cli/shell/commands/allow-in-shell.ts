/** `/allow`: lists, adds and withdraws the rules of this shell. */
import { ownConfigFile } from '../../../config/files/config-files.ts';
import { ArtooError } from '../../../contracts/errors.ts';
import { visible } from '../../../contracts/text/visible.ts';
import { type Line, line } from '../../../view/style/line.ts';
import type { ShellSettings } from '../shell-settings.ts';
import { unquoted } from './slash-commands.ts';

export type AllowPorts = {
  readonly settings: Pick<ShellSettings, 'flags' | 'change' | 'settled'>;
  readonly data: string;
};

/** Adds a rule; `off` withdraws all rules of this shell, or the one with that number; without words, lists them. Throws `usage` for a wrong rule or number. */
export async function allowInShell(rest: string, { settings, data }: AllowPorts): Promise<readonly Line[]> {
  const { allow } = settings.flags;
  const rules = Array.isArray(allow) ? allow : [];
  const [off, number = ''] = /^off(?:\s+(.*))?$/is.exec(rest) ?? [];
  if (off !== undefined) {
    const withdrawn = number === '' ? rules : [ruleAt(number, rules)];
    await settings.change({ allow: rules.filter((rule) => !withdrawn.includes(rule)) });
    return withdrawn.length === 0
      ? [line('This shell has no rules of its own.')]
      : withdrawn.map((rule) => said(`You will be asked about ${rule} again.`));
  }
  if (rest !== '') {
    const rule = unquoted(rest);
    await settings.change({ allow: [...rules, rule] });
    return [said(`${rule} is allowed without asking until you leave this shell.`)];
  }
  const lasting = (await settings.settled()).rules.allow.map(({ text }) => text).filter((text) => !rules.includes(text));
  return [
    ...(rules.length === 0
      ? [line('This shell has no rules of its own. To allow something until you leave: /allow shell(git commit*)')]
      : [
          line('Allowed without asking until you leave this shell:'),
          ...rules.map((rule, at) => said(`  ${at + 1} ${rule}`)),
          line('/allow off withdraws them all, /allow off 1 only the first.'),
        ]),
    ...(lasting.length === 0
      ? []
      : [
          line('Always allowed without asking:'),
          ...lasting.map((rule) => said(`    ${rule}`)),
          said(`To withdraw one, delete it from ${ownConfigFile(data)}`),
        ]),
  ];
}

function ruleAt(number: string, rules: readonly string[]): string {
  const rule = /^\d+$/.test(number) ? rules[Number(number) - 1] : undefined;
  if (rule === undefined) throw new ArtooError('usage', `there is no rule ${visible(number)}; /allow lists what this shell allows`);
  return rule;
}

const said = (text: string): Line => line(visible(text));
