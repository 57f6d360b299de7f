/** `artoo bus`: sets up and shows what several machines share on a NATS server. Each subcommand is loaded when it is called. */
import { type Command, exits } from '../command.ts';
import { flagsOf, type Parts, partPages, partsHelp, runPart } from '../command-parts.ts';
import { busFlags, dataFlag } from '../flags/flag-table.ts';
import { flagHelp } from '../help.ts';

const parts: Parts['parts'] = {
  init: {
    does: 'creates missing streams, with limits that leave room on the disk; updates streams of an earlier version; and lists all streams',
    flags: [
      {
        name: 'size',
        value: '<size>',
        help: 'how much all streams together may hold: 500MB, 20GB (default: 12.5 GiB, or half of what the server has)',
      },
      { name: 'permissions', help: 'create nothing: print a nats-server configuration with users for an operator, hosts and workers' },
    ],
    load: async () => (await import('./init.ts')).initBus,
  },
  share: {
    takes: '[folder]',
    words: { min: 0, max: 1 },
    does: 'declares that machines share this folder at the same path, so that each may continue tasks that another began in it; needs no bus',
    load: async () => (await import('./share.ts')).shareOnBus,
  },
  status: {
    does: 'what the server offers, what the streams hold, and what is missing or was lost',
    load: async () => (await import('./status.ts')).busStatus,
  },
};

const all: Parts = {
  name: 'bus',
  parts,
  alone: { load: async () => (await import('./status.ts')).busStatus },
  common: [{ name: 'json', help: 'print one JSON object' }, ...busFlags, dataFlag],
};

export const bus: Command = {
  name: 'bus',
  usage: 'artoo bus [part] [options]',
  flags: flagsOf(all),
  get parts() {
    return partPages(all);
  },
  get summary() {
    return `The bus is a NATS server that several machines share. It holds task logs, file
contents, the shared memory, and which machine runs which task. Without a part:
status.

${partsHelp(all)}

Options for every part
${flagHelp(all.common)}

artoo doctor --bus also says what a power failure may lose and whether this
folder is shared; artoo gc --bus removes old data. docs/cluster.md explains
how machines work together.
Exit code ${exits.notDone} when something is missing, ${exits.usage} when no bus is configured, ${exits.unavailable} when it
cannot be reached or refuses access.`;
  },

  run: (args, terminal) => runPart(args, terminal, all),
};
