/** `artoo audit`: what the auditor found. Each subcommand is loaded when it is called. */
import { type Command, exits } from '../command.ts';
import { flagsOf, type Parts, partPages, partsHelp, runPart } from '../command-parts.ts';
import { busFlags, dataFlag, type Flag } from '../flags/flag-table.ts';
import { flagHelp } from '../help.ts';

const verboseFlag: Flag = { name: 'verbose', help: 'every finding and every rate, with the codes of roles' };

const own: readonly Flag[] = [
  { name: 'since', value: '<when>', help: 'only from this time on: 2026-11-01, 2026-11-01T09:30, or an age: 12h, 7d, 2w (default: 7d)' },
  { name: 'until', value: '<when>', help: 'only up to this time; a date includes that whole day' },
  verboseFlag,
];

const all: Parts = {
  name: 'audit',
  alone: { flags: [...own, ...busFlags], load: async () => (await import('./report.ts')).reportAudit },
  common: [{ name: 'json', help: 'print JSON' }, dataFlag],
  parts: {
    verify: {
      does: 'checks that its record is unaltered; if not, names the lines that were changed, removed, added, reordered or cut off',
      load: async () => (await import('./verify.ts')).verify,
    },
    show: {
      takes: '<finding>',
      words: { min: 1, max: 1 },
      flags: [verboseFlag, ...busFlags],
      does: 'one finding, and what the log says about the entries it is based on; with --json, the entries themselves',
      load: async () => (await import('./show.ts')).showEvent,
    },
    watch: {
      does: 'findings as they are made, in all tasks of this data folder and on the bus, until Ctrl+C',
      flags: busFlags,
      load: async () => (await import('./watch.ts')).watchAudit,
    },
  },
};

export const audit: Command = {
  name: 'audit',
  usage: 'artoo audit [options] [part …]',
  flags: flagsOf(all),
  get parts() {
    return partPages(all);
  },
  get summary() {
    return `What the auditor found in the journals of all tasks: claims that were false, a
judge that says yes to everything, plans that go round in circles, messages that
no role may send. The auditor answers to you alone: no model or tool can read,
configure or silence it. In a team's repository, it also reads the team's
journal; with --bus, it reads the tasks of all machines on that bus. Findings
are kept in the record of this data folder.

${flagHelp([...own, ...busFlags])}

${partsHelp(all)}

Options for every part
${flagHelp(all.common)}

docs/audit.md says what it looks for, and how.
Exit code ${exits.failed} when verify found something wrong, ${exits.usage} when there is no such finding.`;
  },

  run: (args, terminal) => runPart(args, terminal, all),
};
