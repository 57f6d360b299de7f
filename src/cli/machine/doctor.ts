/** `artoo doctor`: one line for each check, and what to do if it failed. */

import { checkTraces } from '../../app/audit/check-traces.ts';
import { checkBus } from '../../app/bus/check-bus.ts';
import { checkRunners } from '../../app/team/check-runners.ts';
import { containmentIn } from '../../app/wiring/assemble-tools.ts';
import { ownBus } from '../../config/configure.ts';
import { examine } from '../../config/doctor/doctor.ts';
import type { Finding } from '../../config/doctor/finding.ts';
import { homeIn } from '../../config/folders.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { findingLines } from '../../view/machine/finding-lines.ts';
import { counted } from '../../view/pages.ts';
import { type Command, exits } from '../command.ts';
import { busFlags, type Flag, taskFlags } from '../flags/flag-table.ts';
import { parseFlags, shown } from '../flags/flags.ts';
import { flagHelp } from '../help.ts';
import { slashCommands } from '../shell/commands/slash-commands.ts';
import { printJson } from '../terminal/print-json.ts';

const flags: readonly Flag[] = [
  ...taskFlags.filter(({ name }) => ['model', 'brain', 'tool', 'key-env', 'workspace', 'data'].includes(name)),
  ...busFlags,
  { name: 'deep', help: 'also send each model a prompt of about 6,000 tokens, to check that it reads all of it' },
  { name: 'json', help: 'print one JSON object' },
];

export const doctor: Command = {
  name: 'doctor',
  usage: 'artoo doctor [options]',
  flags,
  summary: `Checks that everything a task needs is in place: Node, the data folder, git,
containment, network access for commands, memory, configuration, skills, where
traces are sent, and the bus, if one is configured; and for every configured
model its address, key and name, and whether it can call a tool (one small call
each).

${flagHelp(flags)}

Exit code 0 when nothing failed, ${exits.unavailable} when only models are missing or cannot be
used, otherwise ${exits.internal}.`,

  async run(args, terminal) {
    const { print, env, cwd, width, cancel, terminate } = terminal;
    const { flags: given, words } = parseFlags(args, flags);
    if (words.length > 0) throw new ArtooError('usage', `doctor takes options only, not "${shown(words.join(' '))}"`);
    const signal = AbortSignal.any([cancel, terminate]);
    const checks: Finding[] = [];
    const containment = (data: string) => containmentIn(env, data, signal);
    const commands = slashCommands.map(({ name }) => name);
    const bus = await ownBus({ flags: given, env, cwd, home: homeIn(env) }).catch(unlessInvalid);
    const busChecks = bus ? await checkBus(bus, cwd, signal) : [];
    const options = {
      flags: given,
      env,
      cwd,
      home: homeIn(env),
      signal,
      containment,
      isDeep: given.deep === true,
      commands,
      also: [...checkTraces(env), ...checkRunners(env), ...busChecks],
    };
    for await (const check of examine(options)) {
      checks.push(check);
      if (!given.json) for (const line of findingLines(check, width)) print(line);
    }
    if (cancel.aborted) return exits.cancelled;
    if (terminate.aborted) return exits.terminated;
    const code = exitOfChecks(checks);
    if (given.json) printJson({ ok: code === exits.ok, exit_code: code, checks }, terminal);
    else print(`\n${verdict(checks)}`);
    return code;
  },
};

/** What is wrong with the configuration is a finding of its own. */
function unlessInvalid(error: unknown): undefined {
  if (!(error instanceof ArtooError) || error.code !== 'config_invalid') throw error;
}

/** A failure unrelated to models takes precedence over one about models. */
export function exitOfChecks(checks: readonly Finding[]): number {
  const broken = checks.filter(({ state }) => state === 'failed');
  if (broken.length === 0) return exits.ok;
  return broken.every(({ about }) => about === 'model') ? exits.unavailable : exits.internal;
}

function verdict(checks: readonly Finding[]): string {
  const count = (state: Finding['state']): number => checks.filter((check) => check.state === state).length;
  const warned = count('warning') === 0 ? '' : ` ${counted(count('warning'), 'warning')}.`;
  return `${count('failed') === 0 ? 'Everything a task needs is in place.' : `${counted(count('failed'), 'check')} failed.`}${warned}`;
}
